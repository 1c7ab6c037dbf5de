/** What requests and responses promise beyond their GraphQL types: bounds, by `Type.field`. */
import type { JsonSchema } from './openapi-objects.ts'

const oneItem = { minItems: 1, maxItems: 1 }
const atLeastOne = { minItems: 1 }
const maxRetries = { minimum: 1, maximum: 10 }
const delaySeconds = { minimum: 1, maximum: 604_800 }

/** Added to the schema of a property, with a bare type name to the type's own, with an operation's field to its body. */
export const limits: Readonly<Record<string, JsonSchema>> = {
  'CreatePostInput.content': oneItem,
  'CreatePostInput.socialAccounts': atLeastOne,
  'UpdatePostInput.content': oneItem,
  'UpdatePostInput.socialAccounts': atLeastOne,
  'PostTargetInput.contentOverride': oneItem,
  'Post.content': oneItem,
  'Post.socialAccountPosts': atLeastOne,
  'SocialAccountPost.content': oneItem,
  PostContentItem: { minProperties: 1 },
  PostContentItemInput: { minProperties: 1 },
  'PostRetryPolicy.maxRetries': maxRetries,
  'PostRetryPolicy.delaySeconds': delaySeconds,
  'PostRetryPolicyInput.maxRetries': maxRetries,
  'PostRetryPolicyInput.delaySeconds': delaySeconds,
  'CreateProjectInput.name': { minLength: 1, maxLength: 200 },
  'Project.name': { minLength: 1, maxLength: 200 },
  'CreateAuthorizationUrlInput.redirectUrl': { maxLength: 2048 },
  'CreateWebhookInput.url': { maxLength: 2048 },
  'CreateWebhookInput.eventTypes': atLeastOne,
  'Mutation.createPosts': { minItems: 1, maxItems: 1000 },
  'CreatePostsItemInput.idempotencyKey': { minLength: 1 },
  'CreateUploadSessionInput.fileSizeInBytes': { minimum: 1, maximum: 5_368_709_120 },
  SocialAccountStatus: { enum: ['CONNECTED', 'DISCONNECTED'] },
}

/** Properties for which null means something: it removes the value. */
export const removable: readonly string[] = ['UpdatePostInput.retryPolicy']

/** What a name says wherever it stands. */
export function limitsByName(name: string, type: string): JsonSchema {
  if (name === 'limit' && type === 'Int') return { minimum: 1, maximum: 100 }
  if (/^url$|Url$/.test(name) && type === 'String') return { format: 'uri' }
  return {}
}
