import { prettyFactory } from 'pino-pretty'
import { expect, test } from 'vitest'
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
])('%s is shown as %s', (url, shown) => expect(shownUrl(url)).toBe(shown))

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
