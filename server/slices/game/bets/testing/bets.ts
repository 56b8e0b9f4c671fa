import { randomBytes } from 'node:crypto'
import type { GameCode } from '@krapao/contract/game.ts'
import { sign } from '@krapao/contract/signature.ts'
import type { reportBets } from '@krapao/contract/slices/game/bets/report-bets.ts'
import type { Static } from 'typebox'
import { addSeconds, bangkokDay } from '../../../../platform/clock.ts'
import { rawQuery, transaction } from '../../../../platform/database.ts'
import type { TestApp, TestMember } from '../../../../testing/app.ts'
import { stakesSince } from '../../public.ts'
import { usernameOf } from '../../rules.ts'

/** What tests of settled bets say often. Amounts in baht. */

type ReportedBet = Static<(typeof reportBets)['body']>['bets'][number]

interface Sent {
  /** Of the path; the body's own when left out. */
  path?: string
  secret?: string
  address?: string
}

/**
 * The Bangkok day before the tests began, and its noon: however long they take, bets of then are of one day.
 */
export const yesterday = bangkokDay(addSeconds(new Date(), -86_400))
export const noon = new Date(`${yesterday}T12:00:00+07:00`)

/** A bet as a provider reports it. */
export const betOf = ({ id }: Pick<TestMember, 'id'>, change: Partial<ReportedBet> = {}): ReportedBet => ({
  id: randomBytes(8).toString('hex'),
  username: usernameOf(id),
  product: 'slot',
  stake: 10,
  win: 2.5,
  settledAt: noon.toISOString(),
  ...change,
})

/** A provider's signed report; answers status and body. */
export async function report(
  app: Pick<TestApp, 'address' | 'clock' | 'sandbox'>,
  code: GameCode | string,
  bets: unknown,
  { path = code, secret = app.sandbox.secrets.games, address = app.address }: Sent = {},
): Promise<[number, Record<string, unknown>]> {
  const text = JSON.stringify({ code, bets })
  const response = await fetch(`${address}/hooks/game/${path}`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'x-signature': sign(secret, text, app.clock.now()) },
  })
  return [response.status, (await response.json()) as Record<string, unknown>]
}

/**
 * Accounts at a provider of members who exist nowhere else, where nothing but their bets matters.
 * @returns the members' ids
 */
export async function accountsOfNobody(
  app: Pick<TestApp, 'context'>,
  code: GameCode,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) => {
    const number = String(i).replace(/./g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
    return `many${code.toLowerCase().slice(0, 4)}${number.padStart(4, 'z')}`
  })
  await transaction(app.context.db, async (tx) => {
    await rawQuery(tx, 'set local session_replication_role = replica')
    await rawQuery(
      tx,
      `insert into game_accounts (member_id, code, username, asset)
       select id, $3, username, 'THB' from unnest($1::text[], $2::text[]) given (id, username)`,
      [ids, ids.map(usernameOf), code],
    )
  })
  return ids
}

/** What is stored of a member: bets in the order of their ids, and the sums of days. */
export async function storedOf(app: Pick<TestApp, 'database'>, { id }: Pick<TestMember, 'id'>) {
  const bets = await app.database.query<{
    id: string
    stake: number
    win: number
    day: string
    source: string
  }>(
    `select id, stake_minor / 100.0::float8 as stake, win_minor / 100.0::float8 as win, counted_day::text as day, source
     from bets where member_id = $1 order by id`,
    [id],
  )
  const days = await app.database.query<{
    day: string
    game: string
    bets: number
    stake: number
    win: number
  }>(
    `select day::text, game, bets, stake_minor / 100.0::float8 as stake, win_minor / 100.0::float8 as win
     from bet_days where member_id = $1 order by day, game, product`,
    [id],
  )
  return { bets, days }
}

/** What a member has lost at providers that report no bets and may be staked still, in baht. */
export const waitingLosses = ({ database }: Pick<TestApp, 'database'>, { id }: Pick<TestMember, 'id'>) =>
  database.query<{ game: string; lost: number }>(
    'select game, left_minor / 100.0::float8 as lost from silent_losses where member_id = $1',
    [id],
  )

/** The valid stakes of all that a member has bet, in baht. */
export async function stakesOf({ context }: Pick<TestApp, 'context'>, { id }: Pick<TestMember, 'id'>) {
  const [[minor = 0] = []] = await stakesSince(context.db, [{ memberId: id, since: [new Date(0)] }], 1000)
  return minor / 100
}

/** Sums of days that are not those of the bets that count towards them. */
export const wrongSums = (app: Pick<TestApp, 'database'>) =>
  app.database.query(
    `select * from (
       select member_id, counted_day as day, game, product, currency,
         count(*) filter (where corrects is null)::int as bets,
         sum(stake_minor)::bigint as stake_minor, sum(win_minor)::bigint as win_minor
       from bets group by 1, 2, 3, 4, 5) counted
     full join bet_days d using (member_id, day, game, product, currency)
     where (counted.bets, counted.stake_minor, counted.win_minor) is distinct from (d.bets, d.stake_minor, d.win_minor)`,
  )
