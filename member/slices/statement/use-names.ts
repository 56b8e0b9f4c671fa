import { useTranslation } from 'react-i18next'
import { useWallet } from '../wallet/public.ts'
import type { Statement } from './statement.ts'

const accounts = [
  'wallet',
  'withdrawing',
  'invite',
  'refund',
  'bank',
  'gateway',
  'gift',
  'payout',
  'bonus',
  'prize',
  'provider',
  'adjustment',
] as const

/** How a statement calls what it names by code: games by their names, banks by their codes. */
export function useNames() {
  const { t, i18n } = useTranslation()
  const slots = useWallet().data?.slots
  const gameName = (code: string) => slots?.find((slot) => slot.code === code)?.name ?? code

  /** A ledger account: `wallet`, `game:PG`, `in-transit:PG`, or the house's kind. */
  function accountName(account: string): string {
    const [kind = '', code = ''] = account.split(':')
    if (kind === 'game') return gameName(code)
    if (kind === 'in-transit') return t('statement.account.inTransit', { game: gameName(code) })
    const known = accounts.find((name) => name === kind)
    return known ? t(`statement.account.${known}`) : account
  }

  /** What happened, in a few words. */
  function activity({ statementType, from, to, ...row }: Statement): string {
    switch (statementType) {
      case 'deposit':
        if (from === 'GIFT') return t('statement.activity.depositGift')
        return from ? t('statement.activity.depositFrom', { from }) : t('statement.activity.deposit')
      case 'withdraw':
        return to ? t('statement.activity.withdrawTo', { to }) : t('statement.activity.withdraw')
      case 'transfer':
        return to === 'WALLET'
          ? t('statement.activity.transferFrom', { game: gameName(from) })
          : t('statement.activity.transferTo', { game: gameName(to) })
      case 'bonus': {
        const source = (['promotion', 'invite', 'refund', 'luckydraw'] as const).find((name) => row[name])
        return t(`statement.activity.${source ?? 'bonus'}`)
      }
      case 'finish_bonus':
        return t('statement.activity.finish_bonus')
    }
  }

  /** Status in a word, with the reason in brackets where it failed. */
  function statusText({ status, statementType, reason }: Statement): string {
    const word = t(`statement.status.${status}`)
    if (status !== 'FAILED') return word
    const key = `statement.reason.${reason}`
    const why = i18n.exists(key) ? (t as (key: string) => string)(key) : t('statement.reason.returned')
    // Of a deposit without a reason nothing came, so nothing went back.
    if (statementType === 'deposit' && !i18n.exists(key)) return word
    return t('statement.withReason', { status: word, reason: why })
  }

  return { accountName, activity, statusText }
}
