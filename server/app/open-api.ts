import fastifySwagger from '@fastify/swagger'
import { type Endpoint, errorsOf, type Hook } from '@krapao/contract/endpoint.ts'
import * as endpoints from '@krapao/contract/endpoints.ts'
import { type ErrorCode, errorStatus } from '@krapao/contract/errors.ts'
import * as hooks from '@krapao/contract/hooks.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import * as schemas from '@krapao/contract/schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Gate } from '../platform/http.ts'
import { Refusal } from '../platform/refusal.ts'
import { version } from './version.ts'

type Document = OpenAPIV3_1.Document
type Operation = OpenAPIV3_1.OperationObject

/** How a caller authenticates. */
const securitySchemes: Record<string, OpenAPIV3_1.SecuritySchemeObject> = {
  member: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/login`' },
  requestedWith: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Requested-With',
    description: `Always \`${requestedWith}\``,
  },
  guest: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Guest-Token',
    description: 'The token of `POST /api/chat/guest`',
  },
  operator: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/console/login`' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description:
      '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` with the secret that both sides know; at most five minutes old or early',
  },
}
const security: Record<(Endpoint | Hook)['access'], OpenAPIV3_1.SecurityRequirementObject[]> = {
  visitor: [],
  member: [{ member: [], requestedWith: [] }],
  customer: [{ member: [], requestedWith: [] }, { guest: [] }],
  operator: [{ operator: [] }],
  outside: [{ signature: [] }],
}

/** Where the API is described. */
export const documentPath = '/api/openapi.json'

/**
 * Serves the description of calls and reports at `/api/openapi.json`: all of it to operators, to others
 * without the console's calls, which would only show where to attack. To be called before the routes that it
 * describes.
 */
export async function describeCalls(app: FastifyInstance, gate: Gate): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Krapao', version, description: 'Member wallet of an online gaming operator' },
      components: { securitySchemes },
    },
    convertConstToEnum: false,
    transformObject: (document) =>
      'openapiObject' in document ? completed(document.openapiObject as Document) : document.swaggerObject,
  })
  app.get(documentPath, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const whole = app.swagger() as Document
    return (await isOperator(gate, request)) ? whole : openPart(whole)
  })
}

/** The public part of the document: without the console's calls, and without schemas that only these use. */
export function openPart(document: Document): Document {
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).filter(([path]) => !path.startsWith('/api/console/')),
  )
  const { operator: _, ...open } = securitySchemes
  const named = document.components?.schemas ?? {}
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const name of namesIn(value)) {
      if (used.has(name)) continue
      used.add(name)
      visit(named[name])
    }
  }
  visit(paths)
  const kept = Object.fromEntries(Object.entries(named).filter(([name]) => used.has(name)))
  return { ...document, paths, components: { ...document.components, securitySchemes: open, schemas: kept } }
}

const refTo = '#/components/schemas/'

/** The named schemas that a part of the document refers to. */
const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = '']) => name,
  )

/** Adds what the routes themselves do not say: callers, error codes, and names of schemas. */
function completed(document: Document): Document {
  for (const [name, call] of Object.entries({ ...endpoints, ...hooks }) as [string, Endpoint | Hook][]) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    const operation = document.paths?.[path]?.[call.method.toLowerCase() as 'get'] as Operation | undefined
    if (!operation) continue
    operation.operationId = name
    operation.security = security[call.access]
    if ('limit' in call && call.limit) {
      const { per, perMinute } = call.limit
      operation.description = `In a minute at most as often per ${per} as the setting \`${perMinute}\` says.`
    }
    if (call.errors.includes('IDEMPOTENCY_CONFLICT') && call.access !== 'outside') {
      operation.parameters = [...(operation.parameters ?? []), idempotencyKey]
    }
    operation.responses = { ...answered(operation), ...refused(call) }
  }
  document.components = { ...document.components, schemas: {} }
  document.paths = withNames(document.paths) as NonNullable<Document['paths']>
  for (const [name, schema] of Object.entries(schemas)) {
    document.components.schemas = {
      ...document.components.schemas,
      [name]: withNames(written(schema), name) as object,
    }
  }
  return document
}

const idempotencyKey: OpenAPIV3_1.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Names the request: the same key with the same call is carried out once (docs/rules.md §1.5)',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
}

const answered = ({ responses }: Operation): OpenAPIV3_1.ResponsesObject =>
  Object.fromEntries(
    Object.entries(responses ?? {}).map(([status, response]) => [
      status,
      { ...response, description: 'Done' },
    ]),
  )

/** The error answers of a call: one for each status, with the codes that have it. */
function refused(call: Endpoint | Hook): OpenAPIV3_1.ResponsesObject {
  const special: Partial<Record<ErrorCode, number>> = 'statuses' in call ? (call.statuses ?? {}) : {}
  const byStatus = Map.groupBy(errorsOf(call), (code) => special[code] ?? errorStatus[code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([status], [other]) => status - other)
      .map(([status, codes]) => [
        status,
        {
          description: codes.join(', '),
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: `${refTo}ErrorAnswer` },
                  { type: 'object', properties: { message: { type: 'string', enum: codes.toSorted() } } },
                ],
              },
            },
          },
        },
      ]),
  )
}

/** A schema as the document writes it, where `patternProperties` for any key are `additionalProperties`. */
const written = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value?.patternProperties !== 'object') return value
    const { patternProperties, ...rest } = value
    return { ...rest, additionalProperties: Object.values(patternProperties)[0] }
  })

/** The named schemas, written out. */
const names = new Map(
  Object.entries(schemas).map(([name, schema]) => [JSON.stringify(written(schema)), name]),
)

/**
 * A part of the document with references in place of named schemas. @param own the name of this part itself
 */
function withNames(value: unknown, own?: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  const name = names.get(JSON.stringify(value))
  if (name !== undefined && name !== own) return { $ref: `${refTo}${name}` }
  if (Array.isArray(value)) return value.map((element) => withNames(element))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner)]))
}

async function isOperator(gate: Gate, request: FastifyRequest): Promise<boolean> {
  if (request.headers.authorization === undefined) return false
  try {
    await gate.admitOperator(request)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
