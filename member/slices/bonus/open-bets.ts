import type { OpenBets } from '@krapao/contract/slices/bonus/bonus.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import { gameNames } from '../../frame/calls/game-names.ts'
import type { Wallet } from '../wallet/public.ts'

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
