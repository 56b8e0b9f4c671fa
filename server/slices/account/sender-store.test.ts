import { readAccountNo } from '@krapao/contract/sender.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../platform/database.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { selectMemberAccounts } from './sender-store.ts'

/** Which members a number may belong to, among many members of one bank (rules.md §5.1). */
const members = 30_000
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     select translate(lpad(n::text, 12, '0'), '0189', 'abcd'), '09' || lpad(n::text, 8, '0'), 'Many', '-', '1990-01-01', 'THB', now()
     from generate_series(1, $1) n`,
    [members],
  )
  // Half of the numbers have ten digits, the other half twelve.
  await database.query(
    `insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at)
     select translate(lpad(n::text, 12, '0'), '0189', 'abcd'), 'BAY', case when n % 2 = 0 then '' else '02' end || (7000000000 + n * 78901::bigint)::text, 'MANY', now()
     from generate_series(1, $1) n`,
    [members],
  )
  await database.query('vacuum analyze')
})
afterAll(() => database.drop())

/** Rows and index entries of accounts that this connection has read. */
async function readSoFar(): Promise<number> {
  await database.query('select pg_stat_force_next_flush()')
  const [row] = await database.query<{ read: number }>(
    `select t.seq_tup_read + (
       select sum(idx_tup_read)::bigint from pg_stat_user_indexes i where i.relid = t.relid) as read
     from pg_stat_user_tables t where t.relname = 'member_bank_accounts'`,
  )
  return row?.read ?? 0
}

const found = (accountNo: string): Promise<string[]> =>
  transaction(database.db, async (tx) => {
    const shown = readAccountNo(accountNo, 4)
    if (!shown) throw new Error(`${accountNo} shows too little`)
    return (await selectMemberAccounts(tx, 'BAY', shown)).map((account) => account.accountNo)
  })

// The numbers of the members 1001 and 1000.
test.each([
  ['027078979901', ['027078979901']],
  ['7078901000', ['7078901000']],
  ['0007078901000', ['7078901000']],
  ['7078979901', []],
  ['27078979901', ['027078979901']],
  ['xxxxxx9901', ['027078979901']],
  ['xxx-x-x7990-x', ['027078979901']],
  ['xxxxxxxxxxx1000', ['7078901000']],
  ['7078xx1000', ['7078901000']],
  ['0270xxxx9901', ['027078979901']],
  ['27xxxx9901', ['027078979901']],
])('%s can be %j, and little else is read', async (accountNo, expected) => {
  const before = await readSoFar()
  const accounts = await found(accountNo)
  expect(accounts).toEqual(expect.arrayContaining(expected))
  expect(accounts.length).toBeLessThan(expected.length + 60)
  expect((await readSoFar()) - before).toBeLessThan(1500)
})
