import type { ExpectedClear } from '@krapao/contract/slices/bonus/bonus.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Point } from '../../testing/node.ts'
import { openAccounts } from '../deposit/testing/money-in.ts'
import { newReference, reportByFeed } from '../deposit/testing/reports.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { outcomesOf, storesOutcome } from '../outcome/testing.ts'
import { followUpTransfers } from '../wallet/reconcile.ts'
import { holdings, open, transfer } from '../wallet/testing.ts'
import {
  activate,
  bonusesOf,
  budgetOf,
  campaigns,
  clear,
  deposit,
  free,
  reviews,
  shareDevice,
  shownOfClear,
  walletOf,
  withdrawReview,
} from './testing.ts'

/**
 * kill -9 of a node between the steps of what gives and ends a bonus (rules.md §7): what the member asked for
 * has happened whole or not at all, and asking again has it happen once.
 */
const aroundInsert: Point[] = [
  { query: 'insert into bonus_budgets as', when: 'after' },
  { query: 'insert into member_bonuses', when: 'before' },
  { query: 'insert into member_bonuses', when: 'before-commit' },
  { query: 'insert into member_bonuses', when: 'after-commit' },
  { answer: true },
]
const around = (query: string): Point[] =>
  (['before', 'before-commit', 'after-commit'] as const).map((when) => ({ query, when }))
const posted = ['"phase":"posted"', 'in-transit:PG']
const points: Record<
  'free' | 'waiting' | 'taking' | 'approve' | 'withdraw' | 'armed' | 'clear' | 'home',
  Point[]
> = {
  free: aroundInsert,
  waiting: [
    { query: 'insert into bonus_budgets as', when: 'after' },
    ...around('insert into bonus_reviews'),
    { answer: true },
  ],
  // The place of what waits for a person, by somebody who need not wait.
  taking: [
    ...around('update bonus_reviews set state'),
    { query: storesOutcome, when: 'after' },
    ...aroundInsert,
  ],
  approve: [...around('update bonus_reviews set state'), ...aroundInsert],
  withdraw: [...around('update bonus_reviews set state'), { answer: true }],
  armed: [
    ...around(`update member_bonuses set state = 'ACTIVE'`),
    { query: 'insert into bonus_budgets as', when: 'after' },
    { answer: true },
  ],
  clear: [...around('update member_bonuses set state = $3'), { answer: true }],
  // The money of a game on its way to the wallet, before the bonus is given back.
  home: [
    { call: 'games.transfer', when: 'during' },
    { call: 'games.transfer', when: 'after' },
    { call: 'ledger.post', with: posted, when: 'after' },
  ],
}
const key = 'the-same-key'

let app: TestApp
interface Case {
  kind: keyof typeof points
  at: Point
  member: TestMember
  /** Of its own, because one that is paused holds up all others of a campaign. */
  code: string
  /** A deposit of its own, in baht: transfers of one amount wait for each other. */
  amount: number
  accountNo: string
  reference: string
  paidAt: Date
  /** What waits for a person, and who decides it: one who is paused holds up all that is theirs. */
  review: string
  operator: TestOperator
  /** What was shown before money comes home from a game. */
  expected: ExpectedClear | undefined
}
const cases: Case[] = []

const act = (node: Pick<TestApp, 'address' | 'call'>, { kind, member, code, amount, ...given }: Case) => {
  if (kind === 'approve') {
    return node.call('POST /api/console/desk/:queue/:id/approve', {
      token: given.operator.token,
      params: { queue: 'bonus-review', id: given.review },
      body: { reason: 'looked at it' },
      headers: { 'idempotency-key': given.review },
    })
  }
  if (kind === 'withdraw') return withdrawReview(node, member, given.review)
  if (kind === 'free' || kind === 'waiting' || kind === 'taking') return activate(node, member, code, key)
  if (kind === 'clear' || kind === 'home') return clear(node, member, key, given.expected)
  const payer = { id: member.id, accountNo: given.accountNo }
  return reportByFeed({ ...app, address: node.address }, payer, {
    to: '0000000011',
    reference: given.reference,
    at: given.paidAt,
    amount,
  })
}

beforeAll(async () => {
  app = await testApp()
  await app.context.jobs.stop()
  await openAccounts(app)
  const make = campaigns(app)
  // The accounts of the house are there, so that flows that are paused hold up no others at their first use.
  const first = await app.registerMember()
  await activate(app, first, await make.bonus({ credit: free(60) }))
  await clear(app, first)
  for (const kind of Object.keys(points) as (keyof typeof points)[]) {
    for (const at of points[kind]) {
      const i = cases.length
      const accountNo = String(1_234_567_000 + i)
      const member = await app.registerMember({ bankCode: 'KBANK', bankAccountNo: accountNo })
      const isFree = kind !== 'armed' && kind !== 'clear'
      const isTied = isFree && kind !== 'free' && kind !== 'home'
      const budget = kind === 'taking' ? 120 : 10_000
      const code = await make.bonus(isFree ? { credit: free(60), budget } : {})
      const amount = 100 + i * 10
      if (isTied) {
        const tied = await app.registerMember()
        const waiter = kind === 'taking' ? await app.registerMember() : member
        await shareDevice(app, [tied, waiter])
        await activate(app, tied, code)
        if (waiter !== member) await activate(app, waiter, code)
      }
      if (kind !== 'free' && kind !== 'waiting' && kind !== 'taking') await activate(app, member, code)
      if (kind === 'clear') await deposit(app, member, amount)
      if (kind === 'home') {
        await app.fund(member.id, 40)
        await open(app, member, 'PG')
        await transfer(app, member, 'WALLET', 'PG', 90)
      }
      cases.push({
        kind,
        at,
        member,
        code,
        amount,
        accountNo,
        reference: newReference(),
        paidAt: app.clock.now(),
        review: (await reviews(app, member))[0]?._id ?? '',
        operator: await newOperator(app, 'cashier'),
        expected: kind === 'home' ? await shownOfClear(app, member) : undefined,
      })
    }
  }
  // Deposits that are paused hold up those of others, so each has a node of its own.
  const deposits = cases.filter(({ kind }) => kind === 'armed')
  const together = cases.filter(({ kind }) => kind !== 'armed')
  for (const flows of [together, ...deposits.map((deposit) => [deposit])]) {
    await dieAt(
      { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
      flows.map((flow) => ({
        of: flow.kind === 'armed' ? flow.reference : flow.review || flow.member.id,
        at: flow.at,
        begin: (node) => act(node, flow),
      })),
    )
  }
}, 240_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

it.each(
  (Object.keys(points) as (keyof typeof points)[])
    .filter((kind) => kind !== 'home')
    .flatMap((kind) => points[kind].map((at, i) => ({ kind, i, at: JSON.stringify(at) }))),
)('killed $kind at $at', async ({ kind, i }) => {
  const tried = cases.filter((other) => other.kind === kind)[i] as Case
  const state = async () => [
    await walletOf(app, tried.member),
    (await bonusesOf(app, tried.member))[0]?.state ?? (await reviews(app, tried.member))[0]?.state,
  ]
  const [before, after] = {
    free: [
      [0, undefined],
      [60, 'ACTIVE'],
    ],
    waiting: [
      [0, undefined],
      [0, 'WAITING'],
    ],
    taking: [
      [0, undefined],
      [60, 'ACTIVE'],
    ],
    approve: [
      [0, 'WAITING'],
      [60, 'ACTIVE'],
    ],
    withdraw: [
      [0, 'WAITING'],
      [0, undefined],
    ],
    armed: [
      [0, 'ARMED'],
      [tried.amount * 1.2, 'ACTIVE'],
    ],
    clear: [
      [tried.amount * 1.2, 'ACTIVE'],
      [tried.amount, 'FORFEITED'],
    ],
  }[kind]
  const isDone = 'answer' in tried.at || tried.at.when === 'after-commit'
  expect(await state()).toEqual(isDone ? after : before)
  if (kind === 'armed') await act(app, tried)
  else {
    const status = async () => ((await act(app, tried)) as { status: number }).status
    await expect.poll(status, { timeout: 60_000, interval: 500 }).toBe(kind === 'waiting' ? 422 : 200)
  }
  expect(await state()).toEqual(after)
  const [bonuses, given, reserved] = {
    free: [1, 60, 0],
    // The tied member's is given.
    waiting: [0, 60, 60],
    taking: [1, 120, 0],
    approve: [1, 120, 0],
    withdraw: [0, 60, 0],
    armed: [1, tried.amount / 5, 0],
    clear: [1, tried.amount / 5, 0],
  }[kind]
  expect(await bonusesOf(app, tried.member)).toHaveLength(bonuses as number)
  expect(await budgetOf(app, tried.code)).toEqual({ given, reserved })
  if (kind !== 'taking') return
  const rows = await app.database.query<{ id: string; state: string }>(
    'select id, state from bonus_reviews where campaign = $1',
    [tried.code],
  )
  expect(rows).toMatchObject([{ state: 'YIELDED' }])
  expect(await outcomesOf(app.database, { source: rows[0]?.id ?? '' })).toHaveLength(1)
})

it.each(points.home.map((at, i) => ({ i, at: JSON.stringify(at) })))(
  'killed at $at while money comes home, and the figures change before the member asks again',
  async ({ i }) => {
    const { member, expected } = cases.filter(({ kind }) => kind === 'home')[i] as Case
    const wealth = async () => {
      const { wallet, game, inTransit } = await holdings(app, member, 'PG')
      return wallet + game + inTransit
    }
    expect(await wealth()).toBe(100)
    await app.fund(member.id, 20)
    const again = (shown: typeof expected) => clear(app, member, key, shown)
    const waits = { timeout: 60_000, interval: 500 }
    await expect.poll(async () => (await again(expected)).error?.message, waits).toBe('FIGURES_CHANGED')
    const present = (await again(expected)).error?.present as typeof expected
    expect(present).toEqual({ bonusId: expected?.bonusId, returned: 60, kept: 60 })
    expect(await wealth()).toBe(120)
    expect((await bonusesOf(app, member))[0]?.state).toBe('ACTIVE')

    // What is still on its way is asked about, and meanwhile nothing is given back.
    app.clock.advance(20)
    await followUpTransfers(app.context)
    await expect
      .poll(async () => (await again(present)).body, waits)
      .toEqual({ message: 'BONUS_CLEAR', returned: 60, kept: 60 })
    expect(await wealth()).toBe(60)
    expect((await again(expected)).body).toEqual({ message: 'BONUS_CLEAR', returned: 60, kept: 60 })
  },
)
