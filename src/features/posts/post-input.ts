/** What clients send to create or change a post, and the same with holes: what is left of a request with bad parts. */
import type { ErrorCode, Issue } from '../../lib/service-error.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { ContentItem, RetryPolicy, ScheduleType } from './post.ts'

type Given<Value> = Value | null | undefined

interface ContentItemInput {
  text?: Given<string>
  media?: Given<{ type: 'MEDIA_LIBRARY'; mediaId: string }[]>
}

/** A target; the platform-specific fields stand beside these under their contract names. */
interface TargetInput {
  platform: PlatformName
  socialAccountId: string
  contentOverride?: Given<ContentItemInput[]>
  firstComment?: Given<string>
}

export interface ScheduleInput {
  type: ScheduleType
  scheduledFor?: Given<Date>
}

export interface CreatePostInput {
  content: ContentItemInput[]
  schedule: ScheduleInput
  socialAccounts: TargetInput[]
  autoDeleteMediaAfterPublish?: Given<boolean>
  retryPolicy?: Given<RetryPolicy>
}

type Holes<Value> = Value extends Date
  ? Value
  : Value extends (infer Item)[]
    ? (Holes<Item> | undefined)[]
    : Value extends object
      ? { [Key in keyof Value]?: Holes<Value[Key]> | undefined }
      : Value

export type PostDraft = Holes<CreatePostInput>
export type TargetDraft = Holes<TargetInput>
export type ContentDraft = Holes<ContentItemInput[]>

/** A problem with the code that `POST /posts` answers when nothing worse is found. */
export interface Problem extends Issue {
  code: ErrorCode
  /** A rule of the platform beyond the request's shape: any other problem is answered first. */
  platformRule?: boolean
}

/** A target that passed every check. */
export interface CheckedTarget {
  socialAccountId: string
  platform: PlatformName
  contentOverride: ContentItem[] | null
  firstComment: string | null
  options: Record<string, unknown>
}
