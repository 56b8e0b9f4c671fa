import type { Endpoint, Expected } from '@krapao/contract/endpoint.ts'
import { toMinor } from '@krapao/contract/money.ts'
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import Value from 'typebox/value'
import { Refusal } from './refusal.ts'

/**
 * The figures that the caller of a money call was shown (`Endpoint.expected`, rules.md §1.8): where it is
 * sent, read and compared.
 */

const schemaOf = ({ expected }: Endpoint): TSchema | undefined =>
  typeof expected === 'string' || expected === null ? undefined : expected

const isRead = ({ method }: Endpoint): boolean => method === 'GET'

/** The schemas of query and body, with `expected` as an optional part of one of them. */
export function withExpected(endpoint: Endpoint): { query?: TSchema; body?: TSchema } {
  const { query, body } = endpoint
  const schema = schemaOf(endpoint)
  const within = (object: TSchema | undefined, expected: TSchema): TSchema =>
    Type.Object({
      ...(object as { properties?: Record<string, TSchema> } | undefined)?.properties,
      expected: Type.Optional(expected),
    })
  const asText = (shown: TSchema) =>
    Type.String({
      description: 'JSON: what the caller was shown',
      maxLength: 1000,
      contentMediaType: 'application/json',
      contentSchema: shown,
    })
  const [shownQuery, shownBody] = !schema
    ? [query, body]
    : isRead(endpoint)
      ? [within(query, asText(schema)), body]
      : [query, within(body, schema)]
  return { ...(shownQuery && { query: shownQuery }), ...(shownBody && { body: shownBody }) }
}

/**
 * Takes `expected` out of a request: it is no part of what is asked for, so that the same request with other
 * figures is the same request to its `Idempotency-Key`.
 * @throws Refusal `INVALID_REQUEST` it is not what the call takes
 */
export function takeExpected<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): Expected<E> | undefined {
  const schema = schemaOf(endpoint)
  if (!schema) return undefined
  if (isRead(endpoint)) {
    const { expected: text } = request.query as { expected?: string }
    return text === undefined ? undefined : read<E>(schema, text)
  }
  const { expected, ...body } = request.body as { expected?: Expected<E> }
  request.body = body
  return expected
}

function read<E extends Endpoint>(schema: TSchema, text: string): Expected<E> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (Value.Check(schema, value)) return value as Expected<E>
  throw new Refusal('INVALID_REQUEST', {
    fields: [{ field: 'expected', reason: 'not what this call takes' }],
  })
}

/**
 * Refuses a move that is not what its caller was shown. Asked for in the transaction that moves the money, by
 * the figures that it moves, and only then: a key that has moved already answers what it moved.
 * @param expected undefined: a client that says nothing of the kind
 * @throws Refusal `FIGURES_CHANGED` with `present`; the transaction must roll back
 */
export function requireExpected<Figures extends object>(
  expected: Figures | undefined,
  present: Figures,
): void {
  if (!expected) return
  const isSame = Object.entries(present).every(([name, figure]) =>
    isEqual((expected as Record<string, unknown>)[name], figure),
  )
  if (!isSame) throw new Refusal('FIGURES_CHANGED', { present })
}

/** Amounts are compared in minor units. */
const isEqual = (figure: unknown, other: unknown): boolean =>
  typeof figure === 'number' && typeof other === 'number'
    ? toMinor(figure) === toMinor(other)
    : figure === other
