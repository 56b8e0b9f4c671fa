import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { bangkokDay } from '../../platform/clock.ts'
import { type TestApp, type TestMember, testConfig } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import { dieAt, type Flow, type Point } from '../../testing/node.ts'
import { storesBonus } from '../bonus/testing.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { catchUpBets } from '../game/bets/ask.ts'
import { noon } from '../game/bets/testing/bets.ts'
import { progressOf, storesProgress } from '../game/testing.ts'
import { open, player } from '../wallet/testing.ts'
import { calculateCashback } from './daily.ts'
import { accountsOf, appAtNoon, bet } from './testing.ts'

/**
 * kill -9 of a node while it calculates a day's cashback, and while a member claims or moves it (rules.md
 * §10). Afterwards each member's day is there once, and the member's retry under the same key has one effect.
 */
type Call = 'GET /api/refund/receive' | 'GET /api/refund/addWallet'
type Step = [string, Point]
const around = (query: string): Step[] => [
  ['before the commit', { query, when: 'before-commit' }],
  ['after the commit', { query, when: 'after-commit' }],
  ['before the answer', { answer: true }],
]
const steps: Record<Call, Step[]> = {
  'GET /api/refund/receive': [
    ['before the credit', { call: 'ledger.postIn', when: 'before' }],
    ['with the credit posted', { query: 'insert into refund_claims', when: 'before' }],
    ['with the claim recorded', { query: 'update refund_days', when: 'before' }],
    ...around('update refund_days'),
  ],
  'GET /api/refund/addWallet': [
    ['before the money is moved', { call: 'ledger.postIn', when: 'before' }],
    ['with the money moved', { query: storesBonus, when: 'before' }],
    ['with its condition recorded', { query: 'insert into refund_moves', when: 'before' }],
    ...around('insert into refund_moves'),
  ],
}
const cases = (Object.keys(steps) as Call[]).flatMap((call) =>
  steps[call].map(([step, at]) => ({ call, step, at, key: randomUUID() })),
)

let app: TestApp
/** Each lost 100 baht yesterday; by index of the case, and one more who is first. */
const losers: TestMember[] = []
const config = () => ({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url })
const call = (node: Pick<TestApp, 'call'>, name: Call, { token }: TestMember, key?: string) =>
  node.call(name, { token, ...(key !== undefined && { headers: { 'idempotency-key': key } }) })

beforeAll(async () => {
  // A real yesterday, because the nodes that are killed have the real time. No invite campaign: only cashback
  // is calculated.
  app = await appAtNoon({
    clock: travellingClock(noon),
    settings: { 'bets.calculateAfterMinutes': 0, 'idempotency.leaseSeconds': 1 },
  })
  await approved(app, await campaignPeople(app), testContent.refund)
  for (const _ of [...cases, 'first']) {
    const member = await player(app, 0)
    await open(app, member, 'PG')
    await bet(app, member, { stake: 100 })
    losers.push(member)
  }
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
  // The providers have said that yesterday had no more bets: the nodes calculate it as soon as they start.
  await catchUpBets(app.context)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

describe('a day', () => {
  const yesterday = bangkokDay(noon)
  const today = bangkokDay(new Date(noon.getTime() + 86_400_000))
  /** What is stored of the day, and the job's progress. */
  const stored = async () => {
    const [row] = await app.database.query<{ days: number; minor: number }>(
      'select count(*)::int as days, sum(amount_minor)::int as minor from refund_days',
    )
    return { ...row, at: await progressOf(app.database, 'refund') }
  }
  const none = { days: 0, minor: null, at: undefined }
  /** The last member of the page: the job's progress after it. */
  const last = () =>
    losers
      .map(({ id }) => id)
      .sort()
      .at(-1) ?? ''
  const all = () => ({ days: losers.length, minor: losers.length * 500 })

  it.each<[string, Point]>([
    ['before its rows', { query: 'insert into refund_days', when: 'before' }],
    ['between the rows and the job’s progress', { query: storesProgress, when: 'before' }],
    ['before the commit of both', { query: storesProgress, when: 'before-commit' }],
  ])('killed %s is as if it had not begun', async (_step, at) => {
    await dieAt(config(), [{ of: last(), at }])
    expect(await stored()).toEqual(none)
  })

  it('killed after the commit is stored, and the next node goes on behind it', async () => {
    await dieAt(config(), [{ of: last(), at: { query: storesProgress, when: 'after-commit' } }])
    expect(await stored()).toEqual({ ...all(), at: { day: yesterday, after: last() } })
    await dieAt(config(), [{ of: today, at: { query: storesProgress, when: 'before-commit' } }])
    expect(await stored()).toEqual({ ...all(), at: { day: yesterday, after: last() } })
    await calculateCashback(app.context)
    await calculateCashback(app.context)
    expect(await stored()).toEqual({ ...all(), at: { day: today, after: '' } })
  })
})

describe('a member', () => {
  beforeAll(async () => {
    await calculateCashback(app.context)
    // The first one creates the house's accounts, so that those who are paused do not wait for each other's
    // commit.
    const first = losers[cases.length] as TestMember
    for (const name of Object.keys(steps) as Call[]) expect((await call(app, name, first)).status).toBe(200)
    for (const [i, { call: name }] of cases.entries()) {
      if (name === 'GET /api/refund/addWallet') {
        await call(app, 'GET /api/refund/receive', losers[i] as TestMember)
      }
    }
    const flows = cases.map(({ call: name, at, key }, i): Flow => {
      const member = losers[i] as TestMember
      return { of: member.id, at, begin: (node) => call(node, name, member, key) }
    })
    await dieAt(config(), flows)
  }, 120_000)

  it.each(cases.map(({ call, step }, i) => ({ call, step, i })))(
    '$call killed $step',
    async ({ step, i }) => {
      const { call: name, key } = cases[i] as (typeof cases)[number]
      const member = losers[i] as TestMember
      const claims = async () =>
        (await app.call('POST /api/refund', { token: member.token, body: { page: 1, limit: 10 } })).body.total
      const now = async () => ({ ...(await accountsOf(app, member)), claims: await claims() })
      const [before, after] =
        name === 'GET /api/refund/receive'
          ? [
              { wallet: 0, invite: 0, refund: 0, claims: 0 },
              { wallet: 0, invite: 0, refund: 5, claims: 1 },
            ]
          : [
              { wallet: 0, invite: 0, refund: 5, claims: 1 },
              { wallet: 5, invite: 0, refund: 0, claims: 1 },
            ]
      const isDone = step === 'after the commit' || step === 'before the answer'
      expect(await now()).toEqual(isDone ? after : before)
      for (let turn = 0; turn < 2; turn++) {
        expect((await call(app, name, member, key)).body).toEqual({ message: 'REFUND_SUCCESS', amount: 5 })
        expect(await now()).toEqual(after)
      }
      expect((await call(app, name, member)).error?.message).toBe('NO_REFUND')
      expect(await now()).toEqual(after)
    },
  )
})
