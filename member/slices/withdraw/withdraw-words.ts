import { ApiError } from '@krapao/web/api/client.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../frame/calls/errors.ts'
import type { Wallet } from '../wallet/public.ts'

/** Why a withdrawal was refused, with the amounts and games that the server named. */
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
      return t('withdraw.dailyCount', { count: Number(maximum) })
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

/** What an active bonus asks for, and how far it is; in baht or kip. */
export interface BonusCondition {
  mode: 'turnover' | 'balance'
  current: number
  required: number
}

/**
 * The condition of the bonus that does not allow a withdrawal; undefined: it was refused for another reason.
 */
export function conditionOf(failure: unknown): BonusCondition | undefined {
  if (!(failure instanceof ApiError) || failure.code !== 'BONUS_CONDITION') return undefined
  const { current, required, mode } = failure.body
  const isKnown = typeof current === 'number' && typeof required === 'number'
  return isKnown && (mode === 'turnover' || mode === 'balance') ? { mode, current, required } : undefined
}

function namesOf(codes: unknown, wallet: Wallet): string {
  const names = Array.isArray(codes)
    ? codes.map((code) => wallet.slots.find((slot) => slot.code === code)?.name ?? String(code))
    : []
  return names.join(', ')
}
