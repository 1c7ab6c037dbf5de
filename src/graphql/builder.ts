/** The kit that every graphql.ts uses; types live with their features. */
import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import SubGraphPlugin from '@pothos/plugin-sub-graph'
import { Kind } from 'graphql'
import type PrismaTypes from '../../prisma/generated/pothos-types.ts'
import { getDatamodel } from '../../prisma/generated/pothos-types.ts'
import type { Context } from '../context.ts'
import { type EventType, eventTypes } from '../events/event.ts'
import { platformNames } from '../platforms/names.ts'
import { formatDateTime, parseDate, parseDateTime } from './date-time.ts'

export const builder = new SchemaBuilder<{
  Context: Context
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  /** `Rest` holds exactly the contract; what goes beyond it is in `Full` alone. */
  SubGraphs: 'Rest' | 'Full'
  Scalars: {
    Date: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    Int64: { Input: number; Output: number }
    File: { Input: string; Output: never }
    ID: { Input: string; Output: string }
    WebhookEventType: { Input: EventType; Output: EventType }
  }
}>({
  plugins: [SubGraphPlugin, ComplexityPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  subGraphs: { defaultForTypes: ['Rest', 'Full'], fieldsInheritFromTypes: true },
  prisma: {
    client: (ctx) => ctx.db.prisma,
    dmmf: getDatamodel(),
    filterConnectionTotalCount: true,
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 5,
  },
})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({ subGraphs: ['Full'] })

builder.scalarType('DateTime', {
  description: 'UTC ISO 8601 date-time with milliseconds. In requests a time zone (`Z` or an offset) is required.',
  serialize: formatDateTime,
  parseValue: parseDateTime,
})

builder.scalarType('Int64', {
  extensions: { jsonSchema: { type: 'integer', format: 'int64' } },
  description: 'An integer up to 2^53 - 1, sent as a number.',
  serialize: Number,
  parseValue: parseInt64,
  parseLiteral: (node) => parseInt64(node.kind === Kind.INT ? Number(node.value) : undefined),
})

function parseInt64(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new Error('must be an integer.')
}

builder.scalarType('File', {
  extensions: { jsonSchema: { type: 'string', format: 'binary' } },
  description: 'A file sent by the GraphQL multipart request specification, up to 100 MB.',
  serialize: () => {
    throw new Error('Files are only taken.')
  },
  parseValue: (value) => {
    if (typeof value === 'string') return value
    throw new Error('must be a file of a multipart request.')
  },
})

builder.scalarType('WebhookEventType', {
  description: `What happened: ${eventTypes.join(', ')}.`,
  extensions: { values: eventTypes, jsonSchema: { type: 'string', enum: eventTypes } },
  serialize: (value) => value,
  parseValue(value) {
    const known = eventTypes.find((type) => type === value)
    if (known) return known
    throw new Error(`must be one of ${eventTypes.join(', ')}.`)
  },
})

builder.scalarType('Date', {
  extensions: { jsonSchema: { type: 'string', format: 'date' } },
  description: 'A day in UTC, such as 2026-01-31.',
  serialize: (value) => value,
  parseValue: parseDate,
})

export const SocialPlatform = builder.enumType('SocialPlatform', {
  values: platformNames,
  description: 'The platforms that posts can be published to; SERVICETEST is the sandbox.',
})

/** Marks what REST does not have. */
export const fullOnly: { subGraphs: ['Full'] } = { subGraphs: ['Full'] }
