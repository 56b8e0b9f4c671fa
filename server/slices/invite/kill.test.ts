import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { bangkokDay } from '../../platform/clock.ts'
import { type TestApp, type TestMember, testConfig } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import { dieAt, type Point } from '../../testing/node.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { noon } from '../game/bets/testing/bets.ts'
import { calculateCashback } from '../refund/daily.ts'
import { accountsOf, appAtNoon, bet } from '../refund/testing.ts'
import { open, player } from '../wallet/testing.ts'
import { payInviters } from './daily.ts'

/**
 * kill -9 of a node while it calculates a day, and while money of it is received, claimed and moved. Afterwards each day is
 * paid once, and the member's retry under the same key has one effect.
 */
let app: TestApp
let inviter: TestMember
let friend: TestMember
const day = bangkokDay(noon)

beforeAll(async () => {
  // A real yesterday, because the nodes that are killed have the real time.
  app = await appAtNoon({ clock: travellingClock(noon), settings: { 'bets.calculateAfterMinutes': 0 } })
  const people = await campaignPeople(app)
  await approved(app, people, testContent.invite)
  await approved(app, people, testContent.refund)
  inviter = await player(app, 0)
  friend = await app.registerMember({ invitedBy: inviter.id })
  await open(app, friend, 'PG')
  await bet(app, friend, { stake: 100 })
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const die = (of: string, at: Point) =>
  dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, [{ of, at }])
const paid = async () => {
  const [row] = await app.database.query<{ rows: number; refunds: number; closed: number }>(
    `select (select count(*) from invite_days)::int as rows, (select count(*) from refund_days)::int as refunds,
       (select count(*) from closed_bet_days)::int as closed`,
  )
  return { ...row, money: (await accountsOf(app, inviter)).invite }
}

it('of a day that is being closed', async () => {
  await die(day, { query: 'insert into closed_bet_days', when: 'before-commit' })
  expect(await paid()).toEqual({ rows: 0, refunds: 0, closed: 0, money: 0 })
})

it.each<[string, Point]>([
  ['before the money', { call: 'ledger.postAllIn', when: 'before' }],
  ['between money and rows', { query: 'insert into invite_days', when: 'before' }],
  ['before the commit of both', { query: 'insert into invite_days', when: 'before-commit' }],
])('of a page of invites, %s', async (_when, at) => {
  await die(inviter.id, at)
  expect(await paid()).toMatchObject({ rows: 0, money: 0, closed: 1 })
})

it('after the page: it is not paid again', async () => {
  await die(inviter.id, { query: 'insert into invite_days', when: 'after-commit' })
  expect(await paid()).toMatchObject({ rows: 1, money: 5 })
  await payInviters(app.context)
  expect(await paid()).toMatchObject({ rows: 1, money: 5 })
})

it('of a page of cashback', async () => {
  await calculateCashback(app.context)
  await payInviters(app.context)
  expect(await paid()).toEqual({ rows: 1, refunds: 1, closed: 1, money: 5 })
})

it.each<[string, 'GET /api/refund/receive' | 'GET /api/refund/addWallet' | 'GET /api/invite/bonus', Point[]]>(
  [
    [
      'claimed',
      'GET /api/refund/receive',
      [
        { query: 'insert into refund_claims', when: 'before' },
        { query: 'update refund_days', when: 'before-commit' },
        { query: 'update refund_days', when: 'after-commit' },
      ],
    ],
    [
      'moved',
      'GET /api/refund/addWallet',
      [
        { query: 'insert into refund_moves', when: 'before-commit' },
        { query: 'insert into refund_moves', when: 'after-commit' },
      ],
    ],
    [
      'received',
      'GET /api/invite/bonus',
      [
        { query: 'insert into invite_receipts', when: 'before-commit' },
        { query: 'insert into invite_receipts', when: 'after-commit' },
      ],
    ],
  ],
)('money that is being %s is there once, and the retry says so', async (_what, name, points) => {
  const [owner, other] = name === 'GET /api/invite/bonus' ? [inviter, friend] : [friend, inviter]
  const key = randomUUID()
  const options = { token: owner.token, headers: { 'idempotency-key': key } }
  const total = async ({ wallet, invite, refund } = { wallet: 0, invite: 0, refund: 0 }) =>
    wallet + invite + refund
  const before = await total(await accountsOf(app, other))
  for (const at of points) {
    await dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, [
      { of: key, at, begin: (node) => node.call(name, options) },
    ])
  }
  // The claim of the dead node's call has to lapse first.
  app.clock.advance(10)
  expect((await app.call(name, options)).body).toMatchObject({ amount: 5 })
  app.clock.advance(-10)
  expect(await total(await accountsOf(app, owner))).toBe(5)
  expect(await total(await accountsOf(app, other))).toBe(before)
})
