/** Posts: creating, changing, reading and deleting them and their children. */
import { builder, fullOnly, SocialPlatform } from '../../graphql/builder.ts'
import { createPost } from './create-post.ts'
import { deleteChild } from './delete-child.ts'
import { deletePost } from './delete-post.ts'
import { MediaReferenceInput, targetInputFields } from './platform-types.ts'
import type { CreatePostInput } from './post-input.ts'
import {
  DeliveryStatus,
  Post,
  PostPage,
  PostScheduleType,
  SocialAccountPostPage,
  ValidatePostResponse,
} from './post-types.ts'
import { listChildren, listPosts, readPost } from './read-posts.ts'
import { type UpdatePostInput, updatePost } from './update-post.ts'
import { validatePost } from './validate-post.ts'

const PostContentItemInput = builder.inputType('PostContentItemInput', {
  fields: (t) => ({
    text: t.string({}),
    media: t.field({ type: [MediaReferenceInput] }),
  }),
})

const PostScheduleInput = builder.inputType('PostScheduleInput', {
  fields: (t) => ({
    type: t.field({ type: PostScheduleType, required: true }),
    scheduledFor: t.field({
      type: 'DateTime',
      description: 'With SCHEDULE_FOR_LATER: at most 5 minutes in the past and 2 years ahead.',
    }),
  }),
})

const PostRetryPolicyInput = builder.inputType('PostRetryPolicyInput', {
  fields: (t) => ({
    maxRetries: t.int({ required: true, description: '1 to 10.' }),
    delaySeconds: t.int({ required: true, description: 'Seconds, 1 to 604800.' }),
  }),
})

const PostTargetInput = builder.inputType('PostTargetInput', {
  description: 'A target account; give only the fields of its platform.',
  fields: (t) => ({
    platform: t.field({ type: SocialPlatform, required: true }),
    socialAccountId: t.id({ required: true }),
    contentOverride: t.field({ type: [PostContentItemInput], description: 'Replaces `content` for this target.' }),
    firstComment: t.string({ description: 'Published under the post right after it.' }),
    ...targetInputFields(t),
  }),
})

const CreatePostInputRef = builder.inputType('CreatePostInput', {
  fields: (t) => ({
    content: t.field({ type: [PostContentItemInput], required: true, description: 'Exactly 1 item.' }),
    schedule: t.field({ type: PostScheduleInput, required: true }),
    socialAccounts: t.field({ type: [PostTargetInput], required: true, description: 'At least 1 target.' }),
    autoDeleteMediaAfterPublish: t.boolean({ defaultValue: false }),
    retryPolicy: t.field({ type: PostRetryPolicyInput }),
  }),
})

const UpdatePostInputRef = builder.inputType('UpdatePostInput', {
  description: 'What is left out stays as it is; a null `retryPolicy` removes the policy.',
  fields: (t) => ({
    content: t.field({ type: [PostContentItemInput] }),
    schedule: t.field({ type: PostScheduleInput }),
    socialAccounts: t.field({ type: [PostTargetInput] }),
    autoDeleteMediaAfterPublish: t.boolean({}),
    retryPolicy: t.field({ type: PostRetryPolicyInput }),
  }),
})

builder.queryField('post', (t) =>
  t.field({
    type: Post,
    description: 'One post with its children.',
    args: { postId: t.arg.id({ required: true }) },
    resolve: (_root, args, ctx) => readPost(ctx, args),
  }),
)

builder.queryField('posts', (t) =>
  t.field({
    type: PostPage,
    ...fullOnly,
    description: 'Posts with their children, newest first.',
    args: {
      projectId: t.arg.idList({}),
      limit: t.arg.int({ required: true, defaultValue: 50, description: '1 to 100.' }),
      cursor: t.arg.string({}),
    },
    complexity: ({ limit }) => ({ field: 1, multiplier: Math.min(Math.max(limit, 1), 100) }),
    resolve: (_root, args, ctx) => listPosts(ctx, args),
  }),
)

builder.queryField('socialAccountPosts', (t) =>
  t.field({
    type: SocialAccountPostPage,
    description: 'Children of posts, newest first.',
    args: {
      projectId: t.arg.idList({}),
      socialAccountId: t.arg.idList({}),
      postId: t.arg.idList({ description: 'Parent posts.' }),
      platform: t.arg({ type: [SocialPlatform] }),
      deliveryStatus: t.arg({ type: [DeliveryStatus] }),
      limit: t.arg.int({ required: true, defaultValue: 50, description: '1 to 100.' }),
      cursor: t.arg.string({ description: '`nextCursor` of the previous page.' }),
    },
    complexity: ({ limit }) => ({ field: 1, multiplier: Math.min(Math.max(limit, 1), 100) }),
    resolve: (_root, args, ctx) => listChildren(ctx, args),
  }),
)

builder.queryField('validatePost', (t) =>
  t.field({
    type: ValidatePostResponse,
    description: 'Says whether createPost would accept this input, and creates nothing.',
    args: { input: t.arg({ type: CreatePostInputRef, required: true }) },
    resolve: (_root, { input }, ctx) => validatePost(ctx, input as CreatePostInput),
  }),
)

builder.mutationField('createPost', (t) =>
  t.field({
    type: Post,
    description: 'Creates a post with one child per target. All targets are valid, or nothing is created.',
    args: { input: t.arg({ type: CreatePostInputRef, required: true }) },
    resolve: (_root, { input }, ctx) => createPost(ctx, input as CreatePostInput),
  }),
)

builder.mutationField('updatePost', (t) =>
  t.field({
    type: Post,
    description: 'Changes a post none of whose deliveries has started.',
    args: {
      postId: t.arg.id({ required: true }),
      input: t.arg({ type: UpdatePostInputRef, required: true }),
    },
    resolve: (_root, { postId, input }, ctx) => updatePost(ctx, postId, input as UpdatePostInput),
  }),
)

builder.mutationField('deletePost', (t) =>
  t.id({
    description: 'Deletes a post none of whose deliveries has started. Returns its id.',
    args: { postId: t.arg.id({ required: true }) },
    resolve: async (_root, { postId }, ctx) => {
      await deletePost(ctx, { postId })
      return postId
    },
  }),
)

builder.mutationField('deleteSocialAccountPost', (t) =>
  t.id({
    description: 'Deletes one child in whatever state it is; the last one takes its post along. Returns its id.',
    args: { socialAccountPostId: t.arg.id({ required: true }) },
    resolve: async (_root, { socialAccountPostId }, ctx) => {
      await deleteChild(ctx, { socialAccountPostId })
      return socialAccountPostId
    },
  }),
)
