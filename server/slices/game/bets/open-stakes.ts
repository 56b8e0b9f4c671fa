import type { GameCode } from '@krapao/contract/game.ts'
import { lossesSince, playResults } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import type { Provider } from '../store.ts'
import { selectSums } from './store.ts'

/** A member's stakes at a game on bets that are not settled. */
export interface OpenStake {
  minor: number
  /** When it counts as settled, at a provider that reports no bets; null: the provider reports that. */
  until: Date | null
}

/** Which losses may count as staked at providers that report no bets. */
export interface SilentStakes {
  /** Play that was read before this journal is settled. */
  journalId: number
  /** Keys of play results that count as settled. */
  settled: readonly string[]
}

/**
 * A member's stakes on bets that are not settled, as far as they show (rules.md §4.6), by the game's code: a
 * stake leaves the balance at the game when it is placed, and is reported with its bet when that is settled.
 * A win that was reported and not read from the balance yet counts, too.
 * @param silent what was lost at a provider that reports no bets counts for the provider's hours after it was
 *   read, because no report says whether it was lost or is staked (rules.md §7.2); without it nothing counts
 *   there
 */
export async function openStakes(
  { services, clock }: Pick<Context, 'services' | 'clock'>,
  handle: Db | Tx,
  memberId: string,
  silent?: SilentStakes,
): Promise<Map<GameCode, OpenStake>> {
  const providers = await services.providers.get()
  const [played, bet, lost] = await Promise.all([
    playResults(handle, memberId),
    selectSums(handle, memberId),
    silent && lossesSince(handle, memberId, recentOf(silent, providers, clock.now())),
  ])
  const open = new Map<GameCode, OpenStake>()
  for (const { code, reportsBets, openBetHours } of providers) {
    if (reportsBets) {
      const minor = (bet.get(code) ?? 0) - (played.get(code) ?? 0)
      if (minor > 0) open.set(code, { minor, until: null })
      continue
    }
    const loss = lost?.get(code)
    if (loss) open.set(code, { minor: loss.minor, until: addSeconds(loss.lastAt, openBetHours * 3600) })
  }
  return open
}

const recentOf = ({ journalId, settled }: SilentStakes, providers: Provider[], now: Date) => ({
  journalId,
  after: new Map(
    providers
      .filter(({ reportsBets }) => !reportsBets)
      .map(({ code, openBetHours }) => [code, addSeconds(now, -openBetHours * 3600)]),
  ),
  except: settled,
})
