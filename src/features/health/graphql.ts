/** Health: proves that the API is reachable with a key. */
import { builder } from '../../graphql/builder.ts'

interface HealthShape {
  message: string
  timestamp: Date
  version: string
}

const Health = builder.objectRef<HealthShape>('Health').implement({
  fields: (t) => ({
    message: t.exposeString('message'),
    timestamp: t.expose('timestamp', { type: 'DateTime' }),
    version: t.exposeString('version', { description: 'The API version that answered, such as `v1`.' }),
  }),
})

builder.queryField('health', (t) =>
  t.field({
    type: Health,
    description: 'Proves that the service is reachable and the key is good.',
    resolve: (_root, _args, ctx) => ({ message: 'OK', timestamp: new Date(ctx.clock.now()), version: 'v1' }),
  }),
)
