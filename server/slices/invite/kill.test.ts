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
import { closedDays, closesDay } from '../game/testing.ts'
import { accountsOf, appAtNoon, bet } from '../refund/testing.ts'
import { open, player } from '../wallet/testing.ts'
import { payInviters } from './daily.ts'

/**
 * kill -9 of a node while it pays inviters for a day, and while one receives the money (rules.md §9).
 * Afterwards each day is paid once, and the member's retry under the same key has one effect.
 */
let app: TestApp
const receipts: [string, Point][] = [
  ['before the money is moved', { call: 'ledger.postIn', when: 'before' }],
  ['with the money moved', { query: storesBonus, when: 'before' }],
  ['with its condition recorded', { query: 'insert into invite_receipts', when: 'before' }],
  ['before the commit', { query: 'insert into invite_receipts', when: 'before-commit' }],
  ['after the commit', { query: 'insert into invite_receipts', when: 'after-commit' }],
  ['before the answer', { answer: true }],
]
/** Each invited somebody who lost 100 baht yesterday; by index of the receipt, and one more who is first. */
const inviters: TestMember[] = []
const day = bangkokDay(noon)

beforeAll(async () => {
  // A real yesterday, because the nodes that are killed have the real time.
  app = await appAtNoon({
    clock: travellingClock(noon),
    settings: { 'bets.calculateAfterMinutes': 0, 'idempotency.leaseSeconds': 1 },
  })
  await approved(app, await campaignPeople(app), testContent.invite)
  for (const _ of [...receipts, 'first']) {
    const inviter = await player(app, 0)
    const friend = await app.registerMember({ invitedBy: inviter.id })
    await open(app, friend, 'PG')
    await bet(app, friend, { stake: 100 })
    inviters.push(inviter)
  }
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
  // The providers have said that yesterday had no more bets: the nodes calculate it as soon as they start.
  await catchUpBets(app.context)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const config = () => ({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url })
const die = (of: string, at: Point) => dieAt(config(), [{ of, at }])
const paid = async () => {
  const rows = (await app.database.query('select from invite_days')).length
  const closed = (await closedDays(app.database)).length
  const accounts = await Promise.all(inviters.map((inviter) => accountsOf(app, inviter)))
  return { rows, closed, money: accounts.reduce((sum, { invite }) => sum + invite, 0) }
}
const all = () => ({ rows: inviters.length, closed: 1, money: 5 * inviters.length })

it('of a day that is being closed', async () => {
  await die(day, { query: closesDay, when: 'before-commit' })
  expect(await paid()).toEqual({ rows: 0, closed: 0, money: 0 })
})

it.each<[string, Point]>([
  ['before the money', { call: 'ledger.postAllIn', when: 'before' }],
  ['between money and rows', { query: 'insert into invite_days', when: 'before' }],
  ['before the commit of both', { query: 'insert into invite_days', when: 'before-commit' }],
])('of a page of invites, %s', async (_when, at) => {
  await die(inviters[0]?.id ?? '', at)
  expect(await paid()).toEqual({ rows: 0, closed: 1, money: 0 })
})

it('after the page: it is not paid again', async () => {
  await die(inviters[0]?.id ?? '', { query: 'insert into invite_days', when: 'after-commit' })
  expect(await paid()).toEqual(all())
  await payInviters(app.context)
  expect(await paid()).toEqual(all())
})

describe('of money that is being received', () => {
  const key = randomUUID()
  const receive = (node: Pick<TestApp, 'call'>, { token }: TestMember, idempotencyKey: string) =>
    node.call('GET /api/invite/bonus', { token, headers: { 'idempotency-key': idempotencyKey } })

  beforeAll(async () => {
    await payInviters(app.context)
    // The first one creates the house's accounts, so that those who are paused do not wait for each other's
    // commit.
    expect((await receive(app, inviters[receipts.length] as TestMember, key)).status).toBe(200)
    const flows = receipts.map(([, at], i): Flow => {
      const inviter = inviters[i] as TestMember
      return { of: inviter.id, at, begin: (node) => receive(node, inviter, key) }
    })
    await dieAt(config(), flows)
  }, 120_000)

  it.each(receipts.map(([step], i) => ({ step, i })))('$step: it is there once', async ({ step, i }) => {
    const inviter = inviters[i] as TestMember
    const isDone = step === 'after the commit' || step === 'before the answer'
    const [before, after] = [
      { wallet: 0, invite: 5, refund: 0 },
      { wallet: 5, invite: 0, refund: 0 },
    ]
    expect(await accountsOf(app, inviter)).toEqual(isDone ? after : before)
    for (let turn = 0; turn < 2; turn++) {
      expect((await receive(app, inviter, key)).body).toMatchObject({ amount: 5 })
      expect(await accountsOf(app, inviter)).toEqual(after)
    }
    expect((await receive(app, inviter, randomUUID())).error?.message).toBe('INVITE_COLLECT')
    expect(await accountsOf(app, inviter)).toEqual(after)
  })
})
