/** Events over GraphQL: the same payloads and ids as webhooks get. */
import { builder, SocialPlatform } from '../graphql/builder.ts'
import type { EventPayload } from './event.ts'
import { feedOf } from './feed.ts'

export const DeliveryOutcome = builder.enumType('DeliveryOutcome', {
  description: 'What is known of a delivery whose publishing call lost its answer.',
  values: {
    UNKNOWN: { description: 'The post may or may not be published: look, and settle it with resolveDelivery.' },
    RESOLVED: { description: 'It was UNKNOWN, until somebody said what became of it.' },
  } as const,
})

export const DeliveryEvent = builder.objectRef<EventPayload>('DeliveryEvent').implement({
  description: 'Something that happened to a delivery or an account; account events carry the account fields alone.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The same on every attempt and for every receiver.' }),
    eventType: t.expose('eventType', { type: 'WebhookEventType' }),
    occurredAt: t.field({ type: 'DateTime', resolve: (event) => new Date(event.occurredAt) }),
    projectId: t.exposeID('projectId'),
    postId: t.exposeID('postId', { nullable: true }),
    socialAccountPostId: t.exposeID('socialAccountPostId', { nullable: true }),
    socialAccountId: t.exposeID('socialAccountId'),
    platform: t.expose('platform', { type: SocialPlatform }),
    externalPostId: t.exposeString('externalPostId', { nullable: true }),
    externalPostUrl: t.exposeString('externalPostUrl', { nullable: true }),
    errorMessage: t.exposeString('errorMessage', { nullable: true }),
    retryPostId: t.exposeID('retryPostId', { nullable: true }),
    outcome: t.expose('outcome', {
      type: DeliveryOutcome,
      nullable: true,
      description: 'UNKNOWN when a failed delivery may be published all the same; absent otherwise.',
    }),
  }),
})

builder.subscriptionField('deliveryEvents', (t) =>
  t.field({
    type: DeliveryEvent,
    description:
      'Events as they happen. With `after`, the id of the last event a client has seen, those it missed come first: none is left out and none comes twice, up to 30 days back.',
    args: {
      projectIds: t.arg.idList({ description: 'Only events of these projects.' }),
      postIds: t.arg.idList({ description: 'Only events of these posts.' }),
      socialAccountIds: t.arg.idList({ description: 'Only events of these accounts.' }),
      eventTypes: t.arg({ type: ['WebhookEventType'], description: 'Only events of these types.' }),
      after: t.arg.id({ description: 'An event id.' }),
    },
    subscribe: (_root, { after, ...filter }, ctx) => feedOf(ctx).subscribe(ctx.actor, filter, after),
    resolve: (event) => event,
  }),
)
