import { pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { expect, test } from 'vitest'
import { liveWithoutOutside } from '../testing/live.ts'
import { readConfig } from './config.ts'
import { createHttp } from './create-http.ts'
import { readable, shownUrl } from './log.ts'

/** The part of an address in the request log. */
test.each([
  ['/api/wallet', '/api/wallet'],
  ['/api/console/members?search=0812345678', '/api/console/members?…'],
  ['/api/console/members?%73earch=%E0%B8%AA&search=4441234567', '/api/console/members?…'],
  ['/api/console/members?search=a\nb', '/api/console/members?…'],
  ['/api/console/desk/bank-transfer/48', '/api/console/desk/bank-transfer/48'],
  ['/api/console/desk/bank-transfer/0812345678?after=2', '/api/console/desk/bank-transfer/…?…'],
  ['/api/autoLogin/PG/someone/secret?x=1', '/api/autoLogin/…'],
  ['/api/%61utoLogin/PG/someone/secret', '/api/autoLogin/…'],
  ['/r/AbCdEfGhIjKlMnOpQrStUv?lang=en', '/r/…?…'],
])('%s is shown as %s', (url, shown) => expect(shownUrl(url)).toBe(shown))

/** What the log says of a call, whose address may be written with escaped letters, and of what is no call. */
test.each([
  ['/api/wallet', ['incoming request', 'request completed']],
  ['/%61pi/wallet', ['incoming request', 'request completed']],
  ['/a%70%69/%77allet?x=1', ['incoming request', 'request completed']],
  ['/%61pi/nothing', ['incoming request', 'Route GET:/%61pi/nothing not found', 'request completed']],
  ['/pages', []],
  ['/%70ages', []],
])('%s', async (url, said) => {
  const lines: string[] = []
  const app = await createHttp(
    readConfig({ DEMO: '1' }),
    pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) }),
  )
  app.get('/api/wallet', async () => 'yours')
  app.get('/pages', async () => 'of the app')
  await app.inject(url)
  await app.close()
  expect(lines).toEqual(said)
})

/** A proxy and a server that do not agree on who the callers are. */
test.each([
  ['a proxy that says for whom it calls', 'loopback', { 'x-forwarded-for': '203.0.113.1' }, []],
  ['a proxy that does not', 'loopback', {}, [/without X-Forwarded-For/]],
  ['callers who come without the proxy', '192.0.2.1', {}, []],
  [
    'a proxy that the server does not know',
    undefined,
    { 'x-forwarded-for': '203.0.113.1' },
    [/TRUST_PROXY is not set/],
  ],
  ['no proxy', undefined, {}, []],
])('%s', async (_, trusted, headers, said) => {
  const warned: string[] = []
  const app = await createHttp(
    readConfig({
      ...liveWithoutOutside,
      DATABASE_URL: 'postgres://h/db',
      ...(trusted && { TRUST_PROXY: trusted }),
    }),
    pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line).msg) }),
  )
  app.get('/api/wallet', async () => 'yours')
  app.get('/health/live', async () => 'ok')
  await app.inject('/health/live')
  for (let calls = 0; calls < 3; calls++)
    await app.inject({ url: '/api/wallet', headers: headers as Record<string, string> })
  await app.close()
  expect(warned).toEqual(said.map((text) => expect.stringMatching(text)))
})

/** A line as a person reads it in a terminal, without its colours. */
test.each([
  [
    { reqId: 'a1', req: { method: 'GET', url: '/api/wallet' }, msg: 'incoming request' },
    '→ GET /api/wallet [a1]',
  ],
  [
    { reqId: 'a1', res: { statusCode: 200 }, responseTime: 3.7, msg: 'request completed' },
    '← 200 in 4 ms [a1]',
  ],
  [{ reqId: 'a1', msg: 'SLOT_ACTIVATE_FAIL', game: 'PG' }, 'SLOT_ACTIVATE_FAIL [a1]\n    game: "PG"'],
  [{ msg: 'waits for the database' }, 'waits for the database'],
])('%j is one line', (line, shown) => {
  const text = prettyFactory({ ...readable, colorize: false })({ level: 30, time: 0, pid: 1, ...line })
  expect(text.replace(/^\[.*?\] /, '')).toBe(`INFO: ${shown}\n`)
})
