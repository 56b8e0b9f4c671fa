import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/books.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Point } from '../../testing/node.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { payWithdrawals } from '../withdraw/pay.ts'
import { paidOut, purse, saver, withdraw } from '../withdraw/testing.ts'

/**
 * kill -9 of a node between every two steps of an operator's decision that moves money in or out: of an announced deposit,
 * of a withdrawal above the limit, and of one that needs two. What must hold afterwards: verdict, audit and effect are
 * all there or none is, and the operator who was not told decides again, or is told that it is decided.
 */

const lock = 'pg_advisory_xact_lock'
const deed = 'insert into audit_log'
interface Decision {
  name: string
  queue: 'manual-deposit' | 'withdrawal'
  verdict: 'approve' | 'refuse'
  amount: number
  at: Point
  /** Whether it was committed. */
  kept: boolean
}
const of = (
  queue: Decision['queue'],
  verdict: Decision['verdict'],
  amount: number,
  points: [string, boolean, Point][],
): Decision[] => points.map(([name, kept, at]) => ({ name, queue, verdict, amount, at, kept }))
const decisions = [
  ...of('manual-deposit', 'approve', 500, [
    ['before the item is locked', false, { query: lock, when: 'before' }],
    ['when the item is locked', false, { query: lock, when: 'after' }],
    ['when the deposit is marked', false, { query: 'update "manual_deposits"', when: 'after' }],
    ['after the money', false, { call: 'ledger.postIn', when: 'after' }],
    ['when it is audited', false, { query: deed, when: 'after' }],
    ['before the commit', false, { query: lock, when: 'before-commit' }],
    ['after the commit', true, { query: lock, when: 'after-commit' }],
    ['before the operator is told', true, { answer: true }],
  ]),
  ...of('withdrawal', 'approve', 6000, [
    ['when it is approved', false, { query: 'update withdrawals set state', when: 'after' }],
    ['before the commit', false, { query: lock, when: 'before-commit' }],
    ['after the commit', true, { query: lock, when: 'after-commit' }],
  ]),
  ...of('withdrawal', 'refuse', 6000, [
    ['after the money', false, { call: 'ledger.postIn', when: 'after' }],
    ['before the commit', false, { query: lock, when: 'before-commit' }],
    ['after the commit', true, { query: lock, when: 'after-commit' }],
  ]),
  // The first of two: what is kept of it is one voice.
  ...of('withdrawal', 'approve', 30_000, [
    ['when the first is written down', false, { query: 'insert into desk_approvals', when: 'after' }],
    ['before the commit of the first', false, { query: lock, when: 'before-commit' }],
    ['after the commit of the first', true, { query: lock, when: 'after-commit' }],
  ]),
]
/** By place among the decisions. */
const items: { member: TestMember; id: string }[] = []
let app: TestApp
let first: TestOperator
let second: TestOperator

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  // The next node pays when it is told to.
  await app.context.jobs.stop()
  first = await newOperator(app, 'owner')
  second = await newOperator(app, 'cashier')
  for (const { queue, amount } of decisions) {
    if (queue === 'manual-deposit') {
      const member = await app.registerMember()
      const { body } = await app.call('POST /api/wallet/add', { token: member.token, body: { amount } })
      items.push({ member, id: body.depositId })
    } else {
      const member = await saver(app, amount)
      items.push({ member, id: (await withdraw(app, member, amount)).body.withdrawalId })
    }
  }
  // The first deposit of all makes the house's account: those below shall not wait for each other's commit.
  const member = await app.registerMember()
  const { body } = await app.call('POST /api/wallet/add', { token: member.token, body: { amount: 1 } })
  await decide(app, first, { queue: 'manual-deposit', verdict: 'approve' }, body.depositId)
  await dieAt(
    { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
    decisions.map((decision, i) => {
      const id = items[i]?.id as string
      return { of: id, at: decision.at, begin: (node) => decide(node, first, decision, id) }
    }),
  )
}, 60_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** @returns DONE, SECOND_OPERATOR_NEEDED, or the code of a refusal */
async function decide(
  at: Pick<TestApp, 'call'>,
  { token }: TestOperator,
  { queue, verdict }: Pick<Decision, 'queue' | 'verdict'>,
  id: string,
): Promise<string> {
  const given = { token, params: { queue, id }, body: { reason: 'looked at it' } }
  const { body, error } = await (verdict === 'approve'
    ? at.call('POST /api/console/desk/:queue/:id/approve', given)
    : at.call('POST /api/console/desk/:queue/:id/refuse', given))
  return error?.message ?? ('status' in body ? body.status : 'DONE')
}

const deedsAbout = async (queue: string, id: string) =>
  (
    await app.database.query<{ action: string }>(
      'select action from audit_log where subject = $1 order by id',
      [`${queue}:${id}`],
    )
  ).map(({ action }) => action)

async function payAll(): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await payWithdrawals(app.context)
    app.clock.advance(10)
  }
  app.clock.advance(-60)
}

it.each(decisions.map((decision, i) => ({ ...decision, i })))(
  '$verdict of a $queue of $amount, killed $name',
  async ({ i, ...decision }) => {
    const { queue, verdict, amount, kept } = decision
    const { member, id } = items[i] as (typeof items)[number]
    const byTwo = amount > 20_000
    const deeds = byTwo ? [`desk.${verdict}-first`, `desk.${verdict}`] : [`desk.${verdict}`]
    const desk = app.context.desk.queues().find(({ name }) => name === queue)

    expect(await deedsAbout(queue, id)).toEqual(kept ? deeds.slice(0, 1) : [])
    expect((await desk?.find(id)) !== undefined).toBe(byTwo || !kept)
    const again = await decide(app, first, decision, id)
    if (byTwo) {
      expect(again).toBe(kept ? 'SECOND_OPERATOR' : 'SECOND_OPERATOR_NEEDED')
      expect(await purse(app, member)).toEqual({ wallet: 0, withdrawing: amount })
      expect(await decide(app, second, decision, id)).toBe('DONE')
    } else expect(again).toBe(kept ? 'ALREADY_DECIDED' : 'DONE')

    expect(await deedsAbout(queue, id)).toEqual(deeds)
    expect(await desk?.find(id)).toBeUndefined()
    await payAll()
    const comesIn = queue === 'manual-deposit' || verdict === 'refuse'
    expect(await purse(app, member)).toEqual({ wallet: comesIn ? amount : 0, withdrawing: 0 })
    const paid = (await paidOut(app)).get(id)
    if (comesIn) expect(paid).toBeUndefined()
    else expect(paid).toMatchObject({ amount, status: 'SUCCESS', asked: 1 })
  },
)
