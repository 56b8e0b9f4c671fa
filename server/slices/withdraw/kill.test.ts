import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Point } from '../../testing/node.ts'
import type { Fault } from '../../testing/sandbox.ts'
import { payWithdrawals } from './pay.ts'
import { withdrawalIdOf } from './rules.ts'
import { paidOut, purse, rowsOf, saver, withdraw } from './testing.ts'

/**
 * kill -9 of a node between every two steps of a withdrawal (rules.md §6.3), with the bank going wrong at that moment
 * in each way that leaves us without its word. What must hold afterwards: what the member sees taken is paid at the
 * bank once, or back in the wallet; and the books balance.
 */
let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  // The doomed node has the queue for itself; this one takes over when its claims have ended.
  await app.context.jobs.stop()
})
afterAll(() => app.close())

const points: [string, Fault, Point][] = [
  ['before the hold', 'none', { call: 'ledger.postAllIn', when: 'before' }],
  ['between the hold and the row', 'none', { query: 'insert into withdrawals', when: 'before' }],
  ['before the commit of both', 'none', { query: 'insert into withdrawals', when: 'before-commit' }],
  ['after the hold', 'none', { query: 'insert into withdrawals', when: 'after-commit' }],
  ['with the payout claimed', 'none', { call: 'payouts.pay', when: 'before' }],
  ['while the bank is called', 'none', { call: 'payouts.pay', when: 'during' }],
  ['while the bank is called', 'timeout-applied', { call: 'payouts.pay', when: 'during' }],
  ['while the bank is called', 'timeout-lost', { call: 'payouts.pay', when: 'during' }],
  ['after the bank’s answer', 'none', { call: 'payouts.pay', when: 'after' }],
  ['between the settlement and the row', 'none', { query: 'finished_at = ', when: 'before' }],
  ['before the commit of the settlement', 'none', { query: 'finished_at = ', when: 'before-commit' }],
  ['after the settlement', 'none', { query: 'finished_at = ', when: 'after-commit' }],
]
/** The points at which nothing is committed yet. */
const unbegun = ['before the hold', 'between the hold and the row', 'before the commit of both']

test.each(points)('killed %s, bank: %s', async (point, fault, at) => {
  const member = await saver(app, 1000)
  const [all, key] = [true, randomUUID()]
  const id = withdrawalIdOf(member.id, key)
  await app.sandbox.setFault('payout', fault, 1, 'pay')
  await dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, [
    { of: id, at, begin: (node) => withdraw(node, member, 400, key, all) },
  ])
  await app.sandbox.setFault('payout', 'none')

  // Within 60 s of the bank's recovery.
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await payWithdrawals(app.context)
    app.clock.advance(5)
  }
  // The next node has the real time, and the bank believes no signature from long ago.
  app.clock.advance(-60)
  const [row] = await rowsOf(app, member)
  const paid = (await paidOut(app)).get(id)
  if (unbegun.includes(point)) {
    expect(row).toBeUndefined()
    expect(await purse(app, member)).toEqual({ wallet: 1000, withdrawing: 0 })
  } else {
    expect(row).toMatchObject({ state: 'SUCCESS' })
    expect(paid).toMatchObject({ amount: 400, status: 'SUCCESS', asked: 1 })
    expect(await purse(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
  }
  // The member's retry withdraws what was never begun, and nothing twice.
  expect((await withdraw(app, member, 400, key, all)).status).toBe(200)
  await payWithdrawals(app.context)
  expect(await rowsOf(app, member)).toMatchObject([{ id, state: 'SUCCESS' }])
  expect((await paidOut(app)).get(id)).toMatchObject({ asked: 1 })
  expect(await purse(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
  expect((await verifyBooks(app.database)).defects).toEqual([])
})
