/** How posts hang together with projects, accounts and attempts, for GraphQL alone; every one is loaded in batches. */
import { batched } from '../../graphql/batch.ts'
import { builder, fullOnly } from '../../graphql/builder.ts'
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

const DeliveryAttempt = builder.prismaObject('DeliveryAttempt', {
  subGraphs: ['Full'],
  description: 'One try of a delivery.',
  fields: (t) => ({
    number: t.exposeInt('number'),
    step: t.exposeString('step', { description: 'Where it ended: prepare, commit, confirm or check.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime' }),
    outcome: t.exposeString('outcome', {
      description: 'published, retry, reconnect, operator, rejected or outcome-unknown.',
    }),
    message: t.exposeString('message', { nullable: true }),
    nextTryAt: t.expose('nextTryAt', { type: 'DateTime', nullable: true }),
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
    description: 'The posts that the retry policy made to repeat this failed delivery.',
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
