import type { GameCode } from '@krapao/contract/game.ts'
import { lossesSince, playResults } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { type Provider, selectProviders, selectReadAt } from '../store.ts'
import { selectCaughtUp } from './cursors-store.ts'
import { endOfDay } from './days.ts'
import { selectHeldGames } from './held-store.ts'
import { selectSums } from './store.ts'

/** A member's stakes at a game on bets that are not settled. */
export interface OpenStake {
  minor: number
  /** When it counts as settled, whatever is reported. */
  until: Date
  /** Whether the provider reports that it is settled, which may be any time. */
  isReported: boolean
}

/** Which losses may count as staked at providers that report no bets. */
export interface SilentStakes {
  /** Play that was read before this journal is settled. */
  journalId: number
  /** Keys of play results that count as settled. */
  settled: readonly string[]
}

type Needs = Pick<Context, 'services' | 'clock'>

/**
 * A member's stakes on bets that are not settled, as far as they show (rules.md §4.6), by the game's code: a
 * stake leaves the balance at the game when it is placed, and is reported with its bet when that is settled.
 * A win that was reported and not read from the balance yet counts, too.
 * A balance that has more than the reported bets say hinders as well, with no stake, while the bets of it
 * may be on their way: until the provider was asked after it was read, and none waits for a person (§4.6).
 * @param silent what was lost at a provider that reports no bets counts for the provider's hours after it was
 *   read, because no report says whether it was lost or is staked (rules.md §7.2); without it nothing counts
 *   there
 */
export async function openStakes(
  needs: Needs,
  handle: Db | Tx,
  memberId: string,
  silent?: SilentStakes,
): Promise<Map<GameCode, OpenStake>> {
  const providers = await needs.services.providers.get()
  const [unsettled, lost] = await Promise.all([
    unsettledOf(needs, handle, memberId, providers),
    silent && lossesSince(handle, memberId, recentOf(silent, providers, needs.clock.now())),
  ])
  const more = new Map([...unsettled].filter(([, { minor }]) => minor < 0))
  const unreported = new Set(await unreportedOf(handle, memberId, more))
  const open = new Map<GameCode, OpenStake>()
  for (const { code, reportsBets, openBetHours } of providers) {
    if (reportsBets) {
      const stake = unsettled.get(code)
      const isOpen = stake && (stake.minor > 0 || unreported.has(code))
      if (isOpen) open.set(code, { minor: Math.max(0, stake.minor), until: stake.until, isReported: true })
      continue
    }
    const loss = lost?.get(code)
    if (!loss) continue
    const until = addSeconds(loss.lastAt, openBetHours * 3600)
    open.set(code, { minor: loss.minor, until, isReported: false })
  }
  return open
}

/** What bets and balances differ by. `readAt`: when a balance had changed last. */
interface Unsettled {
  minor: number
  until: Date
  readAt: Date | null
}

/** The games where a balance may have more because bets were not reported yet. */
async function unreportedOf(
  handle: Db | Tx,
  memberId: string,
  unsettled: ReadonlyMap<string, Pick<Unsettled, 'readAt'>>,
): Promise<string[]> {
  if (unsettled.size === 0) return []
  const [caughtUp, held] = [await selectCaughtUp(handle), await selectHeldGames(handle, memberId)]
  return [...unsettled]
    .filter(([code, { readAt }]) => {
      const askedAt = caughtUp.get(code)
      return readAt !== null && (held.has(code) || !askedAt || askedAt < readAt)
    })
    .map(([code]) => code)
}

/** Seconds by which a provider's clock may be ahead of ours. */
const aheadSeconds = 5

/**
 * Those of a member's games where neither a bet nor a balance is on its way: the provider was asked for bets
 * after the balance had changed last, and the balance was read after the last bet.
 */
export async function gamesWithoutNews(
  handle: Db | Tx,
  memberId: string,
  games: readonly { code: string; lastBetAt: Date }[],
): Promise<Set<string>> {
  if (games.length === 0) return new Set()
  const [played, readAt] = [await playResults(handle, memberId), await selectReadAt(handle, memberId)]
  const changed = games.map(({ code }) => [code, { readAt: played.get(code)?.lastAt ?? null }] as const)
  const unreported = new Set(await unreportedOf(handle, memberId, new Map(changed)))
  const isRead = ({ code, lastBetAt }: { code: string; lastBetAt: Date }): boolean => {
    const at = readAt.get(code)
    return at !== undefined && addSeconds(at, aheadSeconds) >= lastBetAt
  }
  return new Set(games.filter((game) => isRead(game) && !unreported.has(game.code)).map(({ code }) => code))
}

export interface UnsettledPlay {
  games: Map<GameCode, Unsettled>
  /** The games whose providers report bets. */
  reporting: GameCode[]
}

/**
 * The money by which a member's reported bets exceed what was read from the balances at their games, by the
 * game's code, of games whose providers report bets. Positive: staked on bets that are not settled, or won
 * and not read yet. Negative: lost and not read yet, or won and not reported yet. It lapses with the
 * provider's `openBetHours` after the last reading or bet there, once the provider was asked after that and
 * had nothing more: what it took back or gave without a bet would stay for ever.
 */
export async function unsettledPlay(
  needs: Pick<Context, 'clock'>,
  tx: Tx,
  memberId: string,
): Promise<UnsettledPlay> {
  const providers = await selectProviders(tx)
  const games = await unsettledOf(needs, tx, memberId, providers)
  return { games, reporting: providers.flatMap(({ code, reportsBets }) => (reportsBets ? [code] : [])) }
}

async function unsettledOf(
  { clock }: Pick<Context, 'clock'>,
  handle: Db | Tx,
  memberId: string,
  providers: Provider[],
): Promise<UnsettledPlay['games']> {
  const [played, bet] = await Promise.all([playResults(handle, memberId), selectSums(handle, memberId)])
  const unsettled = new Map<GameCode, Unsettled>()
  for (const { code, reportsBets, openBetHours } of providers) {
    const [bets, plays] = [bet.get(code), played.get(code)]
    const minor = (bets?.minor ?? 0) - (plays?.minor ?? 0)
    if (!reportsBets || minor === 0) continue
    const ends = [plays?.lastAt, bets && endOfDay(bets.lastDay)].flatMap((at) => at?.getTime() ?? [])
    const until = addSeconds(new Date(Math.max(...ends)), openBetHours * 3600)
    unsettled.set(code, { minor, until, readAt: plays?.lastAt ?? null })
  }
  const over = [...unsettled].filter(([, { until }]) => until <= clock.now())
  if (over.length === 0) return unsettled
  const caughtUp = await selectCaughtUp(handle)
  for (const [code, { until }] of over) {
    if ((caughtUp.get(code) ?? new Date(0)) >= until) unsettled.delete(code)
  }
  return unsettled
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
