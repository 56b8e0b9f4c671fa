import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveItems } from '../../desk/items.ts'
import { listsItem, storesVote } from '../../desk/testing.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Point } from '../../testing/node.ts'
import { eventsOf, newOperator, storesEvent, type TestOperator } from '../operator/testing.ts'
import { payWithdrawals } from '../withdraw/pay.ts'
import { buildMember, listPayouts, marksWithdrawal, walletOf, withdraw } from '../withdraw/testing.ts'
import { announce, deskOf, openAccounts } from './testing/money-in.ts'

/**
 * kill -9 of a node between every two steps of an operator's decision that moves money in or out: of an
 * announced deposit, of a withdrawal above the limit, and of one that needs two. What must hold afterwards:
 * choice, audit and effect are all there or none is, and an operator who got no answer decides again, or
 * learns that it is decided.
 */

const lock = 'pg_advisory_xact_lock'
const event = storesEvent
interface Decision {
  name: string
  queue: 'manual-deposit' | 'withdrawal'
  choice: 'approve' | 'refuse'
  amount: number
  at: Point
  /** Whether it was committed. */
  kept: boolean
}
const of = (
  queue: Decision['queue'],
  choice: Decision['choice'],
  amount: number,
  points: [string, boolean, Point][],
): Decision[] =>
  // Deposits of amounts of their own: transfers of one amount wait for each other.
  points.map(([name, kept, at], i) => ({
    name,
    queue,
    choice,
    amount: queue === 'manual-deposit' ? amount + i : amount,
    at,
    kept,
  }))
const decisions = [
  ...of('manual-deposit', 'approve', 500, [
    ['before the item is locked', false, { query: lock, when: 'before' }],
    ['when the item is locked', false, { query: lock, when: 'after' }],
    ['when the transfer is held', false, { query: 'for update of t', when: 'after' }],
    ['when the transfer is marked', false, { query: 'update deposit_reports set state', when: 'after' }],
    ['after the money', false, { call: 'ledger.postIn', when: 'after' }],
    ['when the deposit is marked', false, { query: 'update "manual_deposits"', when: 'after' }],
    ['when it is audited', false, { query: event, when: 'after' }],
    ['when it is taken off the list', false, { query: listsItem, when: 'after' }],
    ['before the commit', false, { query: lock, when: 'before-commit' }],
    ['after the commit', true, { query: lock, when: 'after-commit' }],
    ['before the operator is answered', true, { answer: true }],
  ]),
  ...of('withdrawal', 'approve', 6000, [
    ['when it is approved', false, { query: marksWithdrawal, when: 'after' }],
    ['before the commit', false, { query: lock, when: 'before-commit' }],
    ['after the commit', true, { query: lock, when: 'after-commit' }],
  ]),
  ...of('withdrawal', 'refuse', 6000, [
    ['after the money', false, { call: 'ledger.postAllIn', when: 'after' }],
    ['when it is marked', false, { query: 'finished_at = ', when: 'after' }],
    ['when it is taken off the list', false, { query: listsItem, when: 'after' }],
    ['before the commit', false, { query: lock, when: 'before-commit' }],
    ['after the commit', true, { query: lock, when: 'after-commit' }],
  ]),
  // The first of two: what is kept of it is one voice.
  ...of('withdrawal', 'approve', 30_000, [
    ['when the first is written down', false, { query: storesVote, when: 'after' }],
    ['before the commit of the first', false, { query: lock, when: 'before-commit' }],
    ['after the commit of the first', true, { query: lock, when: 'after-commit' }],
  ]),
]
/** By place among the decisions. */
const items: { member: TestMember; id: string; transferId?: string }[] = []
let app: TestApp
/** By place among the decisions: one operator's decisions wait for each other. */
const firsts: TestOperator[] = []
let second: TestOperator

beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'deposit.manual': true } })
  await openAccounts(app)
  // The next node pays when a test makes it.
  await app.context.jobs.stop()
  for (const _ of decisions) firsts.push(await newOperator(app, 'owner'))
  second = await newOperator(app, 'cashier')
  for (const { queue, amount } of decisions) {
    if (queue === 'manual-deposit') items.push(await announced(amount))
    else {
      const member = await buildMember(app, amount)
      items.push({ member, id: (await withdraw(app, member, amount)).body.withdrawalId })
    }
  }
  // The first deposit of all makes the house's accounts, that of coins among them: those below shall not wait
  // for each other's commit.
  const { id, transferId } = await announced(100)
  await decide(app, second, { queue: 'manual-deposit', choice: 'approve' }, id, transferId)
  await dieAt(
    { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
    decisions.map((decision, i) => {
      const { id, transferId } = items[i] as (typeof items)[number]
      const first = firsts[i] as TestOperator
      return { of: id, at: decision.at, begin: (node) => decide(node, first, decision, id, transferId) }
    }),
  )
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
}, 240_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/**
 * An announcement, and a transfer of the member's own to choose for it: to an account of QR codes, at which
 * the feed alone credits nobody.
 */
async function announced(amount: number): Promise<(typeof items)[number]> {
  const bankAccountNo = String(randomInt(1_000_000_000, 9_999_999_999))
  const member = await app.registerMember({ bankAccountNo })
  const { body } = await announce(app, member, amount)
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    fromBank: 'SCB',
    fromAccountNo: bankAccountNo,
    fromName: 'SOMYING JAIDEE',
    toBank: 'KBANK',
    toAccountNo: 'T-KBANK',
    amount,
    feed: true,
  })
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  return { member, id: body.depositId, transferId: String(row?.id) }
}

/** @returns DONE, SECOND_OPERATOR_NEEDED, or the code of a refusal */
async function decide(
  at: Pick<TestApp, 'call'>,
  { token }: TestOperator,
  { queue, choice }: Pick<Decision, 'queue' | 'choice'>,
  id: string,
  transferId?: string,
): Promise<string> {
  const given = { token, params: { queue, id }, body: { reason: 'looked at it' } }
  const chosen = { ...given.body, reference: 'FT-1', ...(transferId !== undefined && { transferId }) }
  const { body, error } = await (choice === 'approve'
    ? at.call('POST /api/console/desk/:queue/:id/approve', { ...given, body: chosen })
    : at.call('POST /api/console/desk/:queue/:id/refuse', given))
  return error?.message ?? ('status' in body ? body.status : 'DONE')
}

const auditEventsAbout = async (queue: string, id: string) =>
  (await eventsOf(app.database, { subject: `${queue}:${id}` })).map(({ action }) => action)

async function payAll(): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await payWithdrawals(app.context)
    app.clock.advance(10)
  }
  app.clock.advance(-60)
}

it.each(decisions.map((decision, i) => ({ ...decision, i })))(
  '$choice of a $queue of $amount, killed $name',
  async ({ i, ...decision }) => {
    const { queue, choice, amount, kept } = decision
    const { member, id, transferId } = items[i] as (typeof items)[number]
    const byTwo = amount > 20_000
    const events = byTwo ? [`desk.${choice}-first`, `desk.${choice}`] : [`desk.${choice}`]
    const desk = deskOf(app, queue)

    expect(await auditEventsAbout(queue, id)).toEqual(kept ? events.slice(0, 1) : [])
    expect((await desk.find(id)) !== undefined).toBe(byTwo || !kept)
    const again = await decide(app, firsts[i] as TestOperator, decision, id, transferId)
    if (byTwo) {
      expect(again).toBe(kept ? 'SECOND_OPERATOR' : 'SECOND_OPERATOR_NEEDED')
      expect(await walletOf(app, member)).toEqual({ wallet: 0, withdrawing: amount })
      expect(await decide(app, second, decision, id)).toBe('DONE')
    } else expect(again).toBe(kept ? 'ALREADY_DECIDED' : 'DONE')

    expect(await auditEventsAbout(queue, id)).toEqual(events)
    expect(await desk.find(id)).toBeUndefined()
    await payAll()
    const comesIn = queue === 'manual-deposit' || choice === 'refuse'
    expect(await walletOf(app, member)).toEqual({ wallet: comesIn ? amount : 0, withdrawing: 0 })
    const paid = (await listPayouts(app)).get(id)
    if (comesIn) expect(paid).toBeUndefined()
    else expect(paid).toMatchObject({ amount, status: 'SUCCESS', asked: 1 })
  },
)
