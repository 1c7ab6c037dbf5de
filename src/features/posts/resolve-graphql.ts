/** Settling deliveries whose outcome is unknown. */
import { builder } from '../../graphql/builder.ts'
import { SocialAccountPost } from './post-types.ts'
import { resolveDelivery } from './resolve-delivery.ts'

const DeliveryResolution = builder.enumType('DeliveryResolution', {
  description: 'What a person found on the platform.',
  values: ['PUBLISHED', 'NOT_PUBLISHED'] as const,
})

const ResolveDeliveryInput = builder.inputType('ResolveDeliveryInput', {
  fields: (t) => ({
    resolution: t.field({ type: DeliveryResolution, required: true }),
    externalPostId: t.string({ description: "With PUBLISHED: the platform's id of the post, 1 to 255 characters." }),
    externalPostUrl: t.string({ description: 'With PUBLISHED: its http(s) address, at most 2048 characters.' }),
    retry: t.boolean({ defaultValue: false, description: 'With NOT_PUBLISHED: publish it again, now, as a new post.' }),
  }),
})

builder.mutationField('resolveDelivery', (t) =>
  t.field({
    type: SocialAccountPost,
    description:
      'Settles, once, the outcome of a delivery that FAILED and may be published all the same: it becomes PUBLISHED, or stays FAILED and is known to be so.',
    args: {
      socialAccountPostId: t.arg.id({ required: true }),
      input: t.arg({ type: ResolveDeliveryInput, required: true }),
    },
    resolve: (_root, { socialAccountPostId, input }, ctx) => resolveDelivery(ctx, socialAccountPostId, input),
  }),
)
