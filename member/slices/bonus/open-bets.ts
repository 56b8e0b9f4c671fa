import type { OpenBets } from '@krapao/contract/slices/bonus/bonus.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import type { Wallet } from '../wallet/public.ts'

/** The names of games, by the codes of an answer; a game that is not known any more keeps its code. */
export const gameNames = (codes: unknown, games: readonly { code: string; name: string }[]): string =>
  (Array.isArray(codes) ? codes : [])
    .map((code) => games.find((game) => game.code === code)?.name ?? String(code))
    .join(', ')

/** Why a bonus cannot end yet, and from when it can: bets at these games may be open. */
export function openBetsWords(
  t: TFunction,
  { games, until }: OpenBets,
  wallet: Pick<Wallet, 'slots'>,
): string {
  const names = gameNames(games, wallet.slots)
  return until === null
    ? t('bonus.openBets', { games: names })
    : t('bonus.openBetsUntil', { games: names, until: formatMinute(until) })
}
