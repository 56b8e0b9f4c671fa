import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../ledger/public.ts'
import { lockAccounts, withoutJournals } from '../ledger/testing/asked.ts'
import { rawQuery, transaction } from '../platform/database.ts'
import { waitSeconds } from '../platform/idempotency.ts'
import { holdElsewhere } from '../platform/testing.ts'
import { inWallet, openAccounts, pay } from '../slices/deposit/testing/money-in.ts'
import { announcedBy, codesOf } from '../slices/deposit/testing/stored.ts'
import { atProvider, holdings, player, transfer } from '../slices/wallet/testing.ts'
import { rowsOf, withdraw } from '../slices/withdraw/testing.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../testing/app.ts'
import { waitingForLocks } from '../testing/database.ts'
import { dieAt, startNode, type TestNode } from '../testing/node.ts'

/**
 * One `Idempotency-Key` on two nodes: one answer, whichever node is asked, and one effect (rules.md §1.5).
 */
let app: TestApp
let node: TestNode

beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'deposit.manual': true } })
  await openAccounts(app)
  node = await startNode({ config: { ...testConfig(app.sandbox), DATABASE_URL: app.database.url } })
})
afterAll(async () => {
  await node.stop()
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

type Caller = Pick<TestApp, 'call'>
interface Answered {
  status: number
  body: unknown
}

/** An answer without the values of its own request. */
const shown = ({ status, body }: Answered) => ({
  status,
  body: { ...(body as object), requestId: undefined },
})
/** Calls the other node, calls the app meanwhile, and then both once more. All four answers must be equal. */
async function askBoth<T extends Answered>(ask: (at: Caller) => Promise<T>): Promise<T> {
  const first = ask(node)
  await sleep(300)
  const answers = [...(await Promise.all([first, ask(app)])), await ask(app), await ask(node)]
  const [answer] = answers as [T]
  expect(answers.map(shown)).toEqual(answers.map(() => shown(answer)))
  return answer
}

/** Opens the app's circuit of a provider; the other node's stays closed. */
async function trip(code: 'JOKER' | 'USUN'): Promise<void> {
  const others = [await player(app, 100, code), await player(app, 100, code), await player(app, 100, code)]
  await app.sandbox.setFault(code, 'error', 6, 'transfer')
  for (let i = 0; i < 2; i++) for (const other of others) await transfer(app, other, 'WALLET', code, 1)
  const bystander = await player(app, 100)
  await app.sandbox.setFault(code, 'none')
  expect(app.context.games.mayBegin(code, bystander.username)).toBe(false)
}

describe('one key at two nodes at the same time', () => {
  test('withdrawAll that waits for a game is not refused by the other node as GAME_PENDING', async () => {
    const member = await player(app, 700, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 700)
    await app.sandbox.setFault('PG', 'slow', 1, 'transfer')
    await app.sandbox.setFault('PG', 'error', 4, 'transfer-status')
    const answer = await askBoth((at) => withdraw(at, member, 700, 'k1', true))
    await app.sandbox.setFault('PG', 'none')
    expect(answer).toMatchObject({ status: 200, body: { amount: 700 } })
    expect(await rowsOf(app, member)).toHaveLength(1)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 0, game: 0, inTransit: 0 })
  })

  test('a transfer is not refused by the node whose circuit is open', async () => {
    const member = await player(app, 300, 'JOKER')
    await trip('JOKER')
    await app.sandbox.setFault('JOKER', 'slow', 1, 'transfer')
    const answer = await askBoth((at) => transfer(at, member, 'WALLET', 'JOKER', 100, 'k1'))
    expect(answer.body.status).toBe('SUCCESS')
    expect(await holdings(app, member, 'JOKER')).toEqual({ wallet: 200, game: 100, inTransit: 0 })
  })

  test('transferAll is not refused because the first call has emptied the wallet', async () => {
    const member = await player(app, 300, 'PG')
    await app.sandbox.setFault('PG', 'slow', 1, 'transfer')
    const answer = await askBoth((at) =>
      at.call('POST /api/wallet/transferAll', {
        token: member.token,
        body: { to: 'PG' },
        headers: { 'idempotency-key': 'k1' },
      }),
    )
    expect(answer.body).toMatchObject({ status: 'SUCCESS', amount: 300 })
  })

  test('there is one QR code, and the one that is shown can be paid', async () => {
    const member = await app.registerMember()
    await app.sandbox.setFault('WW', 'slow', 1, 'create')
    const answer = await askBoth((at) =>
      at.call('POST /api/qrcode/:code', {
        token: member.token,
        params: { code: 'WW' },
        body: { amount: 100 },
        headers: { 'idempotency-key': 'k1' },
      }),
    )
    expect((await pay(app, { qrcodeId: answer.body.qrcodeId })).answer).toBe('credited')
    expect(await inWallet(app, member)).toBe(100)
    expect(await codesOf(app.database, member.id)).toHaveLength(1)
  })
})

test('one key at two gateways is two requests, of which one makes a code', async () => {
  const { id, token } = await app.registerMember()
  const ask = (code: 'WW' | 'FP') =>
    app.call('POST /api/qrcode/:code', {
      token,
      params: { code },
      body: { amount: 100 },
      headers: { 'idempotency-key': 'k1' },
    })
  expect((await ask('WW')).body.hasQrcode).toBe(true)
  expect((await ask('FP')).error?.message).toBe('IDEMPOTENCY_CONFLICT')
  expect(await codesOf(app.database, id)).toHaveLength(1)
})

test('an announcement whose answer was lost is answered again, not refused as a second one', async () => {
  const member = await app.registerMember()
  const announce = (at: Caller) =>
    at.call('POST /api/wallet/add', {
      token: member.token,
      body: { amount: 150 },
      headers: { 'idempotency-key': 'k1' },
    })
  await dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, [
    { of: member.id, at: { answer: true }, begin: announce },
  ])
  app.sandbox.server = app.address
  const [row] = await announcedBy(app.database, member.id)
  expect(await announce(app)).toMatchObject({ status: 200, body: { depositId: row?.id, status: 'PENDING' } })
})

describe('the stored answer of a key', () => {
  const answerOf = (at: Caller, { token }: TestMember, key: string) =>
    at.call('GET /api/wallet/answer/:key', { token, params: { key } })
  const none = { answered: false, status: 0, body: null }

  test('is returned by any node, a refusal as well, to its own member only', async () => {
    const member = await player(app, 300, 'PG')
    const done = await transfer(node, member, 'WALLET', 'PG', 120, 'a1')
    expect((await answerOf(app, member, 'a1')).body).toEqual({
      answered: true,
      status: 200,
      body: done.body,
    })
    const refused = await transfer(app, member, 'WALLET', 'PG', 900, 'a2')
    expect((await answerOf(node, member, 'a2')).body).toEqual({
      answered: true,
      status: refused.status,
      body: { ...refused.error, requestId: undefined },
    })
    const other = await app.registerMember()
    expect((await answerOf(app, other, 'a1')).body).toEqual(none)
  })

  test('is read without moving or claiming anything, and is absent while there is none', async () => {
    const member = await player(app, 300, 'PG')
    expect((await answerOf(app, member, 'b1')).body).toEqual(none)
    await app.sandbox.setFault('PG', 'slow', 1, 'transfer')
    const moving = transfer(app, member, 'WALLET', 'PG', 100, 'b1')
    await sleep(300)
    expect((await answerOf(node, member, 'b1')).body).toEqual(none)
    const { status, body } = await moving
    expect((await answerOf(node, member, 'b1')).body).toEqual({ answered: true, status, body })
    expect(await atProvider(app, member, 'PG')).toBe(100)
    app.clock.advance(86_400)
    expect((await answerOf(app, member, 'b1')).body).toEqual(none)
    app.clock.advance(-86_400)
  })
})

describe('a claim', () => {
  test('that lasts is waited for, and then the call is UNDER_WAY; after its end the call goes on', async () => {
    const member = await player(app, 300, 'PG')
    const first = await transfer(app, member, 'WALLET', 'PG', 100, 'k1')
    await holdElsewhere(app.database, member.id, 3600)
    await app.context.settings.set(waitSeconds, 1)
    try {
      expect(await transfer(app, member, 'WALLET', 'PG', 100, 'k1')).toMatchObject({
        status: 503,
        error: { message: 'UNDER_WAY' },
      })
      expect((await transfer(app, member, 'WALLET', 'PG', 101, 'k1')).error?.message).toBe(
        'IDEMPOTENCY_CONFLICT',
      )
    } finally {
      await app.context.settings.set(waitSeconds, waitSeconds.default)
    }
    await holdElsewhere(app.database, member.id, -1)
    expect((await transfer(app, member, 'WALLET', 'PG', 100, 'k1')).body).toEqual(first.body)
    expect(await atProvider(app, member, 'PG')).toBe(100)
  })

  test('that was lost makes no hold: the other node refuses, and the money stays', async () => {
    const member = await player(app, 300, 'USUN')
    await trip('USUN')
    let asleep: Promise<Answered> | undefined
    const refused = await transaction(app.context.db, async (tx) => {
      // The node claims the key, and its hold waits for this lock.
      await rawQuery(tx, lockAccounts, [member.id])
      asleep = transfer(node, member, 'WALLET', 'USUN', 100, 'k1')
      await expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(0)
      await holdElsewhere(app.database, member.id, -1)
      return transfer(app, member, 'WALLET', 'USUN', 100, 'k1')
    })
    expect(refused).toMatchObject({ status: 502, error: { message: 'TRANSFER_FAIL', returnedTo: 'WALLET' } })
    expect(shown(await (asleep as Promise<Answered>))).toEqual(shown(refused))
    expect(await holdings(app, member, 'USUN')).toEqual({ wallet: 300, game: 0, inTransit: 0 })
    expect(await atProvider(app, member, 'USUN')).toBe(0)
  })

  test('of a call with a server error is given back: the next call acts', async () => {
    const member = await player(app, 300, 'PG')
    const failed = await withoutJournals(app.database, () => transfer(app, member, 'WALLET', 'PG', 100, 'k1'))
    expect(failed.status).toBe(500)
    expect((await transfer(node, member, 'WALLET', 'PG', 100, 'k1')).body.status).toBe('SUCCESS')
  })
})
