import type { GameCode } from '@krapao/contract/game.ts'
import type { SettledBet } from '../../../adapters/game/port.ts'
import type { Tx } from '../../../platform/database.ts'
import { shareLocks } from '../../../platform/locks.ts'
import type { Context } from '../../context.ts'
import { applyCorrections } from './corrections.ts'
import { insertCorrections } from './corrections-store.ts'
import { countedDay, holdOpenDays } from './days.ts'
import { noteOthers, selectHeldAmong } from './held-store.ts'
import {
  type Bet,
  type BetSource,
  type Correction,
  countable,
  insertBets,
  keyOf,
  type SettledOrVoid,
  selectBets,
  selectOwners,
} from './store.ts'
import { validStake } from './valid-stake.ts'

/** The outcomes of bets: each counts once. */
export interface Recorded {
  stored: number
  /** Stored before, with the same content. */
  known: number
  /** Stored or kept aside before, with other content, which stays as it was. */
  contradicted: number
}

/** Most names of one page or report that are logged. */
const logged = 5
/**
 * Most members whose bets one transaction stores. It holds a lock for each (`memberPlay`), and the
 * connections of all nodes share PostgreSQL's room for locks: 6,400 as it is installed.
 */
const membersAtOnce = 50

/**
 * Bets, or play results, in parts of few members, in their order; each part is for a transaction of its own.
 */
export function partsOf<Of extends { memberId: string }>(bets: Of[]): Of[][] {
  const parts: Of[][] = []
  let part: Of[] = []
  const members = new Set<string>()
  for (const bet of bets) {
    if (members.size === membersAtOnce && !members.has(bet.memberId)) {
      parts.push(part)
      part = []
      members.clear()
    }
    members.add(bet.memberId)
    part.push(bet)
  }
  return part.length > 0 ? [...parts, part] : parts
}

/**
 * Finds the members whose bets a provider reports. Bets of a username that has no account there, or has one
 * in another currency, are left out and logged: a report is not held up by a bet that is not ours.
 */
export async function resolveBets(
  { db, log }: Context,
  game: GameCode,
  settled: SettledBet[],
): Promise<{ bets: Bet[]; unknown: number }> {
  const owners = await selectOwners(db, game, [...new Set(settled.map(({ username }) => username))])
  const bets: Bet[] = []
  const unknown: SettledBet[] = []
  for (const reported of settled) {
    const { username, currency, ...bet } = reported
    const owner = owners.get(username)
    if (owner && (currency === undefined || currency === owner.currency)) {
      bets.push({ game, ...bet, ...owner } as Bet)
    } else unknown.push(reported)
  }
  if (unknown.length > 0) {
    const some = unknown.slice(0, logged).map(({ id, username, currency }) => ({ id, username, currency }))
    log.warn({ game, bets: unknown.length, some }, 'bets of no account of ours')
  }
  return { bets, unknown: unknown.length }
}

/**
 * Stores bets of few members (`partsOf`) in the caller's transaction, each once by the provider's id, with
 * the sums of their days, and notifies the listeners of those that are new. An id is its first report's: a
 * bet that is reported again with other content stays as it was, and is logged; nothing is stored under the
 * id of one that was kept aside and does not count. Corrections have ids of their own and are kept until
 * their bets are stored.
 */
export async function recordBets(
  context: Context,
  tx: Tx,
  bets: Bet[],
  source: BetSource,
): Promise<Recorded> {
  if (bets.length === 0) return { stored: 0, known: 0, contradicted: 0 }
  // What is stored from here on is looked at by a bonus that is credited or ends later; what was credited or
  // has ended before is seen by the listeners (rules.md §7.2).
  await shareLocks(
    tx,
    'memberPlay',
    bets.map(({ memberId }) => memberId),
  )
  const receivedAt = context.clock.now()
  const closed = await holdOpenDays(tx)
  const corrections = bets.filter((bet): bet is Correction => bet.status === 'corrected')
  const settled = bets.filter((bet): bet is SettledOrVoid => bet.status !== 'corrected')
  const dated = settled.map((bet) => countable(bet, countedDay(bet.settledAt, receivedAt, closed)))
  const fresh = dated.length > 0 ? await insertBets(tx, dated, { receivedAt, source }) : []
  const kept = corrections.length > 0 ? await insertCorrections(tx, corrections, { receivedAt, source }) : []
  const changed = [
    ...fresh.filter(({ isCorrected }) => isCorrected),
    ...kept.map(({ game, corrects }) => ({ game, id: corrects })),
  ]
  const differences = changed.length > 0 ? await applyCorrections(context, tx, changed, closed) : []
  const stored = fresh.length + kept.length
  const before = stored < bets.length ? await compareWithFirst(context, tx, bets) : none
  const counted = [...fresh, ...differences]
  if (counted.length > 0) await context.services.betsStored.notify(tx, counted)
  const { contradicted, aside } = before
  return { stored, known: bets.length - stored - contradicted - aside, contradicted }
}

const none = { contradicted: 0, aside: 0 }

/**
 * How many of `bets` are not as their first reports were, and how many are, but were kept aside. What is said
 * otherwise of a bet that waits is noted, for the person who decides about it.
 */
async function compareWithFirst(
  { log, clock }: Context,
  tx: Tx,
  bets: Bet[],
): Promise<{ contradicted: number; aside: number }> {
  const stored = new Map((await selectBets(tx, bets)).map((bet) => [keyOf(bet), bet]))
  const held = new Map((await selectHeldAmong(tx, bets)).map((bet) => [keyOf(bet), bet]))
  const firstOf = (bet: Bet): Bet | undefined => stored.get(keyOf(bet)) ?? held.get(keyOf(bet))
  const isSame = (bet: Bet): boolean => contentOf(bet) === contentOf(firstOf(bet) ?? bet)
  const others = bets.filter((bet) => !isSame(bet))
  for (const reported of others.slice(0, logged)) {
    log.error({ reported, first: firstOf(reported) }, 'a provider reports a bet again with other content')
  }
  const isHeld = (bet: Bet): boolean => !stored.has(keyOf(bet)) && held.has(keyOf(bet))
  const notes = others.filter(isHeld).flatMap(({ stakeMinor, winMinor, settledAt, ...bet }) => {
    const first = held.get(keyOf(bet))
    return first ? [{ number: first.number, stakeMinor, winMinor, settledAt }] : []
  })
  if (notes.length > 0) await noteOthers(tx, notes, clock.now())
  return { contradicted: others.length, aside: bets.filter((bet) => isHeld(bet) && isSame(bet)).length }
}

/** The facts of a bet by its provider, for comparison. */
export const contentOf = (bet: Bet): string => {
  const { memberId, product, currency, stakeMinor, winMinor, settledAt, corrects } = bet
  const validMinor = bet.status === 'corrected' ? bet.validStakeMinor : validStake(bet)
  const amounts = [stakeMinor, winMinor, validMinor]
  return JSON.stringify([memberId, product, currency, ...amounts, settledAt.toISOString(), corrects])
}
