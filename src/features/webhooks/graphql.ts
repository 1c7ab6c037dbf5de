/** Webhook endpoints and the log of their deliveries. */
import { DeliveryEvent } from '../../events/graphql.ts'
import { batched } from '../../graphql/batch.ts'
import { builder, fullOnly } from '../../graphql/builder.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import {
  type WebhookDelivery as Delivery,
  type DeliveryPage,
  deliveryStatuses,
  listDeliveries,
} from './delivery-log.ts'
import { findWebhook } from './find-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { rotateSecret } from './rotate-secret.ts'
import { toWebhook, type Webhook } from './webhook.ts'

const WebhookDeliveryStatus = builder.enumType('WebhookDeliveryStatus', { values: deliveryStatuses })

const WebhookDelivery = builder.objectRef<Delivery>('WebhookDelivery').implement({
  description: 'One event on its way to one endpoint.',
  fields: (t) => ({
    id: t.exposeID('id'),
    webhookId: t.exposeID('webhookId'),
    event: t.expose('event', { type: DeliveryEvent }),
    status: t.expose('status', {
      type: WebhookDeliveryStatus,
      description: 'PENDING until a 2xx answer (DELIVERED) or the last attempt (FAILED).',
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was sent.' }),
    statusCode: t.exposeInt('statusCode', { nullable: true, description: "The last answer's status." }),
    durationMs: t.exposeInt('durationMs', { nullable: true, description: 'How long the last attempt took.' }),
    response: t.exposeString('response', { nullable: true, description: 'The first 1 KB of the last answer.' }),
    errorMessage: t.exposeString('errorMessage', { nullable: true, description: 'Why it did not arrive.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastAttemptAt: t.expose('lastAttemptAt', { type: 'DateTime', nullable: true }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
  }),
})

const WebhookDeliveryPage = builder.objectRef<DeliveryPage>('WebhookDeliveryPage').implement({
  fields: (t) => ({
    deliveries: t.expose('deliveries', { type: [WebhookDelivery] }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Absent on the last page.' }),
  }),
})

const pageComplexity = ({ limit }: { limit: number }) => ({ field: 1, multiplier: Math.min(Math.max(limit, 1), 100) })

const WebhookEndpoint = builder.objectRef<Webhook>('WebhookEndpoint').implement({
  description: 'An address that events are posted to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.exposeString('url'),
    eventTypes: t.expose('eventTypes', { type: ['WebhookEventType'] }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    signingSecret: t.exposeString('signingSecret', {
      nullable: true,
      description: 'Base64 of 32 bytes; returned once, by the operation that made it.',
    }),
    projectIds: t.idList({
      ...fullOnly,
      nullable: true,
      description: 'The only projects whose events it gets; null for all.',
      resolve: (webhook) => webhook.projectIds,
    }),
    disabledAt: t.expose('disabledAt', { type: 'DateTime', nullable: true, ...fullOnly }),
    disabledReason: t.exposeString('disabledReason', { nullable: true, ...fullOnly }),
    deliveries: t.field({
      type: WebhookDeliveryPage,
      ...fullOnly,
      description: 'What was sent to it, newest first.',
      args: { limit: t.arg.int({ required: true, defaultValue: 50 }), cursor: t.arg.string({}) },
      complexity: pageComplexity,
      resolve: (webhook, args, ctx) =>
        batched(ctx, `webhook deliveries ${JSON.stringify(args)}`, webhook.id, (ids) => listDeliveries(ctx, ids, args)),
    }),
  }),
})

const webhookId = { required: true } as const

builder.queryField('webhooks', (t) =>
  t.field({
    type: [WebhookEndpoint],
    description: 'The webhook endpoints of the organization, newest first.',
    resolve: (_root, _args, ctx) => listWebhooks(ctx),
  }),
)

builder.queryField('webhook', (t) =>
  t.field({
    type: WebhookEndpoint,
    ...fullOnly,
    args: { webhookId: t.arg.id(webhookId) },
    resolve: async (_root, args, ctx) => toWebhook(await findWebhook(ctx, args.webhookId)),
  }),
)

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDeliveryPage,
    description: 'What was sent to an endpoint, newest first.',
    args: {
      webhookId: t.arg.id(webhookId),
      limit: t.arg.int({ required: true, defaultValue: 50, description: '1 to 100.' }),
      cursor: t.arg.string({ description: '`nextCursor` of the previous page.' }),
    },
    complexity: pageComplexity,
    resolve: async (_root, args, ctx) => {
      const { id } = await findWebhook(ctx, args.webhookId)
      const [page] = await listDeliveries(ctx, [id], args)
      return page as DeliveryPage
    },
  }),
)

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  fields: (t) => ({
    url: t.string({ required: true, description: 'HTTPS address that receives POSTed events.' }),
    eventTypes: t.field({ type: ['WebhookEventType'], required: true, description: 'At least 1.' }),
  }),
})

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: WebhookEndpoint,
    description: 'Registers an endpoint. Its signing secret is returned here alone.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true }) },
    resolve: (_root, { input }, ctx) => createWebhook(ctx, input),
  }),
)

builder.mutationField('deleteWebhook', (t) =>
  t.id({
    description: 'Deletes an endpoint; what was not delivered yet never is. Returns its id.',
    args: { webhookId: t.arg.id(webhookId) },
    resolve: async (_root, args, ctx) => {
      await deleteWebhook(ctx, args)
      return args.webhookId
    },
  }),
)

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: WebhookEndpoint,
    description: 'Makes a new signing secret, returned here alone; for 24 hours the one before signs along.',
    args: { webhookId: t.arg.id(webhookId) },
    resolve: (_root, args, ctx) => rotateSecret(ctx, args),
  }),
)

builder.mutationField('redeliverWebhook', (t) =>
  t.field({
    type: WebhookDelivery,
    description: 'Sends an event to an endpoint again, at once.',
    args: { webhookId: t.arg.id(webhookId), deliveryId: t.arg.id({ required: true }) },
    resolve: (_root, args, ctx) => redeliver(ctx, args),
  }),
)
