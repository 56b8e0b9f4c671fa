import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/database.ts'
import { readMemberAccounts } from '../../account/public.ts'
import { manyMembers, storeMembers } from '../../account/testing.ts'
import { selectCreditsFrom, selectCreditsOf } from '../payers/paid-store.ts'
import { selectSaid } from './store.ts'

/**
 * What is read to say whose money it may be must not grow with the number of members or of their deposits.
 */

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  const members = manyMembers(20_000).map((pastMember) => ({ ...pastMember, name: 'Member' }))
  await storeMembers(database, members)
  const given = [JSON.stringify(members)]
  const all = 'jsonb_to_recordset($1::jsonb) m (id text, phone text)'
  await database.query(
    `insert into slips (id, member_id, currency, created_at, status, step, bank_code, reference, note, settled_at)
     select 'sl' || id, id, 'THB', now(), 'FAILED', 'none', '014', 'R' || phone, 'NOT_MATCH', now() from ${all}`,
    given,
  )
  await database.query(
    `insert into manual_deposits (id, member_id, currency, amount_minor, state, created_at)
     select 'md' || rpad(translate(right(phone, 8), '0123456789', 'abcdefghij'), 20, 'a'), id, 'THB',
       100 * (1 + right(phone, 3)::int), 'PENDING', now() from ${all}`,
    given,
  )
  await database.query(
    `insert into deposit_reports (kind, house_bank_code, place, currency, reference, amount_minor, paid_at, from_bank,
       from_account_no, from_name, received_at, reported_at, state, member_id, journal_key)
     select 'transfer', 'SCB', '1', 'THB', 'R' || phone, 500, now(), 'SCB', 'xxxxx' || right(phone, 5), 'MEMBER', now(), now(),
       'credited', id, 'feed:' || phone from ${all}`,
    given,
  )
  await database.query(
    `insert into qr_payments (id, member_id, gateway, currency, amount_minor, state, created_at, expires_at)
     select 'qr' || rpad(translate(right(phone, 8), '0123456789', 'abcdefghij'), 20, 'a'), id, 'WW', 'THB',
       100 * (1 + right(phone, 3)::int), 'OPEN', now() - interval '1 min', now() + interval '1 day' from ${all}`,
    given,
  )
  await database.query('vacuum analyze')
})
afterAll(() => database.drop())

/** Rows that this connection has read without an index. */
async function scanned(): Promise<number> {
  await database.query('select pg_stat_force_next_flush()')
  const [row] = await database.query<{ n: number }>(
    `select sum(seq_tup_read)::int as n from pg_stat_user_tables
     where relname in ('members', 'member_bank_accounts', 'slips', 'manual_deposits', 'qr_payments', 'deposit_reports')`,
  )
  return row?.n ?? 0
}

const sender = { bank: 'SCB', accountNo: 'xxxxx12345', currency: 'THB' } as const
const said = { currency: 'THB', amountMinor: 500, reference: 'R0900012345', at: new Date() } as const
it.each<[string, () => Promise<unknown[]>, number]>([
  ['what members said', () => selectSaid(database.db, said), 41],
  ['a sender’s past', () => selectCreditsFrom(database.db, sender), 1],
  ['members’ pasts', () => selectCreditsOf(database.db, ['pastaaabcdef']), 1],
  [
    'a masked number',
    () => readMemberAccounts(database.db, 'SCB', { pattern: '_____12345', isWhole: false }, 100),
    1,
  ],
  // Nothing to look it up by: it finds none rather than reading all.
  [
    'a number of single digits',
    () => readMemberAccounts(database.db, 'SCB', { pattern: '_1_2_3_4_5', isWhole: false }, 100),
    0,
  ],
])('%s is read through an index', async (_, read, least) => {
  const before = await scanned()
  expect((await read()).length).toBeGreaterThanOrEqual(least)
  expect((await scanned()) - before).toBe(0)
})
