import { randomBytes } from 'node:crypto'
import type { Currency } from '@krapao/contract/money.ts'
import type { ExpectedClear } from '@krapao/contract/slices/bonus/bonus.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { own } from '../../ledger/public.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, transaction } from '../../platform/database.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { storeDevices } from '../account/testing.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import type { Context } from '../context.ts'
import { creditDeposit, depositPosting, reverseDeposit } from '../deposit/posting.ts'
import { catchUpBets } from '../game/bets/ask.ts'
import { recordBets, settledBet } from '../game/public.ts'

/** What tests of bonuses say often. Amounts in baht. */

type BonusContent = ContentOf<'bonus'>
type PromotionContent = ContentOf<'promotion'>

export const free = (amount: number): BonusContent['credit'] => ({ kind: 'free', amount })

export const newCode = (): string => `C${randomBytes(4).toString('hex').toUpperCase()}`

/**
 * Makes campaigns, and answers with their codes. By new people each time, because a travelling clock ends
 * sessions.
 */
export const campaigns = (app: TestApp) => ({
  async bonus(change: Partial<BonusContent> = {}): Promise<string> {
    const code = newCode()
    await approved(app, await campaignPeople(app), { ...testContent.bonus, ...change }, { code })
    return code
  },
  async promotion(change: Partial<PromotionContent> = {}): Promise<string> {
    const code = newCode()
    await approved(app, await campaignPeople(app), { ...testContent.promotion, ...change }, { code })
    return code
  },
})

type Caller = Pick<TestMember, 'token'>
const keyed = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } })

export const activate = (app: Pick<TestApp, 'call'>, { token }: Caller, code: string, key?: string) =>
  app.call('GET /api/bonus/activate/:code', { token, params: { code }, ...keyed(key) })
export const usePromotion = (app: Pick<TestApp, 'call'>, { token }: Caller, code: string, key?: string) =>
  app.call('GET /api/promotion/activate/:code', { token, params: { code }, ...keyed(key) })
export const clear = (
  app: Pick<TestApp, 'call'>,
  { token }: Caller,
  key?: string,
  expected?: ExpectedClear,
) => app.call('GET /api/bonus/clear', { token, ...keyed(key), ...(expected && { expected }) })
/** What the app shows before it gives an active bonus back. */
export async function shownOfClear(app: Pick<TestApp, 'call'>, caller: Caller): Promise<ExpectedClear> {
  const { bonus } = await check(app, caller)
  return { bonusId: bonus?._id ?? '', ...(bonus?.progress?.forfeit ?? { returned: 0, kept: null }) }
}
export const check = async (app: Pick<TestApp, 'call'>, { token }: Caller) =>
  (await app.call('GET /api/bonus/check/active', { token })).body

/** All that is on offer, as a client of the first specification asks for it. */
export async function offersOf(app: Pick<TestApp, 'call'>, { token }: Caller, language = 'EN') {
  const { body } = await app.call('GET /api/bonus', { token, headers: { cookie: `lang=${language}` } })
  if (!Array.isArray(body)) throw new TypeError('a page was answered, and none was asked for')
  return body
}
/** A page of the bets that a bonus of the caller was played with. */
export const countedBets = (
  app: Pick<TestApp, 'call'>,
  { token }: Caller,
  id: string,
  { page = 1, limit = 100 }: { page?: number; limit?: number } = {},
) => app.call('POST /api/bonus/bets/:id', { token, params: { id }, body: { page, limit } })

/** OK, or status and code. */
export const outcomeOf = ({ status, error }: { status: number; error?: { message: string } | undefined }) =>
  error ? `${status} ${error.message}` : 'OK'

/** How many calls had each outcome. */
export async function tally(calls: Promise<Parameters<typeof outcomeOf>[0]>[]) {
  const counts: Record<string, number> = {}
  for (const called of await Promise.all(calls)) {
    const outcome = outcomeOf(called)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

/** A deposit as every way that money comes in credits it. @returns its key */
export async function deposit(
  app: Pick<TestApp, 'context'>,
  { id: memberId }: Pick<TestMember, 'id'>,
  amount: number,
  key = `test:${randomBytes(8).toString('hex')}`,
): Promise<string> {
  const posting = depositPosting({
    key,
    memberId,
    currency: 'THB',
    sources: [{ house: 'bank:1', amountMinor: Math.round(amount * 100) }],
    meta: {},
  })
  await transaction(app.context.db, (tx) => creditDeposit(app.context, tx, posting))
  return key
}

export const takeBack = (app: Pick<TestApp, 'context'>, key: string) =>
  transaction(app.context.db, (tx) => reverseDeposit(app.context, tx, key, 'test'))

/** Asks the providers for the bets that the sandbox's games were played with. */
export async function catchUp(app: Pick<TestApp, 'context' | 'clock'>): Promise<void> {
  app.clock.advance(31)
  await catchUpBets(app.context)
}

/** A settled bet that a provider reported. */
export const bet = (
  app: { context: Context; clock: Clock },
  { id: memberId }: Pick<TestMember, 'id'>,
  stake: number,
  {
    product = 'slot',
    placedAt = null,
    settledAt = app.clock.now(),
    win = 0,
    currency = 'THB',
  }: { product?: string; placedAt?: Date | null; settledAt?: Date; win?: number; currency?: Currency } = {},
) =>
  transaction(app.context.db, (tx) =>
    recordBets(
      app.context,
      tx,
      [
        {
          ...settledBet({
            game: 'PG',
            id: randomBytes(8).toString('hex'),
            memberId,
            product,
            currency,
            stakeMinor: Math.round(stake * 100),
            winMinor: Math.round(win * 100),
            settledAt,
          }),
          placedAt,
        },
      ],
      'report',
    ),
  )

export const walletOf = async (
  app: Pick<TestApp, 'context'>,
  { id }: Pick<TestMember, 'id'>,
): Promise<number> => ((await app.context.ledger.balances(id)).get(own.wallet)?.amountMinor ?? 0) / 100

/** What a campaign gave and has reserved. */
export async function budgetOf(app: Pick<TestApp, 'database'>, code: string) {
  const [row] = await app.database.query<{ given: number; reserved: number }>(
    `select given_minor / 100.0::float8 as given, reserved_minor / 100.0::float8 as reserved
     from bonus_budgets where campaign = $1`,
    [code],
  )
  return row ?? { given: 0, reserved: 0 }
}

/** What a campaign has reserved becomes less, as before coupons reserved anything. */
export const freeBudget = (database: Queries, code: string, minor: number) =>
  database.query(
    'update bonus_budgets set reserved_minor = reserved_minor - $2::bigint where campaign = $1',
    [code, minor],
  )

/** A bonus as it is stored. */
interface StoredBonus {
  source: string
  campaign: string
  version: number
  state: string
  bonus: number
  turnover: number
}

/** A member's bonuses, newest first. */
export const bonusesOf = (app: Pick<TestApp, 'database'>, { id }: Pick<TestMember, 'id'>) =>
  app.database.query<StoredBonus>(
    `select source, campaign, version, state, bonus_minor / 100.0::float8 as bonus,
       turnover_minor / 100.0::float8 as turnover
     from member_bonuses where member_id = $1 order by created_at desc`,
    [id],
  )

/** Members who have logged in by one device: a strong tie (rules.md §2.10). */
export async function shareDevice(
  app: Pick<TestApp, 'database'>,
  members: readonly Pick<TestMember, 'username'>[],
): Promise<void> {
  const device = `shared ${randomBytes(8).toString('hex')}`
  await storeDevices(
    app.database,
    members.map(({ username }) => ({ phone: username, device })),
  )
}

/** The free credits and codes of a member that wait for a person, or were refused of late. */
export const reviews = async (app: Pick<TestApp, 'call'>, { token }: Caller) =>
  (await app.call('GET /api/bonus/reviews', { token, headers: { cookie: 'lang=EN' } })).body
export const withdrawReview = (app: Pick<TestApp, 'call'>, { token }: Caller, id: string) =>
  app.call('DELETE /api/bonus/reviews/:id', { token, params: { id } })

type Queries = Pick<Database, 'query'>

/** Bonuses of the past: active or finished if they were credited, cancelled if not. Amounts in baht. */
export const storeBonuses = (
  database: Queries,
  bonuses: readonly {
    memberId: string
    source?: string
    amount?: number
    creditedAt?: Date
    /** Null while it runs. */
    endedAt?: Date | null
  }[],
) =>
  database.query(
    `insert into member_bonuses (id, member_id, currency, source, campaign, version, description, terms, state, created_at,
       credited_at, bonus_minor, journal_id, ended_at)
     select 'bn' || gen_random_uuid(), "memberId", 'THB', source, 'PAST', 1, '{"th": "", "la": "", "en": ""}', '{}', state,
       coalesce("creditedAt", now()), "creditedAt", amount * 100, case when "creditedAt" is not null then 1 end, "endedAt"
     from jsonb_to_recordset($1::jsonb) b ("memberId" text, source text, state text, amount numeric,
       "creditedAt" timestamptz, "endedAt" timestamptz)`,
    [
      JSON.stringify(
        bonuses.map(({ source = 'bonus', amount = 0, creditedAt, endedAt = new Date(), ...bonus }) => {
          const state = creditedAt === undefined ? 'CANCELLED' : endedAt === null ? 'ACTIVE' : 'FINISHED'
          return { ...bonus, source, amount, creditedAt, endedAt, state }
        }),
      ),
    ],
  )

/** Credits the bonus that a member has armed, as the deposit does for which it waits. */
export const creditArmed = (database: Queries, memberId: string) =>
  database.query(
    `update member_bonuses set state = 'ACTIVE', credited_at = now(), journal_id = 1 where member_id = $1`,
    [memberId],
  )

/** A member's bonuses have been met. */
export const finishBonuses = (database: Queries, memberId: string) =>
  database.query(`update member_bonuses set state = 'FINISHED', ended_at = now() where member_id = $1`, [
    memberId,
  ])

/** A member's bonuses, and what waits for a person, were taken so many days earlier. */
export const ageBonuses = async (database: Queries, memberId: string, days: number) => {
  await database.query(
    `update member_bonuses set created_at = created_at - make_interval(days => $2::int),
       credited_at = credited_at - make_interval(days => $2::int) where member_id = $1`,
    [memberId, days],
  )
  await database.query(
    `update bonus_reviews set created_at = created_at - make_interval(days => $2::int) where member_id = $1`,
    [memberId, days],
  )
}

/** SQL: locks the counts of a campaign, $1, so that a transaction that moves them waits. */
export const lockBudgetOf = 'select from bonus_budgets where campaign = $1 for update'

/** The time of a member's bonuses is over. */
export const lapseBonuses = (database: Queries, memberId: string) =>
  database.query(`update member_bonuses set expires_at = now() - interval '1 minute' where member_id = $1`, [
    memberId,
  ])

/** Bonuses whose turnover is not what their bets have added. */
export const wrongTurnovers = ({ database }: { database: Queries }) =>
  database.query(
    `select b.id, b.turnover_minor, sum(c.added_minor) as added from member_bonuses b
     left join bonus_bets c on c.bonus_id = b.id
     group by b.id having b.turnover_minor <> coalesce(sum(c.added_minor), 0)`,
  )

/** The terms of a member's bonuses are as they were stored before they said of what they are percentages. */
export const forgetBasis = (database: Queries, memberId: string) =>
  database.query(`update member_bonuses set terms = terms - 'basis' - 'otherWeight' where member_id = $1`, [
    memberId,
  ])

/** What statements contain that store a bonus and move a budget, for tests that kill a node there. */
export const storesBonus = 'into member_bonuses'
export const movesBudget = 'insert into bonus_budgets as'
