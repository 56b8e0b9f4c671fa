import { inEachLanguage } from '@krapao/contract/languages.ts'
import { expect } from 'vitest'
import { house } from '../../ledger/public.ts'
import { bangkokDay, endOfBangkokDay } from '../../platform/clock.ts'
import { type Database, transaction } from '../../platform/database.ts'
import { type TestApp, type TestAppOptions, type TestMember, testApp } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import { settleBonus } from '../bonus/condition/end.ts'
import { grant, termsOf } from '../bonus/public.ts'
import { testCondition } from '../campaign/testing.ts'
import { catchUpBets } from '../game/bets/ask.ts'
import { betOf, report } from '../game/bets/testing/bets.ts'

/** What tests of days that were lost say often: invites use them, too. Amounts in baht. */

/** An app at noon in Bangkok, in which only the test calculates days. */
export async function appAtNoon(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await testApp({ clock: travellingClock(new Date('2026-03-10T12:00:00+07:00')), ...options })
  // From here on the jobs take no more work; that the queue has closed as well is of no matter.
  app.context.jobs.stop().catch(() => {})
  return app
}

/** A member bets at PG now; the account there is open. */
export async function bet(
  app: TestApp,
  member: Pick<TestMember, 'id'>,
  { stake = 0, win = 0, product = 'slot', at = app.clock.now() }: Partial<Round> = {},
): Promise<void> {
  const reported = betOf(member, { stake, win, product, settledAt: at.toISOString() })
  expect(await report(app, 'PG', [reported])).toMatchObject([200, { stored: 1 }])
}

interface Round {
  stake: number
  win: number
  product: string
  /** When it was settled. */
  at: Date
}

/**
 * Goes to an hour after the midnight of Bangkok, and asks the providers, as the server's own job does there.
 * @returns the day that is over, YYYY-MM-DD
 */
export async function nextDay(app: TestApp): Promise<string> {
  const day = toNextDay(app)
  await catchUpBets(app.context)
  return day
}

/** The same, and no provider is asked. */
export function toNextDay(app: Pick<TestApp, 'clock'>): string {
  const now = app.clock.now()
  const day = bangkokDay(now)
  app.clock.advance((endOfBangkokDay(day).getTime() - now.getTime()) / 1000 + 3600)
  return day
}

/** What a member's accounts hold, in baht. */
export async function accountsOf(app: TestApp, { id }: Pick<TestMember, 'id'>) {
  const balances = await app.context.ledger.balances(id)
  const baht = (name: string) => (balances.get(name)?.amountMinor ?? 0) / 100
  return { wallet: baht('wallet'), invite: baht('invite'), refund: baht('refund') }
}

/** How often each outcome came: OK, or the code of a refusal. */
export function tally(called: { error?: { message: string } | undefined }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { error } of called) {
    const outcome = error?.message ?? 'OK'
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

type Queries = Pick<Database, 'query'>

/** What a member staked while a bonus was active, in baht: cashback leaves it out. */
export async function playedUnderBonus(database: Queries, memberId: string): Promise<number> {
  const [row] = await database.query<{ sum: number }>(
    'select coalesce(sum(stake_minor), 0)::float8 / 100 as sum from bonus_funded_days where member_id = $1',
    [memberId],
  )
  return row?.sum ?? 0
}

/** Days of a member for which cashback was calculated. */
export const cashbackDays = (
  database: Queries,
  memberId: string,
): Promise<{ day: string; amount: number }[]> =>
  database.query(
    `select day::text, amount_minor / 100.0::float8 as amount from refund_days where member_id = $1 order by day`,
    [memberId],
  )

/**
 * The same, with the wins that were set against the day's loss and those that were left after it, in baht.
 */
export const carriedDays = (
  database: Queries,
  memberId: string,
): Promise<{ day: string; carried: number; left: number; amount: number }[]> =>
  database.query(
    `select day::text, carried_minor / 100.0::float8 as carried, wins_left_minor / 100.0::float8 as left,
       amount_minor / 100.0::float8 as amount
     from refund_days where member_id = $1 order by day`,
    [memberId],
  )

/** The cashback of a day, in baht, as if a member had lost twenty times as much. */
export const storeCashbackDay = (database: Queries, memberId: string, day: string, amount: number) =>
  database.query(
    `insert into refund_days (member_id, day, currency, products, loss_minor, percent, max_minor, version, amount_minor,
       created_at)
     values ($1, $2::date, 'THB', '[]', $3 * 20, 5, 100000, 1, $3, now())`,
    [memberId, day, amount * 100],
  )

/** A bonus of the house under a condition that can be given back. */
export const giveBonus = (app: TestApp, { id: memberId }: Pick<TestMember, 'id'>, amountMinor: number) =>
  transaction(app.context.db, (tx) =>
    grant(
      app.context,
      tx,
      {
        memberId,
        currency: 'THB',
        source: 'bonus',
        campaign: 'TEST',
        version: 1,
        description: inEachLanguage(() => 'Test'),
        terms: termsOf(testCondition),
      },
      { from: { house: house.bonus }, amountMinor },
    ),
  )

export const endBonus = (app: TestApp, { id }: Pick<TestMember, 'id'>) =>
  settleBonus(app.context, id, { forfeits: true })
