import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../frame/calls/errors.ts'
import type { Order } from './transfer-rules.ts'
import type { Wallet } from './wallet.ts'

interface Speaker {
  t: TFunction
  wallet: Wallet
  nameOf(end: TransferEnd): string
}

/**
 * Why a transfer was refused, and where the money is by the answer's `returnedTo`: a transfer from game to
 * game goes through the wallet, and its first half remains when the second half is refused.
 */
export function refusalText({ t, wallet, nameOf }: Speaker, failure: unknown, order: Order): string {
  if (!(failure instanceof ApiError)) return errorText(failure)
  const { returnedTo } = failure.body as { returnedTo?: TransferEnd }
  if (returnedTo === walletEnd && order.from !== walletEnd) {
    const [from, to] = [nameOf(order.from), nameOf(order.to)]
    return t('wallet.refused.halfway', { amount: formatMoney(order.amount, wallet.currency), from, to })
  }
  if (failure.code !== 'TRANSFER_FAIL' || returnedTo === undefined) return errorText(failure)
  return returnedTo === walletEnd
    ? t('wallet.refused.inWallet')
    : t('wallet.refused.inGame', { game: nameOf(returnedTo) })
}
