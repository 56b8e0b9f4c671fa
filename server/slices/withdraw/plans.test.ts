import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk } from '../../desk/items.ts'
import { createLedger } from '../../ledger/public.ts'
import { storeJournals } from '../../ledger/testing/asked.ts'
import { storeLaterWork } from '../../outside/testing.ts'
import { systemClock } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { manyMembers, storeMembers } from '../account/testing.ts'
import { storeBonuses } from '../bonus/testing.ts'
import { pushServices } from '../push/public.ts'
import { beginIn } from './begin.ts'
import { dayUsageReader } from './day-usage-store.ts'
import { endIn } from './end.ts'
import { claimPayouts } from './store.ts'
import { storeWithdrawals } from './testing.ts'

/**
 * A connection keeps the plans of its statements, here from the time when the tables were empty, which gives
 * the worst plans. What a withdrawal reads must not grow with the number of withdrawals.
 */
const members = [...'abcdefgh'].map((letter) => `planmember2${letter}`)
const past = 20_000
const pastMembers = manyMembers(past)
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  await storeMembers(
    database,
    members.map((id, n) => ({ id, phone: `08${10_000_000 + n}`, account: { accountNo: `800000000${n}` } })),
  )
  await database.query('vacuum analyze')
})
afterAll(() => database.drop())

/** All members withdraw 100 baht and are paid, in one transaction each. */
async function withdrawAndPay(round: number): Promise<void> {
  const ledger = createLedger(database)
  const desk = createDesk({ emit() {} })
  const services = pushServices({ database, clock: systemClock, log: pino({ level: 'silent' }) })
  const now = new Date()
  const all = members.map((memberId) => ({
    memberId,
    id: `${round}-${memberId}`,
    currency: 'THB' as const,
    amountMinor: 10_000,
  }))
  const limits = { minimum: 100, maximum: 1e9, dailyCount: 1000, dailySum: 1e9, autoLimitMinor: 1e12 }
  const terms = { of: { THB: limits, LAK: limits }, banks: new Set(['SCB']) }
  const asked = all.map((withdrawal) => ({ ...withdrawal, claim: {} }))
  const endings = all.map((withdrawal) => ({ ...withdrawal, phase: 'posted' as const }))
  const [first] = all as [(typeof all)[0]]
  await dayUsageReader(database)({ ...first, at: now })
  await transaction(database.db, (tx) => beginIn({ ledger, desk }, tx, asked, terms))
  const due = await claimPayouts({ database, clock: systemClock, desk }, { seconds: 0, limit: 50 })
  expect(due.map(({ claim }) => claim.key).sort()).toEqual(all.map(({ id }) => id).sort())
  await transaction(database.db, (tx) => endIn({ ledger, services, desk }, tx, endings))
  await ledger.close()
}

/** Rows and index entries that this connection has read, by table. */
async function readSoFar(): Promise<Record<string, number>> {
  await database.query('select pg_stat_force_next_flush()')
  const rows = await database.query<{ name: string; read: number }>(
    `select t.relname as name, t.seq_tup_read + (
       select sum(idx_tup_read)::bigint from pg_stat_user_indexes i where i.relid = t.relid) as read
     from pg_stat_user_tables t where t.relname in ('withdrawals', 'journals', 'entries', 'accounts', 'open_holds', 'outside_work',
       'member_bonuses', 'member_bank_accounts')`,
  )
  return Object.fromEntries(rows.map(({ name, read }) => [name, read]))
}

test('a withdrawal reads as little after many as after none', async () => {
  const ledger = createLedger(database)
  await ledger.post({
    key: 'funds',
    kind: 'deposit',
    legs: [
      { account: { house: 'bank:plan' }, asset: 'THB', amountMinor: -8 * 100_000_000 },
      ...members.map((member) => ({
        account: { member, name: 'wallet' },
        asset: 'THB' as const,
        amountMinor: 100_000_000,
      })),
    ],
  })
  // PostgreSQL keeps a statement's plan after some calls.
  for (let round = 0; round < 8; round++) await withdrawAndPay(round)
  const keys = Array.from({ length: past }, (_, n) => `past${n}`)
  await storeJournals(
    database,
    keys.map((key) => ({ key: `past:${key}`, kind: 'withdraw', memberId: key })),
  )
  await storeWithdrawals(
    database,
    keys.map((key) => ({ id: key, memberId: key, createdAt: new Date() })),
  )
  await storeLaterWork(
    database,
    keys.map((key, n) => ({ kind: n % 2 === 0 ? 'slip' : 'payout', key })),
    new Date(),
  )
  await storeMembers(
    database,
    pastMembers.map(({ account: _, ...member }) => member),
  )
  await storeBonuses(
    database,
    pastMembers.map(({ id }) => ({ memberId: id })),
  )
  const before = await readSoFar()
  await withdrawAndPay(99)
  const after = await readSoFar()
  for (const name of Object.keys(before)) {
    expect((after[name] ?? 0) - (before[name] ?? 0), name).toBeLessThan(past / 20)
  }
})
