/** What the rules of platforms look at in a library item, and what they may say about it. */
import type { Issue } from '../lib/service-error.ts'

export type ContentType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/gif'
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'

/** A library item as probed at upload; null is unknown, and no rule guesses. */
export interface MediaFacts {
  mediaId: string
  mediaType: 'IMAGE' | 'VIDEO'
  contentType: ContentType
  bytes: number
  /** Pixels as displayed: orientation and rotation applied. */
  width: number | null
  height: number | null
  animated: boolean
  frames: number | null
  durationSeconds: number | null
  frameRate: number | null
  /** Any of the usual names: `avc`, `h264`, `hevc`, `vp9`, ... */
  videoCodec: string | null
  /** Null also when there is no sound. */
  audioCodec: string | null
}

/**
 * How sure and how final a rule is. H: the platform refuses. N: it refuses the original, but a conversion would make
 * it pass. A: it accepts, but crops, scales or advises otherwise. `?`: the number is not documented well.
 */
export type Mark = 'H' | 'H?' | 'N' | 'A' | 'A?'

export type Severity = 'error' | 'warning'

/** One thing a rule has to say. */
export interface Finding {
  severity: Severity
  issue: Issue
}

/**
 * An unsure number is an error only where the platform's own refusal would come late.
 * @param late the refusal comes only after an expensive upload
 */
export function severityOf(mark: Mark, late = false): Severity {
  switch (mark) {
    case 'H':
    case 'N':
      return 'error'
    case 'H?':
      return late ? 'error' : 'warning'
    case 'A':
    case 'A?':
      return 'warning'
    default:
      return mark satisfies never
  }
}
