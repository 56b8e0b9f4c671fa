import type { GameCode } from '@krapao/contract/game.ts'
import { own, VersionConflict } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { askForBets, listAccounts } from '../game/public.ts'
import { bringHome, refreshGames } from '../wallet/public.ts'
import { endsAsShown, type Settled, settleBonus, type Wish } from './condition/end.ts'

/** Times that money is brought home, because the member played it meanwhile. */
const tries = 3

/** The outcome, or: money that has to go back is or may be at these games, or bets there are not settled. */
export type Finished = Exclude<Settled, { outcome: 'in-games' | 'staked' }> | Pending
type Pending = Omit<Settled, 'outcome'> & {
  outcome: 'pending'
  games: GameCode[]
  /** When to try again; null: soon. */
  lookAt: Date | null
  /** Whether bets hinder it, rather than money that is not home. */
  hasOpenBets: boolean
}

const notHome = { outcome: 'pending', lookAt: null, hasOpenBets: false } as const

/**
 * Ends the member's bonus where it is to end, by the balances of now: the games are read first, and what has
 * to go back to the house is brought home from them (rules.md §7.3). While a game with money does not answer,
 * nothing ends by its last known balance. Asks the providers.
 * @param home collects the games whose money has come into the wallet by a wish with `expected`, whatever
 *   becomes of the bonus: what is played while it moves is known only then
 * @returns undefined: none is active
 * @throws Refusal `FIGURES_CHANGED`
 */
export async function finish(
  context: Context,
  memberId: string,
  wish: Omit<Wish, 'mayTake' | 'isRead'> = {},
  home = new Set<GameCode>(),
): Promise<Finished | undefined> {
  const condition = wish.expected && {
    holds: async () => {
      const ends = await endsAsShown(context, memberId, wish)
      if (typeof ends === 'boolean') return ends
      await askForBets(context, ends.games)
      return (await endsAsShown(context, memberId, wish)) === true
    },
    arrived: (code: GameCode) => void home.add(code),
  }
  let hasAsked = false
  for (let turn = 1; ; turn++) {
    const unread = await readAgain(context, memberId)
    const isRead = unread.length === 0
    const settled = await settleBonus(context, memberId, { ...wish, mayTake: isRead, isRead })
    if (settled?.outcome === 'staked') {
      if (hasAsked) return { ...settled, outcome: 'pending', hasOpenBets: true }
      // What was read just now may be of bets that were not reported yet.
      await askForBets(context, settled.games)
      hasAsked = true
      continue
    }
    if (settled?.outcome !== 'in-games') return settled
    if (unread.length > 0 || turn === tries) {
      return { ...settled, ...notHome, games: unread }
    }
    const { bonus, backMinor } = settled
    const games = await bringHome(context, memberId, backMinor, bonus.id, condition).catch((error) => {
      // It was played meanwhile; the next turn decides by what there is now.
      const moved = error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH'
      if (moved || error instanceof VersionConflict) return []
      throw error
    })
    if (games.length > 0) return { ...settled, ...notHome, games }
    hasAsked = false
  }
}

/** Reads all games. @returns those with money that did not answer, or have money in transit */
async function readAgain(context: Context, memberId: string): Promise<GameCode[]> {
  const began = context.clock.now()
  await refreshGames(context, memberId)
  return unreadSince(context, memberId, began)
}

/** The games with money, or with money in transit, whose balances were not read since an instant. */
export async function unreadSince(context: Context, memberId: string, since: Date): Promise<GameCode[]> {
  const accounts = await listAccounts(context, memberId)
  const balances = await context.ledger.balances(memberId)
  const hasMoney = (name: string): boolean => (balances.get(name)?.amountMinor ?? 0) > 0
  return accounts
    .filter(({ isStale, balanceReadAt }) => isStale || !balanceReadAt || balanceReadAt < since)
    .map(({ code }) => code)
    .filter((code) => hasMoney(own.game(code)) || hasMoney(own.inTransit(code)))
}
