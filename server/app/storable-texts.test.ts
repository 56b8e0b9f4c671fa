import type { CallName } from '@krapao/contract/client.ts'
import type { Endpoint } from '@krapao/contract/endpoint.ts'
import * as endpoints from '@krapao/contract/endpoints.ts'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newOperator } from '../slices/operator/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'

/**
 * A text that cannot be stored, half an emoji or one with a zero byte, is refused in every field of every
 * call (rules.md §14): never an error of ours, at which a client would send it again for ever.
 */

const unstorable = ['x\ud83d', 'a\udc00b', '\u0000'] as const

type Path = (string | number)[]
/** A value of the schema's shape, and where in it texts are. */
interface Shape {
  value: unknown
  texts: Path[]
}

const examples = [
  '0',
  '1',
  'slip',
  'bonus',
  'AAA',
  'a'.repeat(12),
  `cv${'a'.repeat(16)}`,
  `cr${'a'.repeat(16)}`,
  '2026-11-01',
]

/** The address of a call, with parameters of the right form. */
function addressOf({ path, params }: Endpoint): string {
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, TSchema> }
  return path.replace(/:(\w+)/g, (_, name) => {
    const schema = Compile(properties[name] as TSchema)
    return examples.find((example) => schema.Check(example)) ?? '0'
  })
}

/** One shape for each alternative of a schema, with every optional field. */
function shapesOf(schema: TSchema): Shape[] {
  const form = schema as Record<string, unknown>
  const alternatives = (form.anyOf ?? form.oneOf) as TSchema[] | undefined
  if (alternatives) return alternatives.flatMap(shapesOf)
  if (Array.isArray(form.enum))
    return [{ value: form.enum[0], texts: typeof form.enum[0] === 'string' ? [[]] : [] }]
  if ('const' in form) return [{ value: form.const, texts: typeof form.const === 'string' ? [[]] : [] }]
  switch (form.type) {
    case 'string':
      return [{ value: 'x', texts: [[]] }]
    case 'array':
      return shapesOf(form.items as TSchema).map(({ value, texts }) => ({
        value: [value],
        texts: texts.map((path) => [0, ...path]),
      }))
    case 'object': {
      const properties = Object.entries((form.properties ?? {}) as Record<string, TSchema>)
      const all = properties.map(([name, inner]) => [name, shapesOf(inner)] as const)
      const usual = Object.fromEntries(all.map(([name, [first]]) => [name, first?.value]))
      const patterns = Object.values((form.patternProperties ?? {}) as Record<string, TSchema>)
      return [
        ...all.flatMap(([name, shapes]) =>
          shapes.map(({ value, texts }) => ({
            value: { ...usual, [name]: value },
            texts: texts.map((path) => [name, ...path]),
          })),
        ),
        ...patterns.flatMap(shapesOf).map(({ value, texts }) => ({
          value: { ...usual, a: value },
          texts: texts.map((path) => ['a', ...path]),
        })),
      ]
    }
    default:
      return [{ value: 1, texts: [] }]
  }
}

function replaced(value: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[step] = replaced(copy[step], rest, text)
  return copy
}

let app: TestApp
const tokens: Partial<Record<Endpoint['access'], string>> = {}
beforeAll(async () => {
  app = await testApp({ config: { CALLS_PER_SECOND: 100_000 } })
  tokens.member = (await app.registerMember()).token
  tokens.customer = tokens.member
  tokens.operator = (await newOperator(app, 'owner')).token
})
afterAll(() => app.close())

async function send({ method, path, access }: Endpoint, url: string, body?: unknown) {
  const token = tokens[access]
  const answer = await fetch(`${app.address}${url || path}`, {
    method,
    headers: {
      'x-requested-with': 'wallet-user',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { message, fields = [] } = (await answer.json()) as { message?: string; fields?: { field: string }[] }
  return { status: answer.status, message, fields: fields.map(({ field }) => field) }
}

const calls = Object.values(endpoints as Record<string, Endpoint>).map(
  (call) => [`${call.method} ${call.path}`, call] as const,
)
const withTexts = calls.flatMap(([name, call]) => {
  const shapes = call.body ? shapesOf(call.body).filter(({ texts }) => texts.length > 0) : []
  return shapes.length > 0 ? [[name, call, shapes] as const] : []
})

it('finds the texts of the calls', () => {
  expect(withTexts.length).toBeGreaterThan(40)
  expect(withTexts.flatMap(([, , shapes]) => shapes.flatMap(({ texts }) => texts)).length).toBeGreaterThan(
    150,
  )
})

it.each(withTexts)('%s refuses it in every field of its body', async (_, call, shapes) => {
  const tried = shapes.flatMap(({ value, texts }) =>
    texts.flatMap((path) => unstorable.map((text) => ({ path, body: replaced(value, path, text) }))),
  )
  await Promise.all(
    tried.map(async ({ path, body }) => {
      const url = addressOf(call)
      const { status, fields } = await send(call, url, body)
      expect({ path, status, fields }).toEqual({ path, status: 400, fields: [path.join('/')] })
    }),
  )
})

it.each(calls.filter(([, { params, query }]) => params ?? query))(
  '%s refuses it in its address',
  async (_, call) => {
    const names = Object.keys((call.query as { properties?: object } | undefined)?.properties ?? {})
    for (const text of ['%00', '%ED%A0%BD']) {
      const inPath = call.path.replace(/:\w+/g, text)
      const urls = [
        ...(inPath === call.path ? [] : [inPath]),
        ...names.map((name) => `${addressOf(call)}?${name}=${text}`),
      ]
      for (const url of urls) {
        const { status, message } = await send(call, url, call.body && {})
        // What is no UTF-8 is read as the letters that stand there, and those can be stored.
        if (text === '%00') expect([url, status]).toEqual([url, 400])
        else expect(status, `${url} ${message}`).toBeLessThan(500)
      }
    }
  },
)

describe('as clients have sent it', () => {
  const lone = (text: string) => ({ message: { message_type: 'text', payload: { message: text } } })
  const postback = (title: string, payload: string) => ({
    message: { message_type: 'postback', payload: { title, payload } },
  })
  const texts = { th: 'x\ud83d', la: 'x\ud83d', en: 'x\ud83d' }
  it.each<[CallName, object]>([
    ['POST /api/chat/send-message', lone('x\ud83d')],
    ['POST /api/chat/send-message', lone('a\udc00b')],
    ['POST /api/chat/send-message', postback('x\ud83d', 'menu')],
    ['POST /api/chat/send-message', postback('menu', 'x\ud83d')],
    ['POST /api/console/chats/:id/messages', lone('x\ud83d')],
    ['POST /api/console/chat-replies', { shortcut: 'zz1', texts }],
    ['PUT /api/console/chat-bot', { greeting: 'สวัสดี\ud83d' }],
  ])('%s %j', async (name, body) => {
    const call = calls.find(([declared]) => declared === name)?.[1] as Endpoint
    const sent = { clientId: 'one-message', ...body }
    expect(await send(call, addressOf(call), sent)).toMatchObject({
      status: 400,
      message: 'INVALID_REQUEST',
    })
  })
})
