import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, createClient, type Surroundings } from './client.ts'

/** What goes over the wire, to a server of the machine's own that notes it and answers as told. */

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
  // A browser completes paths by the page's address.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(address + path, init))
  asked.length = 0
  answer = { status: 200, body: '{}' }
})
afterEach(() => vi.unstubAllGlobals())

function clientOf(given: Partial<Surroundings> = {}) {
  const heard: unknown[] = []
  const client = createClient({
    token: () => 'secret',
    refused: (code, token) => heard.push([code, token]),
    watch: () => ({
      answered: () => heard.push('answered'),
      lost: (how) => {
        heard.push(how)
        return 'NETWORK'
      },
    }),
    ...given,
  })
  return { ...client, heard }
}

it('a body goes beside the parts of the path, the key and the token in headers', async () => {
  const { api, heard } = clientOf()
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
  expect(heard).toEqual(['answered'])
})

it('what only reads has no body, and leaves out what is not asked for', async () => {
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
])('an answer of %s is thrown as %s, and the app hears of it', async (message, code) => {
  const { api, heard } = clientOf()
  answer = { status: 422, body: JSON.stringify({ message, minimum: 5 }) }
  const error = await api('GET /api/wallet').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code, status: 422, body: { minimum: 5, requestId: 'r1' } })
  expect(heard).toEqual(['answered', [code, 'secret']])
})

it('without an answer the app says what is known', async () => {
  const { api, heard } = clientOf()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(api('POST /api/wallet/add', { amount: 1 })).rejects.toMatchObject({
    code: 'NETWORK',
    status: 0,
  })
  expect(heard).toEqual([{ method: 'POST', isCancelled: false }])
})

it('an answer of a machine in between, which is no JSON, is none', async () => {
  const { api } = clientOf()
  answer = { status: 502, body: '<h1>Bad gateway</h1>' }
  await expect(api('GET /api/wallet')).rejects.toMatchObject({ code: 'NETWORK', status: 0 })
})

it('a call that is called off says so', async () => {
  const { api, heard } = clientOf()
  const abort = new AbortController()
  const called = api('GET /api/wallet', { signal: abort.signal })
  abort.abort()
  await expect(called).rejects.toMatchObject({ code: 'NETWORK', status: 0 })
  expect(heard).toEqual([{ method: 'GET', isCancelled: true }])
})
