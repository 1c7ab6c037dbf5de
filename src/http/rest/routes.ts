/** The REST API on one page: which field of the schema stands behind which method and path. */
import type { Context } from '../../context.ts'
import { readUploadSession } from '../../features/media/create-upload-session.ts'
import { explainMalformed } from '../../features/posts/explain-malformed.ts'
import type { PostDraft } from '../../features/posts/post-input.ts'
import { validatePost } from '../../features/posts/validate-post.ts'
import type { ShapeIssue } from '../../graphql/input-shape.ts'
import type { ErrorCode } from '../../lib/service-error.ts'

export interface RestRoute {
  /** `Query.post`, `Mutation.createPost`. */
  field: `${'Query' | 'Mutation'}.${string}`
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Under `/v1`, parameters in braces. */
  path: string
  status: 200 | 201 | 204
  tag: string
  summary: string
  /** The argument that the JSON body is. */
  body?: string
  /** What it answers beyond the errors that every operation has. */
  errors?: readonly ErrorCode[]
  /** What a body with a wrong shape gets instead of plain VALIDATION_FAILED. Returns a result or throws. */
  malformed?(ctx: Context, draft: Record<string, unknown>, issues: ShapeIssue[]): Promise<unknown>
  /** The body is a multipart form with one file in the field of this name; the other arguments are in the query. */
  multipart?: string
  /** The field that reads what this one created, by id or as one of a list; or what reads it by id. */
  readBack?: string | ((ctx: Context, id: string) => Promise<unknown>)
  /** The answer holds a secret: stored for repeats under an Idempotency-Key, it is encrypted. */
  holdsSecret?: true
}

const createErrors = [
  'VALIDATION_FAILED',
  'DUPLICATE_SOCIAL_ACCOUNT_ID',
  'INVALID_SOCIAL_ACCOUNT_ID',
  'SOCIAL_ACCOUNT_NOT_CONNECTED',
  'SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT',
  'INVALID_MEDIA_ID',
  'INVALID_PLATFORM_SPECIFIC_DATA',
] as const

export const routes: readonly RestRoute[] = [
  {
    field: 'Mutation.createPost',
    method: 'POST',
    path: '/posts',
    status: 201,
    tag: 'Posts',
    summary: 'Create a post',
    body: 'input',
    errors: createErrors,
    malformed: explainMalformed,
    readBack: 'Query.post',
  },
  {
    field: 'Query.validatePost',
    method: 'POST',
    path: '/posts/validate',
    status: 200,
    tag: 'Posts',
    summary: 'Validate a post without creating it',
    body: 'input',
    malformed: (ctx, draft, issues) => validatePost(ctx, draft as PostDraft, issues),
  },
  {
    field: 'Query.post',
    method: 'GET',
    path: '/posts/{postId}',
    status: 200,
    tag: 'Posts',
    summary: 'Get a post',
    errors: ['POST_NOT_FOUND'],
  },
  {
    field: 'Mutation.updatePost',
    method: 'PATCH',
    path: '/posts/{postId}',
    status: 200,
    tag: 'Posts',
    summary: 'Change a post that has not started',
    body: 'input',
    errors: ['POST_NOT_FOUND', 'POST_NOT_EDITABLE', ...createErrors],
    malformed: explainMalformed,
  },
  {
    field: 'Mutation.deletePost',
    method: 'DELETE',
    path: '/posts/{postId}',
    status: 204,
    tag: 'Posts',
    summary: 'Delete a post that has not started',
    errors: ['POST_NOT_FOUND', 'POST_NOT_DELETABLE'],
  },
  {
    field: 'Query.socialAccountPosts',
    method: 'GET',
    path: '/social-account-posts',
    status: 200,
    tag: 'Posts',
    summary: 'List social account posts',
    errors: ['VALIDATION_FAILED'],
  },
  {
    field: 'Mutation.deleteSocialAccountPost',
    method: 'DELETE',
    path: '/social-account-posts/{socialAccountPostId}',
    status: 204,
    tag: 'Posts',
    summary: 'Delete a social account post',
    errors: ['SOCIAL_ACCOUNT_POST_NOT_FOUND'],
  },
  {
    field: 'Mutation.createProject',
    method: 'POST',
    path: '/projects',
    status: 201,
    tag: 'Projects',
    summary: 'Create a project',
    body: 'input',
    errors: ['VALIDATION_FAILED'],
    readBack: 'Query.projects',
  },
  {
    field: 'Query.projects',
    method: 'GET',
    path: '/projects',
    status: 200,
    tag: 'Projects',
    summary: 'List projects',
  },
  {
    field: 'Mutation.deleteProject',
    method: 'DELETE',
    path: '/projects/{projectId}',
    status: 204,
    tag: 'Projects',
    summary: 'Delete a project and all it holds',
    errors: ['PROJECT_NOT_FOUND'],
  },
  {
    field: 'Mutation.createAuthorizationUrl',
    method: 'POST',
    path: '/social-accounts/authorization-url',
    status: 200,
    tag: 'Social accounts',
    summary: 'Start connecting an account',
    body: 'input',
    errors: ['VALIDATION_FAILED', 'PROJECT_NOT_FOUND', 'OAUTH_CLIENT_UNAVAILABLE', 'SOCIAL_ACCOUNT_LIMIT_REACHED'],
  },
  {
    field: 'Query.socialAccounts',
    method: 'GET',
    path: '/social-accounts',
    status: 200,
    tag: 'Social accounts',
    summary: 'List connected accounts',
    errors: ['VALIDATION_FAILED'],
  },
  {
    field: 'Mutation.deleteSocialAccount',
    method: 'DELETE',
    path: '/social-accounts/{socialAccountId}',
    status: 204,
    tag: 'Social accounts',
    summary: 'Delete a connection and its grant',
    errors: ['SOCIAL_ACCOUNT_NOT_FOUND'],
  },
  {
    field: 'Query.socialAccountPlatformInputs',
    method: 'GET',
    path: '/social-accounts/{socialAccountId}/platform-inputs',
    status: 200,
    tag: 'Social accounts',
    summary: 'List the choices for platform-specific fields',
    errors: ['SOCIAL_ACCOUNT_NOT_FOUND', 'SOCIAL_ACCOUNT_NOT_CONNECTED', 'SERVICE_UNAVAILABLE'],
  },
  {
    field: 'Query.media',
    method: 'GET',
    path: '/media',
    status: 200,
    tag: 'Media',
    summary: 'List media items',
    errors: ['VALIDATION_FAILED'],
  },
  {
    field: 'Mutation.uploadMedia',
    method: 'POST',
    path: '/media',
    status: 200,
    tag: 'Media',
    summary: 'Upload a file of up to 100 MB',
    multipart: 'file',
    errors: ['VALIDATION_FAILED', 'PROJECT_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CORRUPT_MEDIA'],
  },
  {
    field: 'Mutation.deleteMedia',
    method: 'DELETE',
    path: '/media/{mediaId}',
    status: 204,
    tag: 'Media',
    summary: 'Delete a media item',
    errors: ['MEDIA_NOT_FOUND'],
  },
  {
    field: 'Mutation.createUploadSession',
    method: 'POST',
    path: '/media/upload-sessions',
    status: 200,
    tag: 'Media',
    summary: 'Start an upload in parts, up to 5 GB',
    body: 'input',
    errors: ['VALIDATION_FAILED', 'PROJECT_NOT_FOUND'],
    readBack: readUploadSession,
  },
  {
    field: 'Query.uploadSession',
    method: 'GET',
    path: '/media/upload-sessions/{uploadSessionId}',
    status: 200,
    tag: 'Media',
    summary: 'Get the status of an upload',
    errors: ['UPLOAD_SESSION_NOT_FOUND'],
  },
  {
    field: 'Mutation.completeUploadSession',
    method: 'POST',
    path: '/media/upload-sessions/{uploadSessionId}/complete',
    status: 200,
    tag: 'Media',
    summary: 'Finish an upload',
    errors: ['UPLOAD_SESSION_NOT_FOUND', 'UPLOAD_INCOMPLETE'],
  },
  {
    field: 'Mutation.createWebhook',
    method: 'POST',
    path: '/webhooks',
    status: 201,
    tag: 'Webhooks',
    summary: 'Register a webhook endpoint',
    body: 'input',
    errors: ['VALIDATION_FAILED', 'WEBHOOK_LIMIT_REACHED'],
    readBack: 'Query.webhooks',
    holdsSecret: true,
  },
  {
    field: 'Query.webhooks',
    method: 'GET',
    path: '/webhooks',
    status: 200,
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
  },
  {
    field: 'Mutation.deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    status: 204,
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  {
    field: 'Mutation.rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{webhookId}/rotate-secret',
    status: 200,
    tag: 'Webhooks',
    summary: 'Make a new signing secret',
    errors: ['WEBHOOK_NOT_FOUND'],
    holdsSecret: true,
  },
  {
    field: 'Query.webhookDeliveries',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    status: 200,
    tag: 'Webhooks',
    summary: 'List what was sent to a webhook endpoint',
    errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
  },
  {
    field: 'Mutation.redeliverWebhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    status: 200,
    tag: 'Webhooks',
    summary: 'Send an event to a webhook endpoint again',
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND'],
  },
  {
    field: 'Query.health',
    method: 'GET',
    path: '/health',
    status: 200,
    tag: 'Health',
    summary: 'Check that the service is reachable',
  },
]
