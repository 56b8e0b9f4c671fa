import { phoneBeginnings } from '@krapao/contract/phone.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { storeBanks } from '../lookup/testing.ts'
import { searchMemberIds, selectByAccountEnd, selectByLastName, selectByMask } from './member-store.ts'
import { fillSearchNames } from './store.ts'

/**
 * What a search for a member reads must not grow with the number of members: each part of it reads an index.
 */
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     select 'past' || translate(lpad(n::text, 8, '0'), '0123456789', 'abcdefghij'), '09' || lpad(n::text, 8, '0'),
       'Mister First' || n || ' Last' || n, '-', '1990-01-01', 'THB', now()
     from generate_series(1, 20000) n`,
  )
  await database.query(
    `insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at)
     select id, 'SCB', '7' || substr(phone, 2), upper(name), now() from members`,
  )
  await fillSearchNames(database.db)
  await storeBanks(database, 'SCB', 'KBANK')
  await database.query('vacuum analyze')
})
afterAll(() => database.drop())

/** Rows that this connection has read without an index. */
async function scanned(): Promise<number> {
  await database.query('select pg_stat_force_next_flush()')
  const [row] = await database.query<{ n: number }>(
    `select sum(seq_tup_read)::int as n from pg_stat_user_tables where relname in ('members', 'member_bank_accounts')`,
  )
  return row?.n ?? 0
}

const byText = (text: string) =>
  searchMemberIds(database, {
    text,
    phones: phoneBeginnings(text),
    account: /^\d+$/.test(text) ? text : undefined,
  })
const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

test.each<[what: string, () => Promise<string[]>]>([
  ['the phone number', () => byText('0900012345')],
  ['the first word of the name', () => byText('mister first12345')],
  ['its second word', () => byText('first12345')],
  ['its last word', () => byText('last12345')],
  ['the phone number with its country', () => byText('+66 90 001 2345')],
  ['the beginning of the account number', () => byText('7900012345')],
  ['the account number with other zeros', () => byText('007900012345')],
  ['the whole name', async () => idsOf(await selectByLastName(database, 'last12345'))],
  ['the end of the account number', () => selectByAccountEnd(database, '00012345')],
  [
    'the account number under a mask',
    async () => idsOf(await selectByMask(database, { pattern: '_900012345', isWhole: false })),
  ],
])('a member is found by %s through an index', async (_, search) => {
  const before = await scanned()
  expect(await search()).toEqual(['pastaaabcdef'])
  expect((await scanned()) - before).toBe(0)
})
