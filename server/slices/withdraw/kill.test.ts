import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Point } from '../../testing/node.ts'
import type { Fault } from '../../testing/sandbox.ts'
import { eventually } from '../wallet/testing.ts'
import { payWithdrawals } from './pay.ts'
import { withdrawalIdOf } from './rules.ts'
import { buildMember, listPayouts, rowsOf, walletOf, withdraw } from './testing.ts'

/**
 * kill -9 of a node between every two steps of a withdrawal (rules.md §6.3), while the bank fails in each way
 * that leaves its answer unknown. What must hold afterwards: a withdrawal that the member sees is paid at the
 * bank once, or its money is back in the wallet; and the books balance.
 */
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

/** One key for all, because each has a member of its own. */
const key = randomUUID()
const amount = 400
/** By index of the point. */
const members: TestMember[] = []
let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  // The node that will be killed has the queue to itself; this one takes over when its claims have ended.
  await app.context.jobs.stop()
  // The first withdrawal creates the house's accounts, so that those below do not wait for each other's
  // commit.
  await withdraw(app, await buildMember(app, 1000), amount)
  await payWithdrawals(app.context)
  for (const _ of points) members.push(await buildMember(app, 1000))
  await dieAt(
    { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
    points.map(([, fault, at], i) => {
      const member = members[i] as TestMember
      return {
        of: withdrawalIdOf(member.id, key),
        at,
        async begin(node) {
          // Waits until each earlier fault was used by the call that it is meant for.
          await eventually(allFaultsMet)
          if (fault !== 'none') await app.sandbox.setFault('payout', fault, 1, 'pay')
          return withdraw(node, member, amount, key, true)
        },
      }
    }),
  )
  await eventually(allFaultsMet)

  // Within 60 s of the bank's recovery.
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await payWithdrawals(app.context)
    app.clock.advance(5)
  }
  // The next node uses the real time, and the bank refuses signatures that are too old.
  app.clock.advance(-60)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const allFaultsMet = async () => (await app.sandbox.call<unknown[]>('GET', 'faults')).length === 0

it.each(points.map(([point, fault], i) => ({ point, fault, i })))(
  'killed $point, bank: $fault',
  async ({ point, i }) => {
    const member = members[i] as TestMember
    const id = withdrawalIdOf(member.id, key)
    const [row] = await rowsOf(app, member)
    if (unbegun.includes(point)) {
      expect(row).toBeUndefined()
      expect(await walletOf(app, member)).toEqual({ wallet: 1000, withdrawing: 0 })
    } else {
      expect(row).toMatchObject({ state: 'SUCCESS' })
      expect((await listPayouts(app)).get(id)).toMatchObject({ amount, status: 'SUCCESS', asked: 1 })
      expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
    }
    // The member's retry withdraws what was never begun, and nothing twice.
    expect((await withdraw(app, member, amount, key, true)).status).toBe(200)
    await payWithdrawals(app.context)
    expect(await rowsOf(app, member)).toMatchObject([{ id, state: 'SUCCESS' }])
    expect((await listPayouts(app)).get(id)).toMatchObject({ asked: 1 })
    expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
  },
)
