import type { GameCode } from '@krapao/contract/game.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import type { Wallet } from '../wallet/public.ts'
import { gameNames, openBetsWords } from './open-bets.ts'

interface Speaker {
  t: TFunction
  wallet: Pick<Wallet, 'currency' | 'slots'>
}

/**
 * Why a bonus was not cancelled, in the words of its question, where the general text of the code would leave
 * its figures out. Where money has come home nevertheless, it says so first: the member would look for it in
 * the game.
 * @returns undefined where the text of the code says all
 */
export function clearWords(speaker: Speaker, failure: unknown): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const { t } = speaker
  const isHome = failure.body.home !== undefined
  if (failure.code === 'FIGURES_CHANGED') return t(isHome ? 'bonus.changedHome' : 'bonus.changed')
  const text = reasonOf(speaker, failure)
  return isHome && text !== undefined ? `${t('bonus.cameHome')} ${text}` : text
}

function reasonOf({ t, wallet }: Speaker, { code, body }: ApiError): string | undefined {
  if (code === 'GAME_PENDING') return pendingWords({ t, wallet }, body)
  if (code === 'NO_DATA') return t('bonus.ended')
  if (code !== 'BONUS_REMAINING') return undefined
  const money = (amount: unknown) => formatMoney(typeof amount === 'number' ? amount : 0, wallet.currency)
  return t('bonus.cannotCancelText', { floor: money(body.floor), total: money(body.total) })
}

/** Open bets have `until`, which is null where the provider's report decides; money that is away has none. */
function pendingWords({ t, wallet }: Speaker, { games, until }: ApiError['body']): string {
  const names = gameNames(games, wallet.slots)
  if (names === '') return t('bonus.clearPending')
  if (until === undefined) return t('bonus.clearAway', { games: names })
  return openBetsWords(t, { games: games as GameCode[], until: until as string | null }, wallet)
}

/**
 * What a cancel takes, and what it leaves, line by line.
 * @param inTransit of what is left: it is the member's, and not in the wallet yet
 * @param balance how amounts of the member's are shown, which may be hidden
 */
export function clearLines(
  { t, wallet }: { t: TFunction; wallet: Pick<Wallet, 'currency'> },
  { returned, kept, inTransit }: { returned: number; kept: number; inTransit: number },
  balance = (amount: number) => formatMoney(amount, wallet.currency),
): [label: string, value: string][] {
  const lines: [string, string][] = [
    [t('bonus.returned'), formatMoney(returned, wallet.currency)],
    [t('bonus.kept'), balance(kept)],
  ]
  if (inTransit > 0) lines.push([t('bonus.line.inTransit'), balance(inTransit)])
  return lines
}
