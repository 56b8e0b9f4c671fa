import type { Endpoint, Hook } from '@krapao/contract/endpoint.ts'
import * as endpoints from '@krapao/contract/endpoints.ts'
import * as hooks from '@krapao/contract/hooks.ts'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { schemaCompilers, serializerOf, validatorOf } from './schemas.ts'

const calls: [string, Endpoint | Hook][] = [...Object.entries(endpoints), ...Object.entries(hooks)]

test.each(calls)('the schemas of %s can be compiled', (_, call) => {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = part in call && (call as Record<typeof part, object | undefined>)[part]
    if (schema) expect(validatorOf(schema)).toBeTypeOf('function')
  }
  expect(serializerOf(call.answer)).toBeTypeOf('function')
})

test('a schema that cannot be compiled fails its own call and no other, and at each request', async () => {
  const app = Fastify({ schemaController: { compilersFactory: schemaCompilers } })
  app.post('/wrong', { schema: { body: { type: 'nothing' } } }, () => 'done')
  app.post('/right', { schema: { body: Type.Object({ a: Type.Number() }) } }, () => 'done')
  const status = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, payload })).statusCode
  for (let turn = 0; turn < 2; turn++) {
    expect(await status('/wrong', {})).toBe(500)
    expect(await status('/right', { a: 1 })).toBe(200)
    expect(await status('/right', { a: '1' })).toBe(400)
  }
  await app.close()
})
