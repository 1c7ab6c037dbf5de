/** How posts hang together with projects, accounts and attempts, for GraphQL alone; every one is loaded in batches. */
import { batched } from '../../graphql/batch.ts'
import { builder, fullOnly } from '../../graphql/builder.ts'
import type { PlatformErrorKind } from '../../platforms/platform-error.ts'
import { Post, PostPage, SocialAccountPost, SocialAccountPostPage } from './post-types.ts'
import { childrenById, childrenOfAccounts, postsById, postsOfProjects, retriesOf } from './read-related.ts'

const pageComplexity = ({ limit }: { limit: number }) => ({ field: 1, multiplier: Math.min(Math.max(limit, 1), 100) })

builder.prismaObjectField('Project', 'posts', (t) =>
  t.field({
    type: PostPage,
    ...fullOnly,
    description: 'Posts of the project, newest first.',
    args: { limit: t.arg.int({ required: true, defaultValue: 50 }), cursor: t.arg.string({}) },
    complexity: pageComplexity,
    resolve: (project, args, ctx) =>
      batched(ctx, `posts ${JSON.stringify(args)}`, project.id, (ids) => postsOfProjects(ctx, [...ids], args)),
  }),
)

builder.prismaObjectField('SocialAccount', 'socialAccountPosts', (t) =>
  t.field({
    type: SocialAccountPostPage,
    ...fullOnly,
    description: 'Children of posts to this account, newest first.',
    args: { limit: t.arg.int({ required: true, defaultValue: 50 }), cursor: t.arg.string({}) },
    complexity: pageComplexity,
    resolve: (account, args, ctx) =>
      batched(ctx, `children ${JSON.stringify(args)}`, account.id, (ids) => childrenOfAccounts(ctx, [...ids], args)),
  }),
)

type ErrorClass = PlatformErrorKind | 'interrupted'

const errorClasses: Record<Uppercase<string>, { value: ErrorClass; description: string }> = {
  RETRY: { value: 'retry', description: 'The platform was busy or down.' },
  FAILED: { value: 'failed', description: 'The platform failed, for no fault of the content or the grant.' },
  RECONNECT: { value: 'reconnect', description: 'The grant is gone: connect the account again.' },
  OPERATOR: { value: 'operator', description: "The service's own app at the platform cannot go on." },
  REJECTED: { value: 'rejected', description: 'The platform refuses the content.' },
  OUTCOME_UNKNOWN: { value: 'outcome-unknown', description: 'The post may or may not be published.' },
  INTERRUPTED: { value: 'interrupted', description: 'The service ended in the middle of it, time and again.' },
}

const DeliveryErrorClass = builder.enumType('DeliveryErrorClass', { values: errorClasses })

const DeliveryAttempt = builder.prismaObject('DeliveryAttempt', {
  subGraphs: ['Full'],
  description: 'One try of a delivery that came to an end.',
  fields: (t) => ({
    number: t.exposeInt('number'),
    step: t.exposeString('step', { description: 'Where it ended: prepare, commit, confirm or check.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime' }),
    durationMs: t.int({
      description: 'Milliseconds.',
      resolve: ({ startedAt, finishedAt }) => Math.max(0, finishedAt.getTime() - startedAt.getTime()),
    }),
    outcome: t.exposeString('outcome', { description: 'published, or the error class in small letters.' }),
    errorClass: t.field({
      type: DeliveryErrorClass,
      nullable: true,
      description: 'What kind of error ended it; null when it published.',
      resolve: ({ outcome }) => (outcome === 'published' ? null : (outcome as ErrorClass)),
    }),
    message: t.exposeString('message', { nullable: true, description: 'What went wrong, without secrets.' }),
    nextTryAt: t.expose('nextTryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the delivery is tried next; null for the try that ended it.',
    }),
  }),
})

builder.interfaceFields(SocialAccountPost, (t) => ({
  post: t.field({
    type: Post,
    ...fullOnly,
    resolve: async (child, _args, ctx) => {
      const post = await batched(ctx, 'post', child.postId, (ids) => postsById(ctx, ids))
      if (!post) throw new Error(`The post ${child.postId} is gone.`)
      return post
    },
  }),
  project: t.prismaField({
    type: 'Project',
    ...fullOnly,
    resolve: (query, child, _args, ctx) =>
      ctx.db.prisma.project.findUniqueOrThrow({ ...query, where: { id: child.projectId } }),
  }),
  socialAccount: t.prismaField({
    type: 'SocialAccount',
    ...fullOnly,
    resolve: (query, child, _args, ctx) =>
      ctx.db.prisma.socialAccount.findUniqueOrThrow({ ...query, where: { id: child.socialAccountId } }),
  }),
  retries: t.field({
    type: [Post],
    ...fullOnly,
    description: 'The posts that were made to repeat this failed delivery.',
    resolve: (child, _args, ctx) => batched(ctx, 'retries', child.id, (ids) => retriesOf(ctx, ids)),
  }),
  attempts: t.field({
    type: [DeliveryAttempt],
    ...fullOnly,
    description: 'Every try of the delivery, oldest first.',
    resolve: (child, _args, ctx) =>
      batched(ctx, 'attempts', child.id, async (ids) => {
        const found = await ctx.db.prisma.deliveryAttempt.findMany({
          where: { socialAccountPostId: { in: [...ids] } },
          orderBy: { number: 'asc' },
        })
        const byChild = Map.groupBy(found, (attempt) => attempt.socialAccountPostId)
        return ids.map((id) => byChild.get(id) ?? [])
      }),
  }),
}))

builder.objectField(Post, 'project', (t) =>
  t.prismaField({
    type: 'Project',
    ...fullOnly,
    resolve: (query, post, _args, ctx) =>
      ctx.db.prisma.project.findUniqueOrThrow({ ...query, where: { id: post.projectId } }),
  }),
)

builder.objectField(Post, 'retryOf', (t) =>
  t.field({
    type: SocialAccountPost,
    nullable: true,
    ...fullOnly,
    description: 'The failed delivery that this post repeats.',
    resolve: (post, _args, ctx) =>
      post.retryOfId ? batched(ctx, 'child', post.retryOfId, (ids) => childrenById(ctx, ids)) : null,
  }),
)
