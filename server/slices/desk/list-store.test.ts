import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDesk, mendItems } from '../../desk/items.ts'
import type { DeskQueue } from '../../desk/queue.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { plansOf } from '../../testing/plans.ts'
import { waitingIn } from '../withdraw/store.ts'
import { filterOf } from './filter.ts'
import { findWaiting } from './list-store.ts'

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
  const desk = createDesk({ emit: () => {} })
  desk.add({ name: 'withdrawal', waiting: [waitingIn('withdrawal')] } as unknown as DeskQueue)
  await mendItems(database, desk)
  await database.query('vacuum analyze')
}, 120_000)
afterAll(() => database.drop())

const now = new Date()
const nobody = { operatorId: 'op1', now, voters: [], owners: [], limit: 21 }
const filter = (asked: Parameters<typeof filterOf>[0]) => filterOf(asked, now, true)
const find = (asked: Parameters<typeof filterOf>[0], db = database.db) =>
  findWaiting(db, 'withdrawal', filter(asked), nobody)

it('looks through all that wait', async () => {
  expect((await find({ sort: 'newest' })).rows[0]?.id).toBe('wd00066000')
  expect(await find({ sort: 'newest' })).toMatchObject({ count: 6000 })
  expect((await find({ q: 'last11' })).count).toBeGreaterThan(1)
})

it('a page of the plain list reads no more than the page', async () => {
  const plan = await plansOf(database, (db) => find({ after: '0~wd' }, db as never), '(analyze, timing off)')
  expect(plan).toMatch(/Index Scan using desk_items_order/)
  expect(Math.max(...[...plan.matchAll(/actual rows=(\d+)/g)].map(([, n]) => Number(n)))).toBe(21)
})

describe.each<[string, Parameters<typeof filterOf>[0]]>([
  ['a name', { q: 'last4400' }],
  ['an amount, a later page', { min: '200', sort: 'largest', after: '-5500000~wd1' }],
  ['whose turn it is', { second: 'yes' }],
])('by %s', (_, asked) => {
  it('reads the list and the members of its rows, never what has ended', async () => {
    const plan = await plansOf(database, (db) => find(asked, db as never), '(analyze, timing off)')
    expect(plan).not.toMatch(/withdrawals/)
    expect(
      Math.max(...[...plan.matchAll(/actual rows=(\d+)/g)].map(([, n]) => Number(n))),
    ).toBeLessThanOrEqual(20_000)
  })
})
