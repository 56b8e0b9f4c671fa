import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, createClient, type Surroundings } from './client.ts'

/** The requests that the client sends, to a real local server that records them and answers as the test says. */

const asked: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
let answer = { status: 200, body: '{}' }
const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const body = await text(request)
  asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
  response.writeHead(answer.status, { 'content-type': 'application/json', 'x-request-id': 'r1' })
  response.end(answer.body)
})

const send = fetch
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  // Browsers complete a path by the page's address; this test runs without one.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(address + path, init))
  asked.length = 0
  answer = { status: 200, body: '{}' }
})
afterEach(() => vi.unstubAllGlobals())

function clientOf(given: Partial<Surroundings> = {}) {
  const events: unknown[] = []
  const client = createClient({
    token: () => 'secret',
    refused: (code, token) => events.push([code, token]),
    watch: () => ({
      answered: () => events.push('answered'),
      lost: (how) => {
        events.push(how)
        return 'NETWORK'
      },
    }),
    ...given,
  })
  return { ...client, events }
}

it('a call with a body sends the path’s values, the key and the token outside the body', async () => {
  const { api, events } = clientOf()
  answer.body = '{"qrcodeId":"q1"}'
  const call = { params: { code: 'A/B' }, amount: 40.37 }
  expect(await api('POST /api/qrcode/:code', call, { idempotencyKey: 'k1' })).toEqual({ qrcodeId: 'q1' })
  expect(asked).toMatchObject([
    {
      line: 'POST /api/qrcode/A%2FB',
      headers: {
        authorization: 'Bearer secret',
        'idempotency-key': 'k1',
        'content-type': 'application/json',
      },
      body: '{"amount":40.37}',
    },
  ])
  expect(asked[0]?.headers['x-requested-with']).toBeTruthy()
  expect(events).toEqual(['answered'])
})

it('a call that only reads has no body and leaves out undefined values', async () => {
  const { api } = clientOf({ token: () => undefined })
  const query = { kind: 'login', before: undefined }
  await api('GET /api/console/audit', { query } as never)
  await api('GET /api/wallet/account/:code', { params: { code: 'PG' } })
  expect(asked.map(({ line, body }) => [line, body])).toEqual([
    ['GET /api/console/audit?kind=login', ''],
    ['GET /api/wallet/account/PG', ''],
  ])
  expect(asked[0]?.headers).not.toHaveProperty('authorization')
  expect(asked[0]?.headers).not.toHaveProperty('content-type')
})

it.each([
  ['MONEY_NOT_ENOUGH', 'MONEY_NOT_ENOUGH'],
  ['cannot verify identity', 'invalid-token'],
  [undefined, 'INTERNAL_SERVER_ERROR'],
])('an answer of %s is thrown as %s, and given to the app', async (message, code) => {
  const { api, events } = clientOf()
  answer = { status: 422, body: JSON.stringify({ message, minimum: 5 }) }
  const error = await api('GET /api/wallet').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code, status: 422, body: { minimum: 5, requestId: 'r1' } })
  expect(events).toEqual(['answered', [code, 'secret']])
})

it('without an answer the app’s own code for the failure is thrown', async () => {
  const { api, events } = clientOf()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(api('POST /api/wallet/add', { amount: 1 })).rejects.toMatchObject({
    code: 'NETWORK',
    status: 0,
  })
  expect(events).toEqual([{ method: 'POST', isCancelled: false }])
})

it('an answer that is not JSON, such as a proxy’s, counts as no answer', async () => {
  const { api } = clientOf()
  answer = { status: 502, body: '<h1>Bad gateway</h1>' }
  await expect(api('GET /api/wallet')).rejects.toMatchObject({ code: 'NETWORK', status: 0 })
})

it('an aborted call fails as NETWORK, marked as cancelled', async () => {
  const { api, events } = clientOf()
  const abort = new AbortController()
  const called = api('GET /api/wallet', { signal: abort.signal })
  abort.abort()
  await expect(called).rejects.toMatchObject({ code: 'NETWORK', status: 0 })
  expect(events).toEqual([{ method: 'GET', isCancelled: true }])
})

it('a call whose signal was aborted before is not sent', async () => {
  const { api, events } = clientOf()
  await expect(api('GET /api/wallet', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'NETWORK',
  })
  expect(asked).toEqual([])
  expect(events).toEqual([{ method: 'GET', isCancelled: true }])
})
