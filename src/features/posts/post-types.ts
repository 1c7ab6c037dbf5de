/** GraphQL types of posts and of what is said about them. */
import type { Context } from '../../context.ts'
import { DeliveryOutcome } from '../../events/graphql.ts'
import { builder, fullOnly, SocialPlatform } from '../../graphql/builder.ts'
import { validationFields } from '../../lib/service-error.ts'
import type { Platform } from '../../platforms/platform.ts'
import { platforms } from '../../platforms/registry.ts'
import { resolveMedia } from '../media/find-media.ts'
import { outputFields, PostContentMedia, pascal } from './platform-types.ts'
import type {
  SocialAccountPost as ChildShape,
  ContentItem,
  MediaReference,
  Post as PostShape,
  RetryPolicy,
  Schedule,
} from './post.ts'
import type { PostValidation } from './validate-post.ts'

export const DeliveryStatus = builder.enumType('DeliveryStatus', {
  values: ['NOT_STARTED', 'SENDING', 'PUBLISHED', 'FAILED'] as const,
})

export const PostScheduleType = builder.enumType('PostScheduleType', {
  values: ['DRAFT', 'PUBLISH_NOW', 'SCHEDULE_FOR_LATER'] as const,
})

const PostSchedule = builder.objectRef<Schedule>('PostSchedule').implement({
  fields: (t) => ({
    type: t.expose('type', { type: PostScheduleType }),
    scheduledFor: t.expose('scheduledFor', {
      type: 'DateTime',
      nullable: true,
      description: 'With SCHEDULE_FOR_LATER: when it is published.',
    }),
  }),
})

const PostRetryPolicy = builder.objectRef<RetryPolicy>('PostRetryPolicy').implement({
  fields: (t) => ({
    maxRetries: t.exposeInt('maxRetries'),
    delaySeconds: t.exposeInt('delaySeconds', { description: 'Seconds between a failure and its retry.' }),
  }),
})

const PostContentItem = builder.objectRef<ContentItem>('PostContentItem').implement({
  fields: (t) => ({
    text: t.exposeString('text', { nullable: true }),
    media: t.field({
      type: [PostContentMedia],
      nullable: true,
      // Without media nothing is awaited: reading posts is a hot path.
      resolve: (item, _args, ctx) => item.media && resolveAll(ctx, item.media),
    }),
  }),
})

async function resolveAll(ctx: Context, references: MediaReference[]) {
  const found = await Promise.all(references.map(({ mediaId }) => resolveMedia(ctx, mediaId)))
  return found.filter((media) => media !== undefined)
}

const shared = ['title', 'link']

export const SocialAccountPost = builder.interfaceRef<ChildShape>('SocialAccountPost')
SocialAccountPost.implement({
  description: 'One target of a post with its own delivery; each platform has a type with its own fields.',
  resolveType: (child) => childTypes.get(child.platform) as string,
  fields: (t) => ({
    platform: t.expose('platform', { type: SocialPlatform }),
    socialAccountPostId: t.exposeID('id'),
    postId: t.exposeID('postId'),
    projectId: t.exposeID('projectId'),
    socialAccountId: t.exposeID('socialAccountId'),
    deliveryStatus: t.expose('deliveryStatus', { type: DeliveryStatus }),
    content: t.expose('content', { type: [PostContentItem] }),
    schedule: t.expose('schedule', { type: PostSchedule }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    deliveryCompletedAt: t.expose('deliveryCompletedAt', { type: 'DateTime', nullable: true }),
    externalPostId: t.exposeString('externalPostId', { nullable: true, description: "The platform's id of the post." }),
    externalPostUrl: t.exposeString('externalPostUrl', { nullable: true }),
    errorMessage: t.exposeString('errorMessage', { nullable: true, description: 'Why it FAILED, in plain words.' }),
    title: t.string({ nullable: true, resolve: (child) => child.options.title as string | undefined }),
    link: t.string({ nullable: true, resolve: (child) => child.options.link as string | undefined }),
    firstComment: t.exposeString('firstComment', { nullable: true, ...fullOnly }),
    outcome: t.expose('outcome', {
      type: DeliveryOutcome,
      nullable: true,
      ...fullOnly,
      description: 'Null unless the answer to the publishing call was lost and the platform could not tell.',
    }),
  }),
})

const childTypes = new Map(Object.values(platforms).map((platform) => [platform.name, defineChildType(platform)]))

function defineChildType(platform: Platform): string {
  const name = `${pascal(platform.slug)}SocialAccountPost`
  builder.objectRef<ChildShape>(name).implement({
    interfaces: [SocialAccountPost],
    fields: (t) => outputFields(t as never, platform.fields, undefined, shared) as never,
  })
  return name
}

export const Post = builder.objectRef<PostShape>('Post').implement({
  description: 'A post with one child per target account.',
  fields: (t) => ({
    id: t.exposeID('id'),
    projectId: t.exposeID('projectId'),
    content: t.expose('content', { type: [PostContentItem] }),
    schedule: t.expose('schedule', { type: PostSchedule }),
    autoDeleteMediaAfterPublish: t.exposeBoolean('autoDeleteMediaAfterPublish'),
    socialAccountPosts: t.expose('socialAccountPosts', { type: [SocialAccountPost] }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    retryPolicy: t.expose('retryPolicy', { type: PostRetryPolicy, nullable: true }),
  }),
})

/** A page's rows are counted by the `limit` of the field that the page comes from. */
const pageRows = { field: 1, multiplier: 1 }

interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

export const SocialAccountPostPage = builder.objectRef<Page<ChildShape>>('SocialAccountPostPage').implement({
  fields: (t) => ({
    socialAccountPosts: t.expose('rows', { type: [SocialAccountPost], complexity: pageRows }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Absent on the last page.' }),
  }),
})

export const PostPage = builder.objectRef<Page<PostShape>>('PostPage').implement({
  subGraphs: ['Full'],
  fields: (t) => ({
    posts: t.expose('rows', { type: [Post], complexity: pageRows }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Absent on the last page.' }),
  }),
})

const ValidationField = builder.enumType('ValidationField', { values: validationFields })

const ValidationIssue = builder.objectRef<PostValidation['errors'][number]>('ValidationIssue').implement({
  fields: (t) => ({
    path: t.exposeString('path', { description: 'JSON path of the problem, such as `socialAccounts[1].link`.' }),
    message: t.exposeString('message'),
    field: t.expose('field', { type: ValidationField, nullable: true }),
  }),
})

export const ValidatePostResponse = builder.objectRef<PostValidation>('ValidatePostResponse').implement({
  fields: (t) => ({
    isValid: t.exposeBoolean('isValid'),
    errors: t.expose('errors', { type: [ValidationIssue] }),
    warnings: t.expose('warnings', { type: [ValidationIssue] }),
  }),
})
