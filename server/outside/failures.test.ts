import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../ledger/public.ts'
import { Refusal } from '../platform/refusal.ts'
import { makeTransfer, newSender, settled, upload } from '../slices/deposit/slip/testing/slip.ts'
import {
  deskOf,
  inWallet as inPurse,
  makeGift,
  openAccounts,
  sendGift,
} from '../slices/deposit/testing/money-in.ts'
import { giftsOf, slipOf } from '../slices/deposit/testing/stored.ts'
import { holdings, player, transfer } from '../slices/wallet/testing.ts'
import { buildMember, rowsOf, walletOf, withdraw } from '../slices/withdraw/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { travellingClock } from '../testing/clock.ts'
import { type Hub, testHub } from '../testing/hub.ts'
import { type TestSandbox, testSandbox } from '../testing/sandbox.ts'

/**
 * What the outside answers neither stops a follow-up nor hides it (rules.md §4.3, §5, §6.3): texts that
 * cannot be stored, and steps of ours that fail.
 */

let sandbox: TestSandbox
let hub: Hub
let app: TestApp
beforeAll(async () => {
  const clock = travellingClock()
  sandbox = await testSandbox(clock)
  hub = await testHub(sandbox)
  const short = { followUpSeconds: [1], deskAfterSeconds: 2, deskSeconds: 1 }
  const waits = (kind: string) =>
    Object.fromEntries(Object.entries(short).map(([name, value]) => [`${kind}.${name}`, value]))
  app = await testApp({
    clock,
    sandbox,
    config: hub.config,
    settings: {
      ...waits('transfer'),
      ...waits('withdraw'),
      ...waits('gift'),
      'transfer.followUpAfterSeconds': 60,
      'slip.silentMinutes': 1,
      'slip.uploadsPerMinute': 1000,
      'slip.unread': 1000,
    },
  })
  await openAccounts(app)
  await app.database.query(
    `create function poison() returns trigger language plpgsql as $$
     begin
       if new::text like '%POISON%' then raise exception 'poison'; end if;
       return new;
     end $$`,
  )
})
afterEach(async () => {
  hub.pass()
  await heal()
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
  hub.close()
  await sandbox.close()
})

const tables = ['journals', 'gifts', 'slips']
/** From now on nothing can be written to these tables that has the word POISON. */
async function poison(): Promise<void> {
  for (const table of tables)
    await app.database.query(
      `create trigger poison before insert or update on ${table} for each row execute function poison()`,
    )
}
async function heal(): Promise<void> {
  for (const table of tables) await app.database.query(`drop trigger if exists poison on ${table}`)
}

const workOf = async (key: string) =>
  (
    await app.database.query<{ attempts: number; review_reason: string | null; last_reason: string }>(
      'select attempts, review_reason, last_reason from outside_work where key = $1',
      [key],
    )
  )[0]
const attemptsOf = async (key: string) => {
  await app.context.attempts.idle()
  return app.database.query<{ answer: string; reason: string | null; reference: string | null }>(
    'select answer, reason, reference from outside_attempts where key = $1 order by number',
    [key],
  )
}
const queued = (queue: string, key: string) => deskOf(app, queue).find(key)
const patient = { timeout: 30_000, interval: 200 }

/** Puts half an emoji and a zero byte into every text of an answer but the word that says what it is. */
function unsound(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return ['status', 'currency', 'at', 'username', 'link'].includes(name) ? value : `${value}\ud83d\u0000`
  if (Array.isArray(value)) return value.map((element) => unsound(element, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries([
    ...Object.entries(value).map(([key, inner]) => [key, unsound(inner, key)]),
    ['unexpected\udc00', '\u0000'],
  ])
}
const refusal = { status: 422, body: { status: 'REFUSED', reason: 'limit of today \ud83d\u0000' } }

describe('a text that cannot be stored', () => {
  it('in a refusal of a transfer: the money goes back', async () => {
    const member = await player(app, 1000, 'PG')
    hub.before = async (path) => (path === '/games/PG/transfer' ? refusal : undefined)
    const reference = randomUUID()
    const { error } = await transfer(app, member, 'WALLET', 'PG', 300, reference)
    expect(error).toMatchObject({ message: 'TRANSFER_FAIL', returnedTo: 'WALLET' })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 1000, game: 0, inTransit: 0 })
    expect(await attemptsOf(`transfer:${member.id}:${reference}`)).toMatchObject([
      { answer: 'refused', reason: 'limit of today \ufffd\ufffd' },
    ])
  })

  it('in a refusal of a payout: the money goes back', async () => {
    const member = await buildMember(app, 1000)
    hub.before = async (path) => (path === '/payouts/pay' ? refusal : undefined)
    expect((await withdraw(app, member, 400)).status).toBe(200)
    await expect.poll(() => rowsOf(app, member), patient).toMatchObject([{ state: 'FAILED' }])
    expect((await rowsOf(app, member))[0]?.reason).toBe('limit of today \ufffd\ufffd')
    expect(await walletOf(app, member)).toEqual({ wallet: 1000, withdrawing: 0 })
  })

  it('in a verifier’s number of its answer: the slip is asked about and comes to the desk', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member)
    hub.before = async (path) =>
      path === '/slips/look-up' ? { status: 200, body: { status: 'BUSY', inquiry: 'q\u0000' } } : undefined
    const { body } = await upload(app.address, member.token, png)
    await expect.poll(() => workOf(body.slipId), patient).toMatchObject({ last_reason: 'GARBAGE_200' })
    expect((await attemptsOf(body.slipId))[0]).toMatchObject({ reference: 'q\ufffd' })
    app.clock.advance(61)
    await expect.poll(() => queued('slip', body.slipId), patient).toMatchObject({ reason: 'VERIFIER_SILENT' })
    hub.pass()
    app.clock.advance(600)
    expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
  })

  it('in every text of every answer: each follow-up ends, and none of them fails', async () => {
    const failures: unknown[][] = []
    const log = app.context.log
    const error = log.error.bind(log)
    log.error = ((...given: Parameters<typeof error>) => {
      failures.push(given)
      error(...given)
    }) as typeof log.error
    hub.after = (_, answer) => ({ ...answer, body: unsound(answer.body) })
    // Opens accounts at the games, with passwords that have U+FFFD in them.
    const gambler = await player(app, 1000, 'PG', 'JOKER')
    expect((await transfer(app, gambler, 'WALLET', 'PG', 300)).body).toMatchObject({ status: 'SUCCESS' })
    expect((await app.call('GET /api/wallet/refresh/slot', { token: gambler.token })).status).toBe(200)
    for (const fault of ['none', 'error', 'garbage', 'timeout-applied', 'duplicate', 'refuse'] as const) {
      await app.sandbox.setFault('payout', fault)
      const payee = await buildMember(app, 1000)
      await withdraw(app, payee, 400)
      await expect
        .poll(async () => {
          app.clock.advance(5)
          return (await rowsOf(app, payee))[0]?.state
        }, patient)
        .toMatch(/SUCCESS|FAILED/)
      await app.sandbox.setFault('slip', fault)
      const sender = await newSender(app)
      const { png } = await makeTransfer(app, sender)
      const { body } = await upload(app.address, sender.token, png)
      // Names and numbers that end in an unknown sign are no clear evidence: most go to the desk.
      await expect
        .poll(async () => {
          app.clock.advance(5)
          const slip = await slipOf(app.database, body.slipId)
          return `${slip?.status} ${slip?.desk_reason ?? ''}`
        }, patient)
        .toMatch(/SUCCESS|FAILED|PENDING [A-Z]/)
      await app.sandbox.setFault('gift', fault)
      const receiver = await app.registerMember()
      const gift = await sendGift(app, receiver, await makeGift(app, receiver.username, 40))
      expect(gift.status).toBeLessThan(500)
      await app.sandbox.setFault('PG', fault, 1, 'transfer')
      expect((await transfer(app, gambler, 'WALLET', 'PG', 10)).status).toBeLessThan(503)
    }
    await app.context.attempts.idle()
    log.error = error
    // A transfer that the provider refuses is logged as the member's answer, and is no failure.
    expect(failures.filter(([about]) => !((about as { err?: unknown }).err instanceof Refusal))).toEqual([])
  })
})

describe('a step that fails on our side counts as an attempt, and reaches the desk', () => {
  const refused = { status: 200, body: { status: 'REFUSED', reason: 'POISON' } }
  const failed = { last_reason: 'ERROR', review_reason: 'UNCERTAIN' }

  it('of a transfer', async () => {
    const member = await player(app, 1000, 'PG')
    await app.sandbox.setFault('PG', 'timeout-lost', 1, 'transfer')
    const reference = randomUUID()
    const key = `transfer:${member.id}:${reference}`
    await transfer(app, member, 'WALLET', 'PG', 300, reference)
    hub.before = async (path) => (path === '/games/PG/transfer-status' ? refused : undefined)
    await poison()
    app.clock.advance(61)
    await expect.poll(() => workOf(key), patient).toMatchObject(failed)
    expect((await workOf(key))?.attempts).toBeGreaterThan(0)
    expect(await attemptsOf(key)).toContainEqual({ answer: 'refused', reason: 'POISON', reference: null })
    expect(await queued('transfer', key)).toMatchObject({ reason: 'UNCERTAIN' })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 700, game: 0, inTransit: 300 })
    await heal()
    app.clock.advance(5)
    await expect
      .poll(() => holdings(app, member, 'PG'), patient)
      .toMatchObject({ wallet: 1000, inTransit: 0 })
  })

  it('of a payout', async () => {
    const member = await buildMember(app, 1000)
    hub.before = async (path) => (path.startsWith('/payouts/') ? refused : undefined)
    await poison()
    await withdraw(app, member, 400)
    const id = (await rowsOf(app, member))[0]?.id ?? ''
    await expect.poll(() => workOf(id), patient).toMatchObject({ last_reason: 'ERROR' })
    app.clock.advance(5)
    await expect.poll(() => workOf(id), patient).toMatchObject(failed)
    expect(await queued('payout', id)).toMatchObject({ reason: 'UNCERTAIN' })
    await heal()
    app.clock.advance(5)
    await expect
      .poll(() => rowsOf(app, member), patient)
      .toMatchObject([{ state: 'FAILED', reason: 'POISON' }])
    expect(await walletOf(app, member)).toEqual({ wallet: 1000, withdrawing: 0 })
  })

  it('of a gift that the wallet was asked to take', async () => {
    const member = await app.registerMember()
    const link = await makeGift(app, member.username, 40)
    await app.sandbox.setFault('gift', 'timeout-lost', 1, 'redeem')
    await sendGift(app, member, link)
    const [gift] = await giftsOf(app.database, member.id)
    hub.before = async (path) => (path === '/gifts/status' ? { ...refused, status: 422 } : undefined)
    await poison()
    app.clock.advance(5)
    await expect.poll(() => workOf(gift?.id ?? ''), patient).toMatchObject(failed)
    expect(await queued('gift', gift?.id ?? '')).toBeDefined()
    await heal()
    hub.pass()
    app.clock.advance(5)
    await expect.poll(() => inPurse(app, member), patient).toBe(40)
  })

  it('of a slip', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member)
    await poison()
    hub.after = (path, answer) => {
      const { from, ...body } = answer.body as { from?: { name: string } }
      return path === '/slips/look-up' && from
        ? { ...answer, body: { ...body, from: { ...from, name: 'POISON' } } }
        : answer
    }
    const { body } = await upload(app.address, member.token, png)
    await expect.poll(() => workOf(body.slipId), patient).toMatchObject({ last_reason: 'ERROR' })
    app.clock.advance(61)
    await expect.poll(() => queued('slip', body.slipId), patient).toMatchObject({ reason: 'VERIFIER_SILENT' })
    await heal()
    hub.pass()
    app.clock.advance(600)
    expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
  })
})
