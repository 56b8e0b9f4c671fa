import { ApiError } from '@krapao/web/api/client.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../app/errors.ts'
import type { Wallet } from '../wallet/public.ts'

/** Why a withdrawal was refused, in the server's words; amounts and games by name where it tells them. */
export function refusalText(t: TFunction, wallet: Wallet, failure: unknown): string {
  if (!(failure instanceof ApiError)) return errorText(failure)
  const { games, left, maximum, minimum } = failure.body
  const money = (value: unknown) => formatMoney(Number(value), wallet.currency)
  switch (failure.code) {
    case 'GAME_PENDING':
      return t('withdraw.gamePending', { games: namesOf(games, wallet) })
    case 'WITHDRAW_DAILY_SUM':
      return t('withdraw.dailySum', { maximum: money(maximum), left: money(left) })
    case 'WITHDRAW_DAILY_COUNT':
      return t('withdraw.dailyCount', { maximum: String(maximum) })
    case 'WITHDRAW_MINIMUM':
      return t('withdraw.errMinimum', { minimum: money(minimum) })
    case 'WITHDRAW_MAXIMUM':
      return t('withdraw.errMaximum', { maximum: money(maximum) })
    case 'MONEY_NOT_ENOUGH':
      return t('withdraw.lessByNow')
    case 'NO_BANK':
      return t('withdraw.noBank')
    default:
      return errorText(failure)
  }
}

function namesOf(codes: unknown, wallet: Wallet): string {
  const names = Array.isArray(codes)
    ? codes.map((code) => wallet.slots.find((slot) => slot.code === code)?.name ?? String(code))
    : []
  return names.join(', ')
}
