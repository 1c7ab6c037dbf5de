import { lexicographicSortSchema, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../src/schema.ts'

test('schema.graphql is what the code says (npm test -- -u rewrites it)', async () => {
  await expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toMatchFileSnapshot('../schema.graphql')
})
