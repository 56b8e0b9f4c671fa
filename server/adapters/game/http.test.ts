import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { verifySignature } from '@krapao/contract/signature.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { travellingClock } from '../../testing/clock.ts'
import { httpGames } from './http.ts'
import type { GamePort } from './port.ts'

/** A hub whose answers each test sets, because real providers answer in ways that the sandbox does not. */
let hub: Server
let url: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
let seen: { path: string; body: string; signature: unknown; type: unknown }[] = []

const clock = travellingClock()
let logged: string[] = []
let games: GamePort
const provider = { code: 'PG' as const, timeoutSeconds: 0.3 }
const order = { transferId: 'kt1', username: 'kpa', direction: 'in' as const, amountMinor: 12_345 }

beforeAll(async () => {
  hub = createServer(async (request, response) => {
    const body = await text(request)
    seen.push({
      path: request.url ?? '',
      body,
      signature: request.headers['x-signature'],
      type: request.headers['content-type'],
    })
    answer(request, response)
  })
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(hub.address() as { port: number }).port}/hub/games`
})

afterAll(() => {
  hub.closeAllConnections()
  hub.close()
})

beforeEach(() => {
  seen = []
  logged = []
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
  games = httpGames({ url: () => url, secret: () => 'hub-secret', clock, log: log as never })
})

const says = (status: number, body: unknown) => {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
const silent = () => {
  answer = () => {}
}

test('calls are signed JSON, addressed by code, amounts in baht', async () => {
  says(200, { status: 'SUCCESS', balance: 123.45 })
  expect(await games.transfer(provider, order)).toEqual({ outcome: 'done' })
  expect(seen).toMatchObject([{ path: '/hub/games/PG/transfer', type: 'application/json' }])
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    transferId: 'kt1',
    username: 'kpa',
    direction: 'in',
    amount: 123.45,
  })
  expect(verifySignature('hub-secret', seen[0]?.body ?? '', seen[0]?.signature, clock.now())).toBe(true)
  expect(verifySignature('other', seen[0]?.body ?? '', seen[0]?.signature, clock.now())).toBe(false)
})

describe('a transfer: only a definite answer ends it (rules.md §4.3)', () => {
  test.each<[number, unknown, string]>([
    [200, { status: 'SUCCESS', balance: 1 }, 'done'],
    [422, { status: 'REFUSED', reason: 'LIMIT' }, 'refused'],
    // Every other answer leaves it open.
    [409, { status: 'REFUSED', reason: 'CONFLICT' }, 'uncertain'],
    [200, { status: 'REFUSED', reason: 'LIMIT' }, 'uncertain'],
    [422, { status: 'SUCCESS', balance: 1 }, 'uncertain'],
    [422, { status: 'REFUSED' }, 'uncertain'],
    [422, { message: 'REFUSED' }, 'uncertain'],
    [200, { status: 'SUCCESS' }, 'uncertain'],
    [200, { status: 'SUCCESS', balance: '1' }, 'uncertain'],
    [200, { status: 'SUCCESS', balance: -1 }, 'uncertain'],
    [200, { status: 'SUCCESS', balance: 1.234 }, 'uncertain'],
    [200, { status: 'success', balance: 1 }, 'uncertain'],
    [201, { status: 'SUCCESS', balance: 1 }, 'uncertain'],
    [202, { status: 'PENDING' }, 'uncertain'],
    [200, '{"status":"SUCCESS","bal', 'uncertain'],
    [200, '', 'uncertain'],
    [200, '<html>Maintenance</html>', 'uncertain'],
    [200, 'null', 'uncertain'],
    [301, {}, 'uncertain'],
    [400, { status: 'REFUSED', reason: 'x' }, 'uncertain'],
    [401, { message: 'BAD_SIGNATURE' }, 'uncertain'],
    [404, { status: 'REFUSED', reason: 'x' }, 'uncertain'],
    [500, { status: 'REFUSED', reason: 'x' }, 'uncertain'],
    [503, { status: 'SUCCESS', balance: 1 }, 'uncertain'],
    [200, 'x'.repeat(100_000), 'uncertain'],
  ])('%s %j: %s', async (status, body, outcome) => {
    says(status, body)
    expect(await games.transfer(provider, order)).toMatchObject({ outcome })
  })

  test('an answer that does not arrive within the time-out, also one that trickles, counts as none', async () => {
    silent()
    expect(await games.transfer(provider, order)).toEqual({ outcome: 'uncertain', reason: 'TIMEOUT' })
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"status":')
      const drip = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(drip))
    }
    expect(await games.transfer(provider, order)).toEqual({ outcome: 'uncertain', reason: 'TIMEOUT' })
  })

  test('a broken connection, and a server that is not there', async () => {
    answer = (request) => request.socket.destroy()
    expect(await games.transfer(provider, order)).toMatchObject({ outcome: 'uncertain' })
    const nobody = httpGames({
      url: () => 'http://127.0.0.1:1',
      secret: () => 's',
      clock,
      log: pino({ level: 'silent' }) as never,
    })
    expect(await nobody.transfer(provider, order)).toEqual({ outcome: 'uncertain', reason: 'ECONNREFUSED' })
  })
})

test.each<[number, unknown, string]>([
  [200, { status: 'SUCCESS' }, 'done'],
  [200, { status: 'REFUSED', reason: 'LIMIT' }, 'refused'],
  [200, { status: 'REFUSED' }, 'refused'],
  [200, { status: 'UNKNOWN' }, 'unknown-id'],
  [200, { status: 'unknown' }, 'uncertain'],
  [404, { status: 'UNKNOWN' }, 'uncertain'],
  [422, { status: 'REFUSED', reason: 'CALL_REFUSED' }, 'uncertain'],
  [500, { status: 'UNKNOWN' }, 'uncertain'],
  [200, '{"status":"UNKN', 'uncertain'],
])('status %s %j: %s', async (status, body, outcome) => {
  says(status, body)
  expect(await games.transferStatus(provider, 'kt1')).toMatchObject({ outcome })
})

test.each<[unknown, boolean]>([
  [{ balance: 0 }, true],
  [{ balance: 999_999_999.99 }, true],
  [{ balance: 1_000_000_000 }, false],
  [{ balance: -0.01 }, false],
  [{ balance: 0.001 }, false],
  [{ balance: '5' }, false],
  [{ balance: null }, false],
  [{}, false],
])('balance %j: %s', async (body, counts) => {
  says(200, body)
  const asked = games.balance(provider, 'kpa')
  await (counts ? expect(asked).resolves.toBeDefined() : expect(asked).rejects.toThrow())
})

test.each([
  ['https://play.example/x?t=1', true],
  ['http://localhost:8080/sandbox/play/PG', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['not a link', false],
])('link %s: %s', async (link, counts) => {
  says(200, { link })
  const asked = games.loginLink(provider, { username: 'kpa', password: 'pw' })
  await (counts ? expect(asked).resolves.toBe(link) : expect(asked).rejects.toThrow())
})

describe('bets', () => {
  const reported = {
    id: '7',
    username: 'kpa',
    product: 'slot',
    stake: 40.37,
    win: 0,
    settledAt: '2026-03-01T17:00:00Z',
  }
  const ask = () => games.bets(provider, { after: '6', limit: 500 })

  test('a page of them, also a long one', async () => {
    says(200, { bets: [{ ...reported, currency: 'LAK' }], cursor: '7', hasMore: false })
    expect(await ask()).toEqual({
      bets: [
        {
          id: '7',
          username: 'kpa',
          product: 'slot',
          stakeMinor: 4037,
          winMinor: 0,
          currency: 'LAK',
          placedAt: null,
          settledAt: new Date('2026-03-01T17:00:00Z'),
          status: 'settled',
          validStakeMinor: null,
          corrects: null,
        },
      ],
      cursor: '7',
      hasMore: false,
    })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ after: '6', limit: 500 })
    const bets = Array.from({ length: 500 }, (_, i) => ({ ...reported, id: `${i}`.padEnd(100, 'x') }))
    says(200, { bets, cursor: '507', hasMore: true })
    expect((await ask()).bets).toHaveLength(500)
    says(200, { bets: [], cursor: '6', hasMore: false })
    expect((await ask()).bets).toEqual([])
  })

  test.each<[string, object]>([
    ['a cursor that stays', { cursor: '6' }],
    ['no cursor', { cursor: undefined }],
    ['not said whether there are more', { hasMore: undefined }],
    ['too many bets', { bets: Array.from({ length: 501 }, () => reported) }],
    ['a negative stake', { bets: [{ ...reported, stake: -1 }] }],
    ['three decimals', { bets: [{ ...reported, win: 0.001 }] }],
    ['no id', { bets: [{ ...reported, id: undefined }] }],
    ['no instant', { bets: [{ ...reported, settledAt: '2026-13-01T17:00:00Z' }] }],
    ['one good bet and one that is none', { bets: [reported, { ...reported, product: 'SLOT' }] }],
  ])('a page with %s is none', async (_what, change) => {
    says(200, { bets: [reported], cursor: '7', hasMore: false, ...change })
    await expect(ask()).rejects.toThrow('GARBAGE_200')
  })
})

test('an account that was opened under another name than requested is refused', async () => {
  says(200, { username: 'somebody', password: 'pw' })
  await expect(games.openAccount(provider, 'kpa', 'THB')).rejects.toThrow()
})

describe('circuit breaker, one per provider', () => {
  /** Transfers of several members that fail. */
  const failFor = async (...usernames: string[]) => {
    says(500, {})
    for (const username of usernames) await games.transfer(provider, { ...order, username })
  }

  test('opens after five failures in a row of three members; questions about transfers are still sent, and an answer closes it', async () => {
    await failFor('kpa', 'kpb', 'kpa', 'kpc')
    expect(games.mayBegin('PG', 'kpd')).toBe(true)
    await failFor('kpb')
    expect(games.mayBegin('PG', 'kpd')).toBe(false)
    expect(games.mayBegin('JOKER', 'kpd')).toBe(true)
    seen = []
    await expect(games.balance(provider, 'kpd')).rejects.toThrow('CIRCUIT_OPEN')
    expect(seen).toEqual([])

    says(200, { status: 'UNKNOWN' })
    expect(await games.transferStatus(provider, 'kt1')).toEqual({ outcome: 'unknown-id' })
    expect(games.mayBegin('PG', 'kpd')).toBe(true)
  })

  test('what fails for one member alone stops that member’s calls and nobody else’s', async () => {
    await failFor(...Array.from({ length: 40 }, (_, i) => (i % 2 ? 'kpa' : 'kpb')))
    expect(games.mayBegin('PG', 'kpa')).toBe(false)
    expect(games.mayBegin('PG', 'kpc')).toBe(true)
    says(200, { balance: 5 })
    await expect(games.balance(provider, 'kpa')).rejects.toThrow('CIRCUIT_OPEN')
    expect(await games.balance(provider, 'kpc')).toEqual({ amountMinor: 500 })
    clock.advance(10.1)
    expect(games.mayBegin('PG', 'kpa')).toBe(false)
    expect(await games.balance(provider, 'kpa')).toEqual({ amountMinor: 500 })
    expect(games.mayBegin('PG', 'kpa')).toBe(true)
  })

  test('a definite refusal does not count as a failure', async () => {
    says(422, { status: 'REFUSED', reason: 'LIMIT' })
    for (let i = 0; i < 10; i++) await games.transfer(provider, order)
    for (let i = 0; i < 10; i++) await expect(games.balance(provider, 'kpa')).rejects.toThrow('LIMIT')
    expect(games.mayBegin('PG', 'kpa')).toBe(true)
  })

  test('of bets is one of its own: money still goes to and fro', async () => {
    says(500, {})
    const ask = () => games.bets(provider, { after: '', limit: 10 })
    for (let i = 0; i < 5; i++) await expect(ask()).rejects.toThrow('HTTP_500')
    await expect(ask()).rejects.toThrow('CIRCUIT_OPEN')
    expect(games.mayBegin('PG', 'kpa')).toBe(true)
    says(200, { balance: 5 })
    expect(await games.balance(provider, 'kpa')).toEqual({ amountMinor: 500 })
  })

  test('half-open after ten seconds', async () => {
    says(200, 'garbage')
    for (const username of ['kpa', 'kpb', 'kpc', 'kpa', 'kpb'])
      await games.balance(provider, username).catch(() => {})
    clock.advance(10.1)
    // A transfer of money is not used as a trial; a question for the balance is.
    expect(games.mayBegin('PG', 'kpa')).toBe(false)
    says(200, { balance: 5 })
    expect(await games.balance(provider, 'kpa')).toEqual({ amountMinor: 500 })
    expect(games.mayBegin('PG', 'kpa')).toBe(true)
  })
})

describe('a provider with too many calls (429)', () => {
  const throttles = (retryAfter?: string) => {
    answer = (_request, response) => {
      response.writeHead(429, retryAfter ? { 'retry-after': retryAfter } : {})
      response.end('slow down')
    }
  }

  test.each<[string, string | undefined, number]>([
    ['seconds', '20', 20],
    ['a date', 'in 20 s', 20],
    ['nothing', undefined, 5],
    ['a day: a minute at most', '86400', 60],
  ])('is paused by itself, for as long as it says: %s', async (_, said, seconds) => {
    throttles(said === 'in 20 s' ? new Date(clock.now().getTime() + 20_900).toUTCString() : said)
    expect(await games.transfer(provider, order)).toEqual({ outcome: 'uncertain', reason: 'THROTTLED' })
    expect(games.mayBegin('PG', 'kpb')).toBe(false)
    expect(games.mayBegin('JOKER', 'kpa')).toBe(true)
    seen = []
    await expect(games.balance(provider, 'kpb')).rejects.toThrow('CIRCUIT_OPEN')
    expect(await games.transferStatus(provider, 'kt1')).toEqual({ outcome: 'uncertain', reason: 'THROTTLED' })
    expect(seen).toEqual([])
    clock.advance(seconds - 2)
    expect(games.mayBegin('PG', 'kpb')).toBe(false)
    clock.advance(3)
    expect(games.mayBegin('PG', 'kpb')).toBe(true)
  })

  test('opens no circuit, however often', async () => {
    throttles('1')
    for (let i = 0; i < 20; i++) await games.transfer(provider, { ...order, username: `kp${i}` })
    clock.advance(1.1)
    expect(games.mayBegin('PG', 'kp1')).toBe(true)
    says(500, {})
    for (let i = 0; i < 4; i++) await games.transfer(provider, { ...order, username: `kp${i}` })
    expect(games.mayBegin('PG', 'kp9')).toBe(true)
  })

  test('of bets is paused for those: money still goes to and fro', async () => {
    throttles('30')
    await expect(games.bets(provider, { after: '', limit: 10 })).rejects.toThrow('THROTTLED')
    expect(games.mayBegin('PG', 'kpa')).toBe(true)
  })
})

test('neither passwords nor links nor bodies appear in the log', async () => {
  const secret = 'hunter2-secret'
  for (const body of [`{"username":"kpa","password":"${secret}`, { username: 'x', password: secret }]) {
    says(200, body)
    await games.openAccount(provider, 'kpa', 'THB').catch(() => {})
  }
  says(200, { link: `javascript:${secret}` })
  await games.loginLink(provider, { username: 'kpa', password: secret }).catch(() => {})
  says(500, { error: secret })
  await games.loginLink(provider, { username: 'kpa', password: secret }).catch(() => {})
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('')).not.toContain(secret)
})
