import type { Words } from '@krapao/contract/languages.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { BonusSource } from '@krapao/contract/slices/bonus/bonus.ts'
import { postedAtOf } from '../../../ledger/public.ts'
import { type Database, type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { Progress } from './condition.ts'
import type { Purses } from './purses.ts'
import type { ByDeposit, Terms } from './terms.ts'

export type State = 'ARMED' | 'ACTIVE' | 'FINISHED' | 'FAILED' | 'FORFEITED' | 'EXPIRED' | 'CANCELLED'

/** Money that a member is offered, and the version of the campaign that gives it. */
export interface Offered {
  memberId: string
  currency: Currency
  /** The source that gives it; the statement's row says it. */
  source: BonusSource
  campaign: string
  version: number
  description: Words
  terms: Terms
}

export interface MemberBonus extends Offered {
  id: string
  state: State
  byDeposit: ByDeposit | null
  createdAt: Date
  creditedAt: Date | null
  /** The end of its days; of an armed one, when it is cancelled because no deposit came. */
  expiresAt: Date | null
  depositMinor: number
  bonusMinor: number
  baseMinor: number
  journalId: number | null
  /** The journal of the deposit that brought it. */
  depositKey: string | null
  /** Whether that deposit was taken back, and what the bonus owes is not home yet (rules.md §7.1). */
  isReversed: boolean
  /**
   * Versions just after the credit of the game accounts that were not read just before it, by the game's
   * code.
   */
  gameVersions: Readonly<Record<string, number>>
  turnoverMinor: number
  /**
   * By the game's code, what a member had on bets at the credit (`unsettledPlay`), and what of it bets that
   * are reported later may be of still. A game that was not read just before the credit is in `ownOpen` where
   * its provider reports bets.
   */
  ownOpen: Readonly<Record<string, number>>
  ownOpenLeft: Readonly<Record<string, number>>
  /** What such bets have won (positive) or lost since. */
  ownPlayMinor: number
  /** The purses at the credit; null: not credited, or by a node of a version that knew none. */
  purses: Purses | null
  /** Bets that were stored before the credit and are dated after it: `{game} {id}`. */
  betsBefore: readonly string[]
  /** Bets and corrections that came since. */
  betCount: number
  endedAt: Date | null
  endedBy: Progress | null
  /** The member's request that ended it. */
  endedFor: string | null
}

/** The terms of a row. Those that were stored before terms said it have these values. */
export const storedTerms = `'{"basis": "total", "otherWeight": 100}'::jsonb || terms as terms`

export const columns = `id, member_id as "memberId", currency, source, campaign, version, description, ${storedTerms},
  by_deposit as "byDeposit", state, created_at as "createdAt", credited_at as "creditedAt", expires_at as "expiresAt",
  deposit_minor as "depositMinor", bonus_minor as "bonusMinor", base_minor as "baseMinor", journal_id as "journalId",
  deposit_key as "depositKey", is_reversed as "isReversed", game_versions as "gameVersions", turnover_minor as "turnoverMinor",
  own_open as "ownOpen", own_open_left as "ownOpenLeft", own_play_minor as "ownPlayMinor", purses, bets_before as "betsBefore",
  bet_count as "betCount", ended_at as "endedAt", ended_by as "endedBy", ended_for as "endedFor"`

/** Inserts an armed bonus. @returns whether the member had no open one */
export async function insertArmed(
  tx: Tx,
  {
    id,
    byDeposit,
    createdAt,
    lapsesAt,
    ...offered
  }: Offered & { id: string; byDeposit: ByDeposit; createdAt: Date; lapsesAt: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into member_bonuses
       (id, member_id, currency, source, campaign, version, description, terms, by_deposit, state, created_at,
        expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'ARMED', $10, $11)
     on conflict (member_id) where state in ('ARMED', 'ACTIVE') do nothing returning id`,
    [id, ...offeredValues(offered), JSON.stringify(byDeposit), createdAt, lapsesAt],
  )
  return rows.length > 0
}

/** The parts of a bonus's credit; `requiredMinor`: the turnover to reach, null where the balance decides. */
export interface Credit {
  creditedAt: Date
  expiresAt: Date
  depositMinor: number
  bonusMinor: number
  baseMinor: number
  journalId: number
  depositKey: string | null
  gameVersions: Readonly<Record<string, number>>
  ownOpen: Readonly<Record<string, number>>
  ownOpenLeft: Readonly<Record<string, number>>
  purses: Purses
  betsBefore: readonly string[]
  requiredMinor: number | null
}

/** Inserts a bonus that is credited at once. @returns whether the member had no open one */
export async function insertActive(
  tx: Tx,
  { id, ...offered }: Offered & { id: string },
  credit: Credit,
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into member_bonuses
       (id, member_id, currency, source, campaign, version, description, terms, state, created_at,
        credited_at, expires_at, deposit_minor, bonus_minor, base_minor, journal_id, required_minor,
        deposit_key, game_versions, own_open, own_open_left, purses, bets_before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'ACTIVE', $9, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
       $21::text[])
     on conflict (member_id) where state in ('ARMED', 'ACTIVE') do nothing returning id`,
    [id, ...offeredValues(offered), ...creditValues(credit)],
  )
  return rows.length > 0
}

const offeredValues = (offered: Offered): unknown[] => [
  offered.memberId,
  offered.currency,
  offered.source,
  offered.campaign,
  offered.version,
  JSON.stringify(offered.description),
  JSON.stringify(offered.terms),
]

const creditValues = (credit: Credit): unknown[] => [
  credit.creditedAt,
  credit.expiresAt,
  credit.depositMinor,
  credit.bonusMinor,
  credit.baseMinor,
  credit.journalId,
  credit.requiredMinor,
  credit.depositKey,
  JSON.stringify(credit.gameVersions),
  JSON.stringify(credit.ownOpen),
  JSON.stringify(credit.ownOpenLeft),
  JSON.stringify(credit.purses),
  credit.betsBefore,
]

/** An armed bonus is credited. */
export async function activate(tx: Tx, id: string, credit: Credit): Promise<void> {
  await rawQuery(
    tx,
    `update member_bonuses set state = 'ACTIVE', credited_at = $2, expires_at = $3, deposit_minor = $4,
       bonus_minor = $5, base_minor = $6, journal_id = $7, required_minor = $8, deposit_key = $9,
       game_versions = $10, own_open = $11, own_open_left = $12, purses = $13, bets_before = $14::text[] where id = $1`,
    [id, ...creditValues(credit)],
  )
}

/** The member's armed bonus, locked until the transaction ends. */
export async function lockArmed(tx: Tx, memberId: string): Promise<MemberBonus | undefined> {
  const [row] = await rawQuery<MemberBonus>(
    tx,
    `select ${columns} from member_bonuses where member_id = $1 and state = 'ARMED' for update`,
    [memberId],
  )
  return row
}

/** The member's armed or active bonus. */
export async function findOpen(handle: Db | Tx, memberId: string): Promise<MemberBonus | undefined> {
  const [row] = await rawQuery<MemberBonus>(
    handle,
    `select ${columns} from member_bonuses where member_id = $1 and state in ('ARMED', 'ACTIVE')`,
    [memberId],
  )
  return row
}

/** What identifies an open bonus. `expiresAt`: when an active one ends, or an armed one lapses. */
export type OpenFacts = Pick<MemberBonus, 'id' | 'memberId' | 'source' | 'campaign' | 'expiresAt'> & {
  state: 'ARMED' | 'ACTIVE'
}

/** The facts of members' open bonuses. */
export const selectOpenFacts = (database: Database, memberIds: string[]): Promise<OpenFacts[]> =>
  database.query(
    `select id, member_id as "memberId", source, campaign, state, expires_at as "expiresAt" from member_bonuses
     where member_id = any($1::text[]) and state in ('ARMED', 'ACTIVE')`,
    [memberIds],
  )

/** The active bonus that a deposit brought, by the deposit's journal; locked until the transaction ends. */
export async function lockBrought(
  tx: Tx,
  memberId: string,
  depositKey: string,
): Promise<MemberBonus | undefined> {
  const [row] = await rawQuery<MemberBonus>(
    tx,
    `select ${columns} from member_bonuses where member_id = $1 and state = 'ACTIVE' and deposit_key = $2 for update`,
    [memberId, depositKey],
  )
  return row
}

/** The deposit of an active bonus was taken back; the next sweep ends it where nobody does sooner. */
export async function markReversed(tx: Tx, id: string, at: Date): Promise<void> {
  await rawQuery(tx, 'update member_bonuses set is_reversed = true, due_at = $2 where id = $1', [id, at])
}

/** One bonus, in any state. */
export async function findBonus(handle: Db | Tx, id: string): Promise<MemberBonus | undefined> {
  const [row] = await rawQuery<MemberBonus>(handle, `select ${columns} from member_bonuses where id = $1`, [
    id,
  ])
  return row
}

/** A page of a member's bonuses that have ended, newest first, and how many there are. */
export async function selectPast(
  db: Db,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; bonuses: (MemberBonus & { endedAt: Date })[] }> {
  const bonuses = await rawQuery<MemberBonus & { endedAt: Date }>(
    db,
    `select ${columns} from member_bonuses
     where member_id = $1 and ended_at is not null order by created_at desc, id limit $2 offset $3`,
    [memberId, limit, offset],
  )
  const [row] = await rawQuery<{ total: number }>(
    db,
    'select count(*) as total from member_bonuses where member_id = $1 and ended_at is not null',
    [memberId],
  )
  return { total: row?.total ?? 0, bonuses }
}

/** The bonus that a request of the member ended. */
export async function findEndedFor(
  handle: Db | Tx,
  memberId: string,
  request: string,
): Promise<MemberBonus | undefined> {
  const [row] = await rawQuery<MemberBonus>(
    handle,
    `select ${columns} from member_bonuses where member_id = $1 and ended_for = $2`,
    [memberId, request],
  )
  return row
}

/** Money under a condition that came to a member. */
export interface GivenMoney {
  id: string
  memberId: string
  source: BonusSource
  campaign: string
  description: Words
  state: State
  bonusMinor: number
  creditedAt: Date
  endedAt: Date | null
}

/** Most credits of a member that are looked at. */
const mostGiven = 20

/**
 * The bonuses, codes, prizes, invite money and cashback of members that were credited before an instant of
 * each, and had not ended before another one: what is in the money that they have. One list per request, in
 * order, newest first, at most 20.
 */
export async function givenMoneyOf(
  handle: Db | Tx,
  requests: { memberId: string; since: Date; until: Date }[],
): Promise<GivenMoney[][]> {
  const rows = await rawQuery<GivenMoney & { place: number }>(
    handle,
    `select r.place::int, b.id, b.member_id as "memberId", b.source, b.campaign, b.description, b.state,
       b.bonus_minor as "bonusMinor", b.credited_at as "creditedAt", b.ended_at as "endedAt"
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) with ordinality r (member_id, since, until, place), lateral (
       select * from member_bonuses
       where member_id = r.member_id and credited_at < r.until and (ended_at is null or ended_at >= r.since)
       order by created_at desc limit ${mostGiven}) b
     order by r.place, b.created_at desc`,
    [
      requests.map(({ memberId }) => memberId),
      requests.map(({ since }) => since),
      requests.map(({ until }) => until),
    ],
  )
  return requests.map((_, i) =>
    rows.filter(({ place }) => place === i + 1).map(({ place, ...bonus }) => bonus),
  )
}

/** A member's bonuses of one campaign. */
export interface Received {
  /** When each was received (`receivedAt`); an armed one when it was taken, and none that was cancelled. */
  at: Date[]
  /** The latest one. */
  id: string
  isOpen: boolean
}

/**
 * SQL: when a row of `member_bonuses` was received. A credit that had waited for a person counts for the day
 * on which it was asked for, so that a late approval takes no other day's place. One that a deposit brought
 * counts for the deposit's day, as its coins do.
 */
export const receivedAt = `coalesce((select r.created_at from bonus_reviews r where r.id = member_bonuses.id),
  ${postedAtOf('member_bonuses.deposit_key')}, member_bonuses.credited_at, member_bonuses.created_at)`

/** A member's receipts of the campaigns of a source, by campaign. */
export async function receivedOf(
  handle: Db | Tx,
  memberId: string,
  source: BonusSource,
): Promise<Map<string, Received>> {
  const rows = await rawQuery<Received & { campaign: string }>(
    handle,
    `select campaign, array_agg(${receivedAt} order by created_at) as at,
       (array_agg(id order by created_at desc))[1] as id, bool_or(ended_at is null) as "isOpen"
     from member_bonuses where member_id = $1 and source = $2 and state <> 'CANCELLED' group by campaign`,
    [memberId, source],
  )
  return new Map(rows.map(({ campaign, ...received }) => [campaign, received]))
}

/**
 * The cause that ends a bonus: `request` of the member, where one did; `progress`, and how many bets it was
 * decided by.
 */
export interface Ending {
  state: State
  at: Date
  progress?: Progress
  betCount?: number
  request?: string
}

/** Ends a bonus that is in this state, and has as many bets. @returns whether it was */
export async function endBonus(
  tx: Tx,
  id: string,
  from: 'ARMED' | 'ACTIVE',
  { state, at, progress, betCount, request }: Ending,
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `update member_bonuses set state = $3, ended_at = $4, ended_by = $5, ended_for = $6
     where id = $1 and state = $2 and bet_count = coalesce($7, bet_count) returning id`,
    [id, from, state, at, progress ? JSON.stringify(progress) : null, request ?? null, betCount ?? null],
  )
  return rows.length > 0
}

/**
 * SQL: whether a member has an active bonus. `memberId`: SQL of the id. `offset 0` makes PostgreSQL look up
 * member by member.
 */
export const hasActive = (memberId: string): string => `coalesce((
  select true from member_bonuses where member_id = ${memberId} and state = 'ACTIVE' offset 0), false)`
