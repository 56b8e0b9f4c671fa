import type { GameCode } from '@krapao/contract/game.ts'
import type { SettledBet } from '../../../adapters/game/port.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { countedDay, holdOpenDays } from './days.ts'
import { type Bet, type BetSource, insertBets, selectBets, selectOwners } from './store.ts'

/** What became of bets: each counts once. */
export interface Recorded {
  stored: number
  /** Stored before, with the same content. */
  known: number
  /** Stored before, with other content, which stays as it was. */
  contradicted: number
}

/** Most names of one page or report that are logged. */
const logged = 5

/**
 * Finds the members whose bets a provider reports. Bets of a username that has no account there, or has one in another
 * currency, are left out and logged: a report is not held up by a bet that is not ours.
 */
export async function resolveBets(
  { db, log }: Context,
  game: GameCode,
  settled: SettledBet[],
): Promise<{ bets: Bet[]; unknown: number }> {
  const owners = await selectOwners(db, game, [...new Set(settled.map(({ username }) => username))])
  const bets: Bet[] = []
  const unknown: SettledBet[] = []
  for (const one of settled) {
    const { username, currency, ...bet } = one
    const owner = owners.get(username)
    if (owner && (currency === undefined || currency === owner.currency)) {
      bets.push({ game, ...bet, ...owner })
    } else unknown.push(one)
  }
  if (unknown.length > 0) {
    const some = unknown.slice(0, logged).map(({ id, username, currency }) => ({ id, username, currency }))
    log.warn({ game, bets: unknown.length, some }, 'bets of no account of ours')
  }
  return { bets, unknown: unknown.length }
}

/**
 * Stores bets in the caller's transaction, each once by the provider's id, with the sums of their days, and notifies
 * the listeners of those that are new. A bet that is reported again with other content stays as it was reported first,
 * and is logged.
 */
export async function recordBets(
  context: Context,
  tx: Tx,
  bets: Bet[],
  source: BetSource,
): Promise<Recorded> {
  if (bets.length === 0) return { stored: 0, known: 0, contradicted: 0 }
  const receivedAt = context.clock.now()
  const closed = await holdOpenDays(tx)
  const dated = bets.map((bet) => ({ ...bet, countedDay: countedDay(bet.settledAt, receivedAt, closed) }))
  const fresh = await insertBets(tx, dated, { receivedAt, source })
  const contradicted = fresh.length < bets.length ? await findContradictions(context, tx, bets) : 0
  if (fresh.length > 0) await context.services.betsStored.notify(tx, fresh)
  return { stored: fresh.length, known: bets.length - fresh.length - contradicted, contradicted }
}

/** How many of `bets` are not as they are stored. */
async function findContradictions({ log }: Context, tx: Tx, bets: Bet[]): Promise<number> {
  const stored = new Map((await selectBets(tx, bets)).map((bet) => [keyOf(bet), bet]))
  const others = bets.filter((bet) => contentOf(bet) !== contentOf(stored.get(keyOf(bet)) ?? bet))
  for (const reported of others.slice(0, logged)) {
    log.error(
      { reported, stored: stored.get(keyOf(reported)) },
      'a provider reports a bet again with other content',
    )
  }
  return others.length
}

const keyOf = ({ game, id }: Bet): string => `${game} ${id}`

const contentOf = ({ memberId, product, currency, stakeMinor, winMinor, settledAt }: Bet): string =>
  JSON.stringify([memberId, product, currency, stakeMinor, winMinor, settledAt.toISOString()])
