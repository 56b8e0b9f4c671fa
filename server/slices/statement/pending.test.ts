import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeJournals } from '../../ledger/testing/asked.ts'
import { addSeconds, systemClock } from '../../platform/clock.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { statementsOf } from '../../testing/statements.ts'
import { storeMembers } from '../account/testing.ts'
import type { Context } from '../context.ts'
import { makeTransfer, newSender, onDesk, upload } from '../deposit/slip/testing/slip.ts'
import { askCode, deskOf, makeGift, openAccounts, pay, sendGift } from '../deposit/testing/money-in.ts'
import { storeSlips } from '../deposit/testing/stored.ts'
import { storeOutcomes } from '../outcome/testing.ts'
import { leaveToReview, open, transfer } from '../wallet/testing.ts'
import { storeWithdrawals, withdraw } from '../withdraw/testing.ts'
import { listUnderWay } from './pending.ts'

/** Money under way: each kind is listed from the moment the server knows of it until its outcome is known. */

const pendingOf = async ({ token }: Pick<TestMember, 'token'>) =>
  (await app.call('GET /api/wallet/pending', { token })).body.pending
const settled = (member: TestMember) => expect.poll(() => pendingOf(member), { interval: 100 }).toEqual([])

let app: TestApp

describe('what is under way', () => {
  beforeAll(async () => {
    app = await testApp({ settings: { 'deposit.manual': true, 'withdraw.dailyCount': 1000 } })
    await openAccounts(app)
  })
  afterAll(() => app.close())

  it('is nothing for a member without any, whatever others have', async () => {
    const [quiet, busy] = [await app.registerMember(), await app.registerMember()]
    await askCode(app, busy, 'WW', 100)
    expect(await pendingOf(quiet)).toEqual([])
    expect(await pendingOf(busy)).toHaveLength(1)
  })

  it('a slip: without an amount until it is read, with the team while a person decides, gone when credited', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member, { fromName: 'นางสาวสมหญิง ใจดี', toAccountNo: '0000000011' })
    await app.sandbox.setFault('slip', 'error', 10_000)
    const { body } = await upload(app.address, member.token, made.png)
    const row = { kind: 'slip', id: body.slipId, currency: 'THB', from: '', to: 'WALLET', expireIn: null }
    await expect.poll(() => pendingOf(member)).toMatchObject([{ ...row, amount: null, state: 'CHECKING' }])
    await app.sandbox.setFault('slip', 'none')
    app.clock.advance(61)
    await onDesk(app, body.slipId)
    expect(await pendingOf(member)).toMatchObject([
      { ...row, from: 'KBANK', amount: 250.75, state: 'WITH_TEAM' },
    ])
    await deskOf(app, 'slip').decide(body.slipId, 'approve')
    await settled(member)
  })

  it('a QR code until it is paid or expires; a payment of another amount stays, with the team', async () => {
    const member = await app.registerMember()
    const code = (await askCode(app, member, 'WW', 100)).body
    const row = { kind: 'qr', id: code.qrcodeId, amount: 100, currency: 'THB', from: 'WW', to: 'WALLET' }
    expect(await pendingOf(member)).toMatchObject([{ ...row, state: 'OPEN', expireIn: code.expireIn }])
    await pay(app, { qrcodeId: code.qrcodeId, amount: 90 })
    await expect
      .poll(async () => (await pendingOf(member)).map(({ state, amount }) => ({ state, amount })))
      .toEqual([
        { state: 'WITH_TEAM', amount: 90 },
        { state: 'OPEN', amount: 100 },
      ])
    const [waiting] = (await deskOf(app, 'qr-payment').all()).filter(({ memberId }) => memberId === member.id)
    await deskOf(app, 'qr-payment').decide(waiting?.id ?? '', 'approve')
    expect(await pendingOf(member)).toMatchObject([{ ...row, state: 'OPEN' }])
    await pay(app, { qrcodeId: code.qrcodeId })
    await settled(member)

    await askCode(app, member, 'PAYTIMZ', 50)
    expect(await pendingOf(member)).toHaveLength(1)
    app.clock.advance(16 * 60)
    expect(await pendingOf(member)).toEqual([])
  })

  it('a gift that the wallet has not answered', async () => {
    const member = await app.registerMember()
    const link = await makeGift(app, member.username, 40)
    await app.sandbox.setFault('gift', 'error', 10_000)
    expect((await sendGift(app, member, link)).body.status).toBe('PENDING')
    const row = { kind: 'gift', amount: null, state: 'CHECKING', from: 'GIFT', to: 'WALLET' }
    expect(await pendingOf(member)).toMatchObject([row])
    await app.sandbox.setFault('gift', 'none')
    app.clock.advance(61)
    await settled(member)
  })

  it('an announced deposit until a person decides', async () => {
    const member = await app.registerMember()
    const { depositId } = (
      await app.call('POST /api/wallet/add', { token: member.token, body: { amount: 75 } })
    ).body
    const row = { kind: 'announcement', id: depositId, amount: 75, state: 'WITH_TEAM', to: 'WALLET' }
    expect(await pendingOf(member)).toMatchObject([row])
    await deskOf(app, 'manual-deposit').decide(depositId, 'refuse')
    expect(await pendingOf(member)).toEqual([])
  })

  it('a withdrawal: with the team, then at the bank, until it is paid', async () => {
    const member = await app.registerMember()
    await app.fund(member.id, 40_000)
    const asked = await app.call('POST /api/wallet/withdraw', {
      token: member.token,
      body: { amount: 30_000 },
    })
    const { withdrawalId: id } = asked.body
    const row = { kind: 'withdrawal', id, amount: 30_000, from: 'WALLET', to: 'SCB' }
    expect(await pendingOf(member)).toMatchObject([{ ...row, state: 'WITH_TEAM' }])
    await app.sandbox.setFault('payout', 'error', 10_000)
    await deskOf(app, 'withdrawal').decide(id, 'approve')
    expect(await pendingOf(member)).toMatchObject([{ ...row, state: 'AT_BANK' }])
    await app.sandbox.setFault('payout', 'none')
    app.clock.advance(61)
    await settled(member)
  })

  it('a transfer that the provider has not answered, also when it is in review', async () => {
    const member = await app.registerMember()
    await app.fund(member.id, 500)
    await open(app, member, 'PG')
    await app.sandbox.setFault('PG', 'error', 10_000)
    const moved = (await transfer(app, member, 'WALLET', 'PG', 140)).body
    expect(moved.status).toBe('PENDING')
    const row = { kind: 'transfer', id: moved.transferId, amount: 140, from: 'WALLET', to: 'PG' }
    expect(await pendingOf(member)).toMatchObject([{ ...row, state: 'IN_TRANSIT' }])
    const [hold] = await app.context.ledger.openHolds({ kind: 'transfer', memberId: member.id, limit: 2 })
    await leaveToReview(app, hold?.pending.key ?? '')
    expect(await pendingOf(member)).toMatchObject([{ ...row, state: 'WITH_TEAM' }])
    await deskOf(app, 'transfer').decide(hold?.pending.key ?? '', 'approve')
    await settled(member)
    await app.sandbox.setFault('PG', 'none')
  })

  it('and what ended are read by one statement; a code that has run out is held, recorded and read again', async () => {
    const member = await app.registerMember()
    await app.fund(member.id, 500)
    await withdraw(app, member, 100)
    const look = async () => {
      const statements = await statementsOf(() => pendingOf(member))
      return statements.filter((text) => /outcomes|qr_payments|open_holds/.test(text))
    }
    await look()
    expect(await look()).toHaveLength(1)
    await askCode(app, member, 'WW', 100)
    expect(await look()).toHaveLength(1)
    app.clock.advance(16 * 60)
    // The look, the code that is held, the code that was not paid meanwhile, its end, and the look.
    expect(await look()).toHaveLength(5)
    expect(await look()).toHaveLength(1)
  })

  it('is in one list at each moment: under way, or ended', async () => {
    const member = await app.registerMember()
    await app.fund(member.id, 40_000)
    const ids = new Set<string>()
    for (let n = 0; n < 5; n++) ids.add((await withdraw(app, member, 6_000 + n)).body.withdrawalId ?? '')
    const seen = async () => {
      const { pending, ended } = (await app.call('GET /api/wallet/pending', { token: member.token })).body
      return [...pending.map(({ key }) => key), ...ended.map(({ source }) => source)]
    }
    let isOver = false
    const looks = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const now = await seen()
        expect(now.toSorted()).toEqual([...ids].toSorted())
      }
    })
    for (const id of ids) await deskOf(app, 'withdrawal').decide(id, 'refuse')
    isOver = true
    await Promise.all(looks)
    expect(await seen()).toHaveLength(5)
  })

  it('has an order on which calls agree, also of what began at one instant', async () => {
    const member = await app.registerMember()
    const createdAt = app.clock.now()
    const same = Array.from({ length: 9 }, (_, n) => ({
      id: `slsame${n + 1}`,
      memberId: member.id,
      createdAt,
    }))
    await storeSlips(app.database, ...same)
    const orders = await Promise.all(Array.from({ length: 5 }, () => pendingOf(member)))
    const keys = orders.map((rows) => rows.map(({ key }) => key).join())
    expect(new Set(keys)).toEqual(new Set(['9,8,7,6,5,4,3,2,1'.replace(/\d/g, 'slsame$&')]))
  })

  it('is sorted newest first, and limited', async () => {
    const member = await app.registerMember()
    const sixty = Array.from({ length: 60 }, (_, n) => ({
      id: `sltest${String(n + 1).padStart(3, '0')}`,
      memberId: member.id,
      createdAt: addSeconds(new Date(), (n - 99) * 60),
    }))
    await storeSlips(app.database, ...sixty)
    await askCode(app, member, 'WW', 100)
    const rows = await pendingOf(member)
    expect(rows.map(({ id }) => id).slice(1)).toEqual(
      Array.from({ length: 49 }, (_, at) => `sltest${String(60 - at).padStart(3, '0')}`),
    )
    expect(rows[0]?.kind).toBe('qr')
  })
})

/**
 * A connection keeps the plans of its statements, here from the time when the tables were empty, which gives
 * the worst plans.
 */
describe('the rows that it reads', () => {
  const past = 5000
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase('postgres', { max: 1 })
    await storeMembers(database, [
      { id: 'planmember2a', phone: '0900000001' },
      { id: 'planmember2b', phone: '0900000002' },
    ])
  })
  afterAll(() => database.drop())

  async function readSoFar(): Promise<number> {
    await database.query('select pg_stat_force_next_flush()')
    const [row] = await database.query<{ read: number }>(
      `select sum(t.seq_tup_read + coalesce(i.read, 0))::bigint as read
       from pg_stat_user_tables t
         left join (select relid, sum(idx_tup_read) as read from pg_stat_user_indexes group by relid) i using (relid)
       where t.relname in ('slips', 'qr_payments', 'deposit_reports', 'gifts', 'manual_deposits', 'withdrawals', 'open_holds',
         'outcomes', 'outside_work')`,
    )
    return row?.read ?? 0
  }

  it('are the member’s own open rows, however many others and past ones there are', async () => {
    const settings = { get: async () => 30 }
    const context = { db: database.db, clock: systemClock, settings } as unknown as Context
    const ask = () => listUnderWay(context, 'planmember2a', 'en')
    // PostgreSQL keeps a statement's plan after some calls.
    for (let round = 0; round < 8; round++) await ask()
    const slips = Array.from({ length: past }, (_, n) => ({
      id: `sl${n}`,
      ...(n % 2 === 0
        ? { memberId: 'planmember2a', status: 'FAILED' as const }
        : { memberId: 'planmember2b' }),
    }))
    await storeSlips(database, ...slips)
    const each = Array.from({ length: past }, (_, n) => n)
    await storeWithdrawals(
      database,
      each.map((n) => ({ id: `wd${n}`, memberId: 'planmember2a', createdAt: new Date() })),
    )
    await storeJournals(
      database,
      each.map((n) => ({
        key: `open:${n}`,
        kind: 'transfer',
        memberId: 'planmember2b',
        phase: 'pending' as const,
      })),
    )
    await storeOutcomes(
      database,
      each.map((n) => ({
        key: `plan:${n}`,
        memberId: n % 2 === 0 ? 'planmember2a' : 'planmember2b',
        isRead: n % 2 === 0,
      })),
    )
    const before = await readSoFar()
    await ask()
    expect((await readSoFar()) - before).toBeLessThan(past / 20)
  })
})
