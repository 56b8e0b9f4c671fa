import { houseAccounts, ownAccounts } from '@krapao/contract/ledger-accounts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { shortBank, useBankNames } from '../lookup/public.ts'
import { useWallet } from '../wallet/public.ts'
import type { Statement } from './statement.ts'

/** Names in the statement for codes of games and banks. */
export function useNames() {
  const { t, i18n } = useTranslation()
  const slots = useWallet().data?.slots
  const bankName = useBankNames()
  const gameName = (code: string) => slots?.find((slot) => slot.code === code)?.name ?? code

  /** A ledger account: `wallet`, `game:PG`, `in-transit:PG`, or the house's kind. */
  function accountName(account: string): string {
    const [kind = '', code = ''] = account.split(':')
    if (kind === 'game') return gameName(code)
    if (kind === 'in-transit') return t('statement.account.inTransit', { game: gameName(code) })
    const known = [...ownAccounts, ...houseAccounts].find((name) => name === kind)
    return t(`statement.account.${known ?? 'other'}`)
  }

  function withBank(what: 'deposit' | 'withdraw', code: string): string {
    const bank = bankName(code)
    if (bank === undefined) return t(`statement.activity.${what}`)
    return what === 'deposit'
      ? t('statement.activity.depositFrom', { from: shortBank(bank) })
      : t('statement.activity.withdrawTo', { to: shortBank(bank) })
  }

  /** What a row is about, in a few words. */
  function activity({ statementType, from, to, method, ...row }: Statement): string {
    switch (statementType) {
      case 'deposit':
        if (method === 'GIFT') return t('statement.activity.depositGift')
        if (method === 'WALLET') return t('statement.activity.depositWallet')
        if (method === 'QR') return t('statement.activity.depositQr')
        return withBank('deposit', from)
      case 'withdraw':
        return withBank('withdraw', to)
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

  /** Where the money came from and went to; undefined for rows that the activity says it of. */
  function way({ statementType, from, to, method }: Statement): { from: string; to: string } | undefined {
    if (statementType === 'bonus' || statementType === 'finish_bonus') return undefined
    const nameOf = (code: string): string => {
      const bank = bankName(code)
      if (code === 'WALLET') return t('statement.account.wallet')
      return bank === undefined ? gameName(code) : shortBank(bank)
    }
    const source = {
      GIFT: t('statement.account.gift'),
      QR: t('statement.account.gateway'),
      WALLET: t('statement.receipt.paymentWallet'),
    }
    return { from: method === null || method === 'BANK' ? nameOf(from) : source[method], to: nameOf(to) }
  }

  /** The status in a word, of a transfer as elsewhere, with the reason in brackets if it failed. */
  function statusText({ status, statementType, reason }: Statement): string {
    if (status === 'PENDING' && statementType === 'transfer') return t('wallet.under.state.IN_TRANSIT')
    const word = t(`statement.status.${status}`)
    if (status !== 'FAILED') return word
    const key = `statement.reason.${reason}`
    const why = i18n.exists(key) ? (t as (key: string) => string)(key) : t('statement.reason.returned')
    // A failed deposit without a reason moved no money, so the text must not say that money went back.
    if (statementType === 'deposit' && !i18n.exists(key)) return word
    return t('statement.withReason', { status: word, reason: why })
  }

  return { accountName, activity, way, statusText }
}
