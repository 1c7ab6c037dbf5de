/** What a post and its children are inside the service: the contract's shapes, before media are resolved. */
import type { Metric } from '../../platforms/metrics.ts'
import type { PlatformName } from '../../platforms/names.ts'

export type DeliveryStatus = 'NOT_STARTED' | 'SENDING' | 'PUBLISHED' | 'FAILED'
export type ScheduleType = 'DRAFT' | 'PUBLISH_NOW' | 'SCHEDULE_FOR_LATER'

export interface MediaReference {
  type: 'MEDIA_LIBRARY'
  mediaId: string
}

export interface ContentItem {
  text?: string
  media?: MediaReference[]
}

export interface Schedule {
  type: ScheduleType
  scheduledFor: Date | null
}

export interface RetryPolicy {
  maxRetries: number
  /** Seconds. */
  delaySeconds: number
}

/** The newest observation of each metric; `collectedAt` as JSON has it. */
export type LatestMetrics = Partial<Record<Metric, { value: number; collectedAt: string }>>

export interface SocialAccountPost {
  id: string
  postId: string
  projectId: string
  socialAccountId: string
  platform: PlatformName
  deliveryStatus: DeliveryStatus
  content: ContentItem[]
  firstComment: string | null
  schedule: Schedule
  /** The platform-specific fields by their contract names. */
  options: Record<string, unknown>
  createdAt: Date
  updatedAt: Date
  deliveryCompletedAt: Date | null
  externalPostId: string | null
  externalPostUrl: string | null
  errorMessage: string | null
  /** UNKNOWN for a failed delivery that may be published all the same, RESOLVED once somebody has settled that. */
  outcome: 'UNKNOWN' | 'RESOLVED' | null
  /** Null before the first observation. */
  latestMetrics: LatestMetrics | null
}

export interface Post {
  id: string
  projectId: string
  content: ContentItem[]
  schedule: Schedule
  autoDeleteMediaAfterPublish: boolean
  retryPolicy: RetryPolicy | null
  /** The failed child that this post repeats. */
  retryOfId: string | null
  socialAccountPosts: SocialAccountPost[]
  createdAt: Date
  updatedAt: Date
}
