import { endpoint, Ok } from '@krapao/contract/endpoint.ts'
import type { ErrorCode } from '@krapao/contract/errors.ts'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { type Gate, mount } from '../platform/http.ts'
import { Refusal } from '../platform/refusal.ts'
import { answerErrors } from './answers.ts'
import { measure } from './metrics.ts'

/** A server with one call that is refused with a code, whether or not the call declares it. */
async function refusing(code: ErrorCode, { isStrict }: { isStrict: boolean }) {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } })
  answerErrors(app, isStrict)
  const seen = { skewSeconds: undefined, unsealedSeconds: undefined }
  const jobs = { runs: () => new Map() }
  measure(app, { token: undefined, isDemo: true, jobs, watch: { seen: () => seen } })
  const call = endpoint({
    method: 'GET',
    path: '/api/one/:id',
    summary: 'Is always refused',
    access: 'visitor',
    answer: Ok,
    errors: ['NO_DATA'],
  })
  // Visitors may call it without that.
  mount(app, {} as Gate, call, async () => {
    throw new Refusal(code)
  })
  const answer = await app.inject('/api/one/1234')
  const counted = (await app.inject('/metrics')).body.match(/^undeclared_codes_total\{.*$/m)?.[0]
  await app.close()
  return { status: answer.statusCode, body: answer.json(), lines, counted }
}

describe('an error code that a call does not declare', () => {
  test.each([
    ['its own', 'NO_DATA', 404],
    ['one that any call may answer', 'SERVICE_UNAVAILABLE', 503],
  ] as const)('%s is answered and nothing is said', async (_, code, status) => {
    const found = await refusing(code, { isStrict: true })
    expect(found).toMatchObject({ status, body: { message: code } })
    expect(found.counted).toBe(undefined)
    expect(found.lines.join()).not.toContain('does not declare')
  })

  test('is a server error in strict mode, and the log line names call and code', async () => {
    const found = await refusing('NO_USER', { isStrict: true })
    expect(found).toMatchObject({
      status: 500,
      body: { message: 'INTERNAL_SERVER_ERROR', undeclared: 'NO_USER', requestId: expect.any(String) },
    })
    expect(JSON.parse(found.lines[0] ?? '')).toMatchObject({ call: 'GET /api/one/:id', code: 'NO_USER' })
  })

  test('is answered as it is in other modes, with a log line and a count', async () => {
    const found = await refusing('NO_USER', { isStrict: false })
    expect([found.status, found.body]).toEqual([404, { message: 'NO_USER' }])
    expect(JSON.parse(found.lines[0] ?? '')).toMatchObject({
      level: 50,
      call: 'GET /api/one/:id',
      code: 'NO_USER',
    })
    expect(found.counted).toBe('undeclared_codes_total{method="GET",route="/api/one/:id",code="NO_USER"} 1')
  })
})
