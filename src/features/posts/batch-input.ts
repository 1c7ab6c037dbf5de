/** What clients send to create many posts at once, and what they get for each item. */
type Given<Value> = Value | null | undefined

export interface BatchItemInput {
  /** Chosen by the client; once it made a post, it stands for that post for ever. */
  idempotencyKey: string
  projectId: string
  socialAccountId: string
  scheduledForUTC: Date
  title?: Given<string>
  /** The post's text. */
  description?: Given<string>
  firstComment?: Given<string>
  mediaIds?: Given<string[]>
  /** At most one platform's object, by the platform's key: `{pinterest: {pinterestBoardId}}`. */
  platformSpecificData?: Given<Record<string, Given<Record<string, unknown>>>>
}

/** An item of which parts of a wrong shape were left out. */
export type BatchItemDraft = { [Key in keyof BatchItemInput]?: BatchItemInput[Key] | undefined }

export const batchErrorCodes = [
  'INVALID_PROJECT_ID',
  'INVALID_SOCIAL_ACCOUNT_ID',
  'SOCIAL_ACCOUNT_NOT_CONNECTED',
  'INVALID_MEDIA_ID',
  'INVALID_PLATFORM_SPECIFIC_DATA',
  'VALIDATION_FAILED',
  'IDEMPOTENCY_KEY_REUSED',
  'INTERNAL_ERROR',
] as const

export type BatchErrorCode = (typeof batchErrorCodes)[number]

export interface BatchResult {
  idempotencyKey: string
  status: 'CREATED' | 'FAILED'
  /** The created post. */
  id: string | null
  error: { code: BatchErrorCode; message: string } | null
}
