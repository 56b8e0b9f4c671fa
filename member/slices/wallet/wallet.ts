import type { AnswerOf } from '@krapao/contract/client.ts'
import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

/** The answer of GET /api/wallet: amounts in baht or kip. */
export type Wallet = AnswerOf<'GET /api/wallet'>
/** Who moves money, and in which currency: what is known of a member whose balances could not be loaded. */
export type Holder = Pick<Wallet, 'profile' | 'bankAccount' | 'currency'>
/** A member's account at one game provider, or the offer to open one. */
export type GameAccount = Wallet['slots'][number]

export const walletKey = ['wallet'] as const

/**
 * The wallet, updated through the socket; while money is in transit it is also polled, in case the socket is
 * down.
 */
export const walletQuery = queryOptions({
  queryKey: walletKey,
  queryFn: ({ signal }) => api('GET /api/wallet', { signal }),
  // Rows that are shown without a network name their games from it.
  gcTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => ((state.data?.inTransit ?? 0) > 0 ? 5000 : false),
})

export const useWallet = () => useQuery(walletQuery)

/** Adds wire amounts without floating point. */
const sum = (amounts: number[]): number => fromMinor(amounts.reduce((all, one) => all + toMinor(one), 0))

/** Sum of the game accounts. */
export const inGames = (wallet: Wallet): number => sum(wallet.slots.map((slot) => slot.amount))

/** Main wallet plus every game account (product.md §3). */
export const totalOf = (wallet: Wallet): number => sum([wallet.wallet.amount, inGames(wallet)])

/** The same with what is between them: what the server counts as the total balance (rules.md §7.2). */
export const inAll = (wallet: Wallet): number => sum([totalOf(wallet), wallet.inTransit])

/** Whether there is no money at all, not even on its way: the first step is a deposit. */
export const isEmpty = (wallet: Wallet): boolean => totalOf(wallet) === 0 && wallet.inTransit === 0

/**
 * Names of opened games whose balance is out of date because the provider did not answer the last question.
 */
export const staleGames = (wallet: Wallet): string[] =>
  wallet.slots.filter((slot) => slot.isActive && slot.isStale).map((slot) => slot.name)

/**
 * The game that money is most likely meant for: the one that was entered last, else the one with the most
 * money, else the only one. Undefined: that is not known.
 */
export function lastGame({ slots }: Pick<Wallet, 'slots'>): GameAccount | undefined {
  const own = slots.filter((slot) => slot.isActive)
  const [latest] = own
    .filter((slot) => slot.playedAt !== null || slot.amount > 0)
    .sort((a, b) => (b.playedAt ?? '').localeCompare(a.playedAt ?? '') || b.amount - a.amount)
  return latest ?? (own.length === 1 ? own[0] : undefined)
}

/** The balance of one end of a transfer; 0 if there is no such account. */
export const balanceOf = (wallet: Wallet, end: TransferEnd): number =>
  end === walletEnd
    ? wallet.wallet.amount
    : (wallet.slots.find((slot) => slot.code === end && slot.isActive)?.amount ?? 0)
