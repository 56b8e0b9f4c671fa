import type { GameCode } from '@krapao/contract/game.ts'
import { playResults } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { type Lost, selectLost, selectSums } from './store.ts'

/** What a member has staked at a game on bets that are not settled. */
export interface OpenStake {
  minor: number
  /** When it counts as settled, at a provider that reports no bets; null: a report tells. */
  until: Date | null
}

/** What counts as staked at providers that report no bets. */
export interface SilentStakes {
  /** What was lost before is settled. */
  since: Date
  /** Seconds for which a loss counts as staked after it was read. */
  seconds: number
  /** Bets that stand in for play results and count as settled, by their ids. */
  settled: readonly string[]
}

/**
 * What a member has staked on bets that are not settled, as far as it shows (rules.md §4.6), by the game's code: a stake leaves
 * the balance at the game when it is placed, and is reported with its bet when that is settled. A win that was reported and
 * not read from the balance yet counts, too.
 * @param silent how long what was lost at providers that report no bets counts, because nobody tells whether it was lost or is
 * staked; without it nothing counts there
 */
export async function openStakes(
  { services, clock }: Pick<Context, 'services' | 'clock'>,
  handle: Db | Tx,
  memberId: string,
  silent?: SilentStakes,
): Promise<Map<GameCode, OpenStake>> {
  const providers = await services.providers.get()
  const now = clock.now()
  const [played, bet, lost] = await Promise.all([
    playResults(handle, memberId),
    selectSums(handle, memberId),
    silent ? selectLost(handle, memberId, recentOf(silent, now)) : new Map<string, Lost>(),
  ])
  const open = new Map<GameCode, OpenStake>()
  for (const { code, reportsBets } of providers) {
    const minor = Math.max((bet.get(code) ?? 0) - (played.get(code) ?? 0), 0)
    if (reportsBets) {
      if (minor > 0) open.set(code, { minor, until: null })
      continue
    }
    if (!silent) continue
    // A result stands in as a bet a minute or two after it was read; one that does not yet was read now, as far as is known.
    const { minor: lostMinor, lastAt } = lost.get(code) ?? { minor: 0, lastAt: now }
    const readAt = minor > 0 ? now : lastAt
    if (minor + lostMinor > 0) {
      open.set(code, { minor: minor + lostMinor, until: addSeconds(readAt, silent.seconds) })
    }
  }
  return open
}

function recentOf({ since, seconds, settled }: SilentStakes, now: Date) {
  const recent = addSeconds(now, -seconds)
  return { after: since > recent ? since : recent, except: settled }
}
