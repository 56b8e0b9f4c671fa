import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { proveItems } from '../../desk/items.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { makeWorkDue } from '../../outside/testing.ts'
import { putInReview } from '../../outside/work.ts'
import { transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { deskOf } from '../deposit/testing/money-in.ts'
import { payWithdrawals } from './pay.ts'
import { buildMember, rowsOf, walletOf, withdraw } from './testing.ts'

/**
 * Withdrawals and payouts in the desk's list (docs/decisions/0065): written in the transactions that bring
 * them there or take them away. After each test the list has the items that wait by their own rows.
 */

let app: TestApp

beforeAll(async () => {
  app = await testApp({ settings: { 'withdraw.deskAfterSeconds': 1 } })
  await app.context.jobs.stop()
})
afterEach(async () => {
  await app.sandbox.setFault('payout', 'none')
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const listed = async (queue: string): Promise<string[]> =>
  (await deskOf(app, queue).all()).map(({ id }) => id).sort()
const pay = () => payWithdrawals(app.context)

/** A withdrawal above the limit of automatic payment. */
async function above(): Promise<{ member: TestMember; id: string }> {
  const member = await buildMember(app, 10_000)
  return { member, id: (await withdraw(app, member, 9000)).body.withdrawalId }
}

/** A payout that the bank has not answered, on the desk. */
async function unanswered(fault: 'garbage' | 'error'): Promise<{ member: TestMember; id: string }> {
  const member = await buildMember(app, 1000)
  const { withdrawalId: id } = (await withdraw(app, member, 400)).body
  await app.sandbox.setFault('payout', fault, 1, 'pay')
  await pay()
  await app.sandbox.setFault('payout', 'error', 10_000, 'status')
  await expect
    .poll(async () => {
      await makeWorkDue(app.database, 'payout')
      await pay()
      return listed('payout')
    })
    .toEqual([id])
  return { member, id }
}

test.each(['approve', 'refuse'] as const)(
  'a withdrawal above the limit comes, and leaves when it is decided: %s',
  async (choice) => {
    const { id } = await above()
    expect(await listed('withdrawal')).toEqual([id])
    await deskOf(app, 'withdrawal').decide(id, choice)
    expect(await listed('withdrawal')).toEqual([])
    await pay()
  },
)

test('a withdrawal or a decision that rolls back changes nothing in the list', async () => {
  const { id } = await above()
  await expect(
    transaction(app.context.db, async (tx) => {
      const said = { choice: 'refuse', operatorId: 'op-1', reason: 'looked at' } as const
      await deskOf(app, 'withdrawal').queue.decide(tx, id, said)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await listed('withdrawal')).toEqual([id])
  const poor = await buildMember(app, 100)
  expect((await withdraw(app, poor, 9000)).error?.message).toBe('MONEY_NOT_ENOUGH')
  expect(await listed('withdrawal')).toEqual([id])
  await deskOf(app, 'withdrawal').decide(id, 'refuse')
})

test('of many at once in shared commits those above the limit come, and of two decisions about each one has an effect', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => buildMember(app, 10_000)))
  const amounts = members.map((_, i) => (i % 2 === 0 ? 9000 : 400))
  const answers = await Promise.all(members.map((member, i) => withdraw(app, member, amounts[i] as number)))
  const ids = answers.flatMap(({ body }, i) => (i % 2 === 0 ? [body.withdrawalId] : [])).sort()
  expect(await listed('withdrawal')).toEqual(ids)
  const desk = deskOf(app, 'withdrawal')
  const both = ids.flatMap((id) => [desk.decide(id, 'approve'), desk.decide(id, 'refuse')])
  const said = await Promise.allSettled([...both, pay()])
  expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(ids.length + 1)
  expect(await listed('withdrawal')).toEqual([])
  await pay()
})

test('what is paid at once costs no statement for the list', async () => {
  const member = await buildMember(app, 1000)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await withdraw(app, member, 400)
  await pay()
  const statements = sent.mock.calls.map(([given]) => JSON.stringify(given))
  sent.mockRestore()
  expect((await rowsOf(app, member))[0]).toMatchObject({ state: 'SUCCESS' })
  expect(statements.some((text) => text.includes('finished_at = '))).toBe(true)
  expect(statements.filter((text) => text.includes('desk_items'))).toEqual([])
})

test('a payout without an answer comes, and leaves by itself when the bank answers', async () => {
  const { member } = await unanswered('garbage')
  await app.sandbox.setFault('payout', 'none')
  await makeWorkDue(app.database, 'payout')
  await pay()
  expect(await listed('payout')).toEqual([])
  expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
})

test('one that the bank has never received leaves before it is sent again', async () => {
  const { member } = await unanswered('error')
  await app.sandbox.setFault('payout', 'none')
  await makeWorkDue(app.database, 'payout')
  await pay()
  await pay()
  expect(await listed('payout')).toEqual([])
  expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
})

test('a person and the bank at once: it leaves, and comes back if the bank then contradicts the person', async () => {
  const { id } = await unanswered('garbage')
  await app.sandbox.setFault('payout', 'none')
  await makeWorkDue(app.database, 'payout')
  await Promise.allSettled([deskOf(app, 'payout').decide(id, 'approve'), pay()])
  expect(await listed('payout')).toEqual([])
  await putInReview(app.context, { kind: 'payout', key: id }, 'voided after posted')
  expect(await listed('payout')).toEqual([id])
  await expect(
    transaction(app.context.db, async (tx) => {
      const said = { choice: 'approve', operatorId: 'op-1', reason: 'seen' } as const
      await deskOf(app, 'payout').queue.decide(tx, id, said)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await listed('payout')).toEqual([id])
  await deskOf(app, 'payout').decide(id, 'approve')
  expect(await listed('payout')).toEqual([])
})
