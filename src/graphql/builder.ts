/** The kit that every graphql.ts uses; types live with their features. */
import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import SubGraphPlugin from '@pothos/plugin-sub-graph'
import type PrismaTypes from '../../prisma/generated/pothos-types.ts'
import { getDatamodel } from '../../prisma/generated/pothos-types.ts'
import type { Context } from '../context.ts'
import { platformNames } from '../platforms/names.ts'
import { parseDate, parseDateTime } from './date-time.ts'

export const builder = new SchemaBuilder<{
  Context: Context
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  /** `Rest` holds exactly the contract; what goes beyond it is in `Full` alone. */
  SubGraphs: 'Rest' | 'Full'
  Scalars: {
    Date: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    ID: { Input: string; Output: string }
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

builder.scalarType('DateTime', {
  description: 'UTC ISO 8601 date-time with milliseconds. In requests a time zone (`Z` or an offset) is required.',
  serialize: (value) => value.toISOString(),
  parseValue: parseDateTime,
})

builder.scalarType('Date', {
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
