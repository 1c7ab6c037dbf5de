import type { Context } from '../../../context.ts'
import type { BatchItemDraft } from '../../../features/posts/batch-input.ts'
import { createMalformedPosts, explainMalformed } from '../../../features/posts/explain-malformed.ts'
import type { PostDraft } from '../../../features/posts/post-input.ts'
import { readResolved } from '../../../features/posts/resolve-delivery.ts'
import { validatePost } from '../../../features/posts/validate-post.ts'
import type { ReadField, RestRoute } from './route.ts'

const createErrors = [
  'VALIDATION_FAILED',
  'DUPLICATE_SOCIAL_ACCOUNT_ID',
  'INVALID_SOCIAL_ACCOUNT_ID',
  'SOCIAL_ACCOUNT_NOT_CONNECTED',
  'SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT',
  'INVALID_MEDIA_ID',
  'INVALID_PLATFORM_SPECIFIC_DATA',
] as const

/** A child is read with its post: there is no route to one alone. */
async function readChild(ctx: Context, id: string, read: ReadField): Promise<unknown> {
  const { postId } = await readResolved(ctx, id)
  const post = (await read('Query.post', { postId })) as { socialAccountPosts: { socialAccountPostId: string }[] }
  return post.socialAccountPosts.find((child) => child.socialAccountPostId === id)
}

export const postsRoutes: readonly RestRoute[] = [
  {
    field: 'Mutation.createPost',
    method: 'POST',
    path: '/posts',
    status: 201,
    tag: 'Posts',
    summary: 'Create a post',
    body: 'input',
    errors: createErrors,
    malformed: (ctx, draft, issues) => explainMalformed(ctx, draft as PostDraft, issues),
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
    field: 'Mutation.createPosts',
    method: 'POST',
    path: '/posts/create',
    status: 200,
    tag: 'Posts',
    summary: 'Create many single-account posts',
    body: 'input',
    errors: ['VALIDATION_FAILED'],
    malformed: (ctx, draft, issues) => createMalformedPosts(ctx, draft as BatchItemDraft[], issues),
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
    malformed: (ctx, draft, issues) => explainMalformed(ctx, draft as PostDraft, issues),
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
    field: 'Mutation.resolveDelivery',
    method: 'POST',
    path: '/social-account-posts/{socialAccountPostId}/resolve',
    status: 200,
    tag: 'Posts',
    summary: 'Settle a delivery whose outcome is unknown',
    body: 'input',
    errors: [
      'VALIDATION_FAILED',
      'SOCIAL_ACCOUNT_POST_NOT_FOUND',
      'SOCIAL_ACCOUNT_NOT_CONNECTED',
      'OUTCOME_NOT_UNKNOWN',
      'RETRY_STARTED',
    ],
    readBack: readChild,
  },
]
