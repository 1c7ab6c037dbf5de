/** The OpenAPI document of the REST API, made from the routes, the schema behind them and the platforms' fields. */
import { type GraphQLArgument, type GraphQLField, getNullableType, isListType } from 'graphql'
import { restSchema } from '../../schema.ts'
import { errorResponses } from './openapi-errors.ts'
import { bodyExamples, exampleOf } from './openapi-examples.ts'
import { limits } from './openapi-limits.ts'
import { isRequired, type JsonSchema, type Schemas } from './openapi-objects.ts'
import { createSchemas } from './openapi-schemas.ts'
import type { RestRoute } from './routes/route.ts'
import { routes } from './routes.ts'

export interface OpenapiDocument {
  openapi: string
  info: JsonSchema
  servers: { url: string }[]
  paths: Record<string, Record<string, JsonSchema>>
  components: { schemas: Record<string, JsonSchema> } & JsonSchema
  [field: string]: unknown
}

/** @param publicUrl the service's own address, without a slash at the end */
export function openapiDocument(publicUrl: string): OpenapiDocument {
  const schemas = createSchemas()
  const issue = restSchema.getType('ValidationIssue')
  if (issue) schemas.of(issue as Parameters<Schemas['of']>[0])
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of routes) {
    const item = paths[route.path] ?? {}
    item[route.method.toLowerCase()] = operation(schemas, route)
    paths[route.path] = item
  }
  const document: OpenapiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Social publishing API',
      version: '1.0.0',
      description:
        'Schedules and publishes posts to social media platforms. Times are UTC; identifiers are opaque; a field without a value is absent, never null.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/v1` }],
    security: [{ ApiKey: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map(describeTag),
    paths,
    components: {
      securitySchemes: { ApiKey: { type: 'http', scheme: 'bearer', description: 'The API key of an organization.' } },
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      schemas: schemas.components,
    },
  }
  addExamples(document)
  return document
}

const tagDescriptions: Readonly<Record<string, string>> = {
  Posts: 'Posts, each with one social account post per target account.',
  Projects: 'Business profiles: each isolates the accounts, media and posts of one user, client or brand.',
  'Social accounts': "A project's connections to accounts on the platforms.",
}

function describeTag(name: string): JsonSchema {
  return { name, description: tagDescriptions[name] ?? `${name} of the service.` }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same request with the same key within 24 hours gets the first response again and makes nothing new.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const seconds = { type: 'integer', minimum: 1 }

const headers = {
  RequestId: {
    description: "Identifies the request in the service's log: the caller's own X-Request-Id when it sent a sane one.",
    required: true,
    schema: { type: 'string' },
  },
  Replayed: {
    description: 'The response is that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  Authenticate: { description: 'How to authenticate.', required: true, schema: { type: 'string', const: 'Bearer' } },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: seconds },
  MaybeRetryAfter: { description: 'Seconds to wait, where waiting helps.', schema: seconds },
}

function operation(schemas: Schemas, route: RestRoute): JsonSchema {
  const field = fieldOf(route)
  const body = field.args.find((arg) => arg.name === (route.body ?? route.multipart))
  const parameters = [
    ...field.args.filter((arg) => arg !== body).map((arg) => parameter(schemas, route, arg)),
    ...(route.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return {
    operationId: field.name,
    tags: [route.tag],
    summary: route.summary,
    ...(field.description && { description: field.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: route.multipart ? formBody(schemas, body) : requestBody(schemas, route, body) }),
    responses: { [route.status]: success(schemas, route, field), ...errorResponses(schemas, route) },
  }
}

/** An argument that the path does not name is a query parameter; lists are one comma-separated value. */
function parameter(schemas: Schemas, route: RestRoute, arg: GraphQLArgument): JsonSchema {
  const inPath = route.path.includes(`{${arg.name}}`)
  const { description, ...schema } = schemas.ofField(route.field, arg)
  return {
    name: arg.name,
    in: inPath ? 'path' : 'query',
    ...((inPath || isRequired(arg)) && { required: true }),
    ...(description !== undefined && { description }),
    ...(isListType(getNullableType(arg.type)) && { style: 'form', explode: false }),
    schema,
  }
}

function requestBody(schemas: Schemas, { field }: RestRoute, body: GraphQLArgument): JsonSchema {
  return { required: true, content: { 'application/json': { schema: { ...schemas.of(body.type), ...limits[field] } } } }
}

/** A form whose one field is the file. */
function formBody(schemas: Schemas, file: GraphQLArgument): JsonSchema {
  const schema = {
    type: 'object',
    properties: { [file.name]: schemas.of(file.type) },
    required: [file.name],
    additionalProperties: false,
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function success(schemas: Schemas, route: RestRoute, field: GraphQLField<unknown, unknown>): JsonSchema {
  return {
    description: route.status === 204 ? 'Done; there is no body.' : route.status === 201 ? 'Created.' : 'The result.',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(route.method === 'POST' && { 'Idempotent-Replayed': { $ref: '#/components/headers/Replayed' } }),
    },
    ...(route.status !== 204 && { content: { 'application/json': { schema: schemas.of(field.type) } } }),
  }
}

function fieldOf({ field }: RestRoute): GraphQLField<unknown, unknown> {
  const [typeName, fieldName] = field.split('.') as [string, string]
  const type = typeName === 'Query' ? restSchema.getQueryType() : restSchema.getMutationType()
  const found = type?.getFields()[fieldName]
  if (!found) throw new Error(`The schema has no ${field}.`)
  return found
}

/** Examples come last, when every schema they follow is there. */
function addExamples({ paths, components }: OpenapiDocument): void {
  type Content = { content?: Record<string, JsonSchema & { schema: JsonSchema }> }
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const { requestBody: body, responses } = operation as { requestBody?: Content; responses: Record<string, Content> }
    for (const content of Object.values(body?.content ?? {})) {
      content.examples = bodyExamples(components.schemas, content.schema)
    }
    for (const [status, response] of Object.entries(responses)) {
      if (!status.startsWith('2')) continue
      for (const content of Object.values(response.content ?? {})) {
        content.example = exampleOf(components.schemas, content.schema)
      }
    }
  }
}
