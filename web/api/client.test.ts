import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, createClient, type Surroundings } from './client.ts'

/**
 * The requests that the client sends, to a real local server that records them and answers as the test says.
 */

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

/** What a question about a bonus showed. */
const expected = { version: 1, amount: 5, required: null }

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

it('what was shown goes with the body, or of a GET with the address', async () => {
  const { api } = clientOf()
  const idempotencyKey = 'k1'
  await api('POST /api/wallet/transferAll', { to: 'PG' }, { expected: { amount: 40.37 }, idempotencyKey })
  await api('GET /api/refund/receive', { expected: { amount: 5 }, idempotencyKey })
  expect(asked.map(({ line, body }) => [line, body])).toEqual([
    ['POST /api/wallet/transferAll', '{"to":"PG","expected":{"amount":40.37}}'],
    ['GET /api/refund/receive?expected=%7B%22amount%22%3A5%7D', ''],
  ])
})

it('a call that moves what the server works out does not compile without what was shown', () => {
  const { api } = clientOf()
  // Only the types are of interest: nothing is called.
  const calls = [
    // @ts-expect-error nothing was shown
    () => api('POST /api/wallet/transferAll', { to: 'PG' }, { idempotencyKey: 'k1' }),
    // @ts-expect-error the same
    () => api('GET /api/bonus/clear'),
    // @ts-expect-error a part of it
    () => api('GET /api/bonus/clear', { expected: { bonusId: 'bn1' } }),
    // @ts-expect-error the version of the wheel is missing
    () => api('POST /api/spinwheel/spin', { clientSeed: 'x' }),
    () => api('POST /api/spinwheel/spin', { version: 1 }),
  ]
  expect(calls).toHaveLength(5)
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
  expect(events).toEqual([{ isReading: false, isCancelled: false }])
})

it('a GET with an idempotency key carries something out', async () => {
  const { api, events } = clientOf()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(api('GET /api/refund/addWallet', { expected, idempotencyKey: 'k1' })).rejects.toThrow(
    'NETWORK',
  )
  expect(events).toEqual([{ isReading: false, isCancelled: false }])
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
  expect(events).toEqual([{ isReading: true, isCancelled: true }])
})

it('a call whose signal was aborted before is not sent', async () => {
  const { api, events } = clientOf()
  await expect(api('GET /api/wallet', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'NETWORK',
  })
  expect(asked).toEqual([])
  expect(events).toEqual([{ isReading: true, isCancelled: true }])
})

it('a call whose session is over never ends, whatever is answered, unless it moves money', async () => {
  let own = 'first'
  const { api, events } = clientOf({ token: () => own, isOver: (token) => token !== own })
  const ended: string[] = []
  const note = (name: string) => () => void ended.push(name)
  const calls = () => [
    api('GET /api/wallet').then(note('read'), note('read')),
    api('GET /api/bonus/activate/:code', { params: { code: 'A' } }, { expected, idempotencyKey: 'k1' }).then(
      note('moved'),
      note('not moved'),
    ),
  ]
  for (const [status, body, paid] of [
    [200, '{}', 'moved'],
    [422, '{"message":"NO_DATA"}', 'not moved'],
    [200, 'no JSON', 'not moved'],
  ] as const) {
    answer = { status, body }
    own = 'first'
    ended.length = 0
    const [, money] = calls()
    own = 'second'
    await money
    // What this waits for came later than the answer to the call that reads.
    await api('GET /api/wallet').catch(() => {})
    expect(ended).toEqual([paid])
  }
  // Whether the server can be reached is noted all the same, and a refusal leads nowhere.
  expect(events).toContain('answered')
  expect(events.filter((event) => Array.isArray(event) && event[1] === 'first')).toEqual([
    ['NO_DATA', 'first'],
  ])
})
