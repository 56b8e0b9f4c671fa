import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { plansOf } from '../../testing/plans.ts'
import { outlineOf } from '../withdraw/store.ts'
import { type Filter, filterOf } from './filter.ts'
import { findWaiting, lookThrough } from './filter-store.ts'

/** What a search among 6,000 waiting items reads, beside 60,000 that have ended and 20,000 members. */

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     select 'past' || translate(lpad(n::text, 8, '0'), '0123456789', 'abcdefghij'), '09' || lpad(n::text, 8, '0'),
       'First' || n || ' Last' || n, '-', '1990-01-01', 'THB', now()
     from generate_series(1, 20000) n`,
  )
  await database.query(
    `insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at)
     select id, 'SCB', '7' || substr(phone, 2), upper(name), now() from members`,
  )
  await database.query(
    `insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, day,
       created_at, finished_at)
     select 'wd' || lpad(n::text, 8, '0'), m.id, 'THB', n * 100, 'SCB', a.account_no, a.account_name,
       case when n % 11 = 0 then 'PENDING' else 'SUCCESS' end, current_date, now() - interval '1 day' + n * interval '1 second',
       case when n % 11 <> 0 then now() end
     from generate_series(1, 66000) n
       join members m on m.phone = '09' || lpad((1 + n % 20000)::text, 8, '0')
       join member_bank_accounts a on a.member_id = m.id`,
  )
  await database.query('vacuum analyze')
}, 120_000)
afterAll(() => database.drop())

const outline = outlineOf('withdrawal')
const nobody = { hidden: [], mine: [], votes: [], owners: [], limit: 21 }
const filter = (asked: Parameters<typeof filterOf>[0]) => filterOf(asked, new Date(), true) as Filter

it('looks through the oldest 5,000 and says so', async () => {
  const found = await findWaiting(database.db, outline, filter({ sort: 'newest' }), nobody)
  expect(found).toMatchObject({ count: lookThrough, isCut: true })
  // The newest of those that were looked through.
  expect(found.rows[0]?.id).toBe(`wd${String(11 * lookThrough).padStart(8, '0')}`)
  expect(found.rows).toHaveLength(21)
  const few = await findWaiting(database.db, outline, filter({ q: 'last11' }), nobody)
  expect(few.count).toBeGreaterThan(1)
})

describe.each<[string, Parameters<typeof filterOf>[0]]>([
  ['a name', { q: 'last4400' }],
  ['an amount, a later page', { min: '200', sort: 'largest', after: '-5500000~wd1' }],
  ['whose turn it is', { second: 'yes' }],
])('by %s', (_, asked) => {
  it('reads what waits by its index, never a table', async () => {
    const given = { ...nobody, votes: [{ id: 'wd00000011', memberId: null, amountMinor: 1100 }] }
    const plan = await plansOf(
      database,
      (db) => findWaiting(db, outline, filter(asked), given),
      '(analyze, timing off)',
    )
    expect(plan).toMatch(/Index Scan (?:using|on) withdrawals_waiting/)
    expect(plan).not.toMatch(/Seq Scan on withdrawals/)
    // No more is looked through than is said, and of nothing is there more than members: what has ended is never read.
    expect(plan).toMatch(new RegExp(`Limit .*actual rows=${lookThrough + 1} `))
    expect(
      Math.max(...[...plan.matchAll(/actual rows=(\d+)/g)].map(([, n]) => Number(n))),
    ).toBeLessThanOrEqual(20_000)
  })
})
