import type { GameCode } from '@krapao/contract/game.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { type ShortCache, shortCache } from '../../platform/short-cache.ts'
import type { Context } from '../context.ts'
import { type BetListener, type BetListeners, betListeners } from './bets/listeners.ts'
import { demoApps } from './providers.ts'
import {
  type Account,
  accountFinder,
  type OpenedAccount,
  type Provider,
  selectGames,
  selectProviders,
  updateDemoLinks,
  updateRead,
} from './store.ts'

/** The exports of games for other parts of the server. */
export { askForBets } from './bets/ask.ts'
export { waitingClosings } from './bets/closing-store.ts'
export { type DailyJob, runDailyJob } from './bets/daily.ts'
export { type DaySum, daySums } from './bets/day-sums.ts'
export { closeDay, isDayClosed } from './bets/days.ts'
export { waitingBets } from './bets/held-store.ts'
export { type BetListener, type BetListeners, betListeners } from './bets/listeners.ts'
export { gamesWithoutNews, openStakes, type UnsettledPlay, unsettledPlay } from './bets/open-stakes.ts'
export { partsOf, recordBets } from './bets/record.ts'
export { playKeysOf } from './bets/silent-losses.ts'
export { selectLossesOf as waitingLosses } from './bets/silent-store.ts'
export {
  type Bet,
  type BetDay,
  type FinalBet,
  type StoredBet,
  selectBetsFrom as betsFrom,
  selectDay as betDays,
  selectDaysOf as betDaysOf,
  selectFinalBets as finalBets,
  selectStakesSince as stakesSince,
  selectStored as betsNamed,
  settledBet,
} from './bets/store.ts'
export { redactUrl, webOf } from './rules.ts'
export type { Account, OpenedAccount, Provider } from './store.ts'
export { selectGameOwners as findGameOwners } from './store.ts'

declare module '../context.ts' {
  interface Services {
    providers: ShortCache<Provider[]>
    betsStored: BetListeners
    findAccount: ReturnType<typeof accountFinder>
    findOpened: ReturnType<typeof openedFinder>
  }
}

/** Things of this slice that are made once. */
export function gameServices(context: Pick<Context, 'database' | 'db'>) {
  const findAccount = accountFinder(context)
  return {
    providers: shortCache(() => selectProviders(context.db)),
    betsStored: betListeners(),
    findAccount,
    findOpened: openedFinder(findAccount),
  }
}

export const onBetsStored = ({ services }: Pick<Context, 'services'>, ...listeners: BetListener[]): void =>
  services.betsStored.add(...listeners)

/** All providers in carousel order, including switched-off ones; cached for at most two seconds. */
export const listProviders = ({ services }: Context): Promise<Provider[]> => services.providers.get()

/** The hours for which a loss may be an open bet, at games whose providers report no bets, by code. */
export const silentHours = async (handle: Db | Tx): Promise<Map<GameCode, number>> =>
  new Map(
    (await selectProviders(handle)).flatMap(({ code, reportsBets, openBetHours }) =>
      reportsBets ? [] : [[code, openBetHours]],
    ),
  )

/** The provider of a code in a request; undefined if there is none. Switched-off ones are included. */
export async function findProvider(context: Context, code: string): Promise<Provider | undefined> {
  return (await listProviders(context)).find((provider) => provider.code === code)
}

/** A member's opened account at one provider, with its present data. */
export const findAccount = (
  context: Context,
  memberId: string,
  code: GameCode,
): Promise<Account | undefined> => context.services.findAccount({ memberId, code })

/**
 * The constant data of an opened account. Every transfer needs them, so they are cached: an opened account
 * stays open, with its username and currency, on every node.
 */
export const findOpened = (
  context: Context,
  memberId: string,
  code: GameCode,
): Promise<OpenedAccount | undefined> => context.services.findOpened(memberId, code)

/** The maximum of cached accounts; the oldest is removed first. */
const remembered = 20_000

function openedFinder(find: ReturnType<typeof accountFinder>) {
  const opened = new Map<string, OpenedAccount>()
  return async (memberId: string, code: GameCode): Promise<OpenedAccount | undefined> => {
    const key = `${memberId} ${code}`
    const known = opened.get(key)
    if (known) return known
    const account = await find({ memberId, code })
    if (!account) return undefined
    const { username, asset } = account
    const [oldest] = opened.keys()
    if (opened.size >= remembered && oldest !== undefined) opened.delete(oldest)
    const found = { memberId, code, username, asset }
    opened.set(key, found)
    return found
  }
}

/** All opened accounts of a member. */
export const listAccounts = async (context: Context, memberId: string): Promise<Account[]> =>
  (await selectGames(context, memberId)).accounts

/** The same, and the games whose account is being opened. */
export const listGames = selectGames

/** Records when providers reported a member's balances, or failed to (rules.md §4.2). */
export const noteRead = updateRead

/** Sets the sandbox's pages as those of the demo world's games. */
export const insertDemoGames = (context: Context): Promise<void> => updateDemoLinks(context.db, demoApps)
