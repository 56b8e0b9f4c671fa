import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDesk, mendItems } from '../../desk/items.ts'
import type { DeskQueue } from '../../desk/queue.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { plansOf } from '../../testing/plans.ts'
import { manyMembers, storeMembers } from '../account/testing.ts'
import { waitingIn } from '../withdraw/store.ts'
import { storeWithdrawals } from '../withdraw/testing.ts'
import { filterOf } from './filter.ts'
import { findWaiting } from './list-store.ts'

/** What a search among 6,000 waiting items reads, beside 60,000 that have ended and 20,000 members. */

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  const members = manyMembers(20_000)
  await storeMembers(database, members)
  const yesterday = addSeconds(new Date(), -86_400)
  await storeWithdrawals(
    database,
    Array.from({ length: 66_000 }, (_, i) => {
      const n = i + 1
      const payee = members[n % members.length] ?? members[0]
      return {
        id: `wd${String(n).padStart(8, '0')}`,
        memberId: payee?.id ?? '',
        amountMinor: n * 100,
        state: n % 11 === 0 ? ('PENDING' as const) : ('SUCCESS' as const),
        createdAt: addSeconds(yesterday, n),
        accountNo: payee?.account.accountNo ?? '',
        accountName: payee?.name.toUpperCase() ?? '',
      }
    }),
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
