/** Creating many single-account posts at once. */
import { builder } from '../../graphql/builder.ts'
import { type BatchItemInput, type BatchResult, batchErrorCodes } from './batch-input.ts'
import { createPosts } from './create-posts.ts'
import { PlatformSpecificDataInput } from './platform-types.ts'

const CreatePostsItemInput = builder.inputType('CreatePostsItemInput', {
  fields: (t) => ({
    idempotencyKey: t.string({
      required: true,
      description: 'Chosen by the client, at least 1 character; stands for the created post for ever.',
    }),
    projectId: t.id({ required: true }),
    socialAccountId: t.id({ required: true }),
    scheduledForUTC: t.field({ type: 'DateTime', required: true }),
    title: t.string({}),
    description: t.string({ description: "The post's text." }),
    firstComment: t.string({}),
    mediaIds: t.idList({}),
    platformSpecificData: t.field({ type: PlatformSpecificDataInput }),
  }),
})

const CreatePostsStatus = builder.enumType('CreatePostsStatus', { values: ['CREATED', 'FAILED'] as const })

const CreatePostsErrorCode = builder.enumType('CreatePostsErrorCode', { values: batchErrorCodes })

const CreatePostsError = builder.objectRef<NonNullable<BatchResult['error']>>('CreatePostsError').implement({
  fields: (t) => ({
    code: t.expose('code', { type: CreatePostsErrorCode }),
    message: t.exposeString('message'),
  }),
})

const CreatePostsResult = builder.objectRef<BatchResult>('CreatePostsResult').implement({
  fields: (t) => ({
    idempotencyKey: t.exposeString('idempotencyKey'),
    status: t.expose('status', { type: CreatePostsStatus }),
    id: t.exposeID('id', { nullable: true, description: 'The created post.' }),
    error: t.expose('error', { type: CreatePostsError, nullable: true }),
  }),
})

const CreatePostsResponse = builder.objectRef<{ results: BatchResult[] }>('CreatePostsResponse').implement({
  fields: (t) => ({
    results: t.expose('results', { type: [CreatePostsResult], description: 'In the order of the items.' }),
  }),
})

builder.mutationField('createPosts', (t) =>
  t.field({
    type: CreatePostsResponse,
    description: "Creates many single-account posts. One item's failure never touches the others.",
    args: { input: t.arg({ type: [CreatePostsItemInput], required: true, description: '1 to 1000 items.' }) },
    resolve: (_root, { input }, ctx) => createPosts(ctx, input as BatchItemInput[]),
  }),
)
