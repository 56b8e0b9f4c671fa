import type { AnswerOf } from '@krapao/contract/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import type { Currency } from '../../ui/format.ts'

/** What a member may pay to: the answer of GET /api/lookup/deposit. */
export type Accounts = AnswerOf<'GET /api/lookup/deposit'>
export type BankAccount = Accounts['banks'][number]
export type WalletAccount = Accounts['wallets'][number]

export const useAccounts = () =>
  useQuery({
    queryKey: ['deposit', 'accounts'],
    queryFn: ({ signal }) => api('GET /api/lookup/deposit', { signal }),
  })

/**
 * Names an account's bank in the language of the app. The look-up of accounts has no Lao names (spec.md §3), so they
 * come from the list of banks; a bank that is not in it goes by its English name.
 */
export function useBankName(): (account: Pick<BankAccount, 'bank' | 'bankCode'>) => string {
  const { i18n } = useTranslation()
  const lao = useQuery({
    queryKey: ['banks'],
    queryFn: () => api('GET /api/lookup/banks'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: i18n.language === 'la',
  })
  return ({ bank, bankCode }) => {
    if (i18n.language === 'th') return bank.nameTH
    const own = i18n.language === 'la' && lao.data?.find(({ code }) => code === bankCode)?.nameLA
    return own || bank.nameEN
  }
}

/** The currency of an account as amounts are shown in; anything unknown counts as baht. */
export const currencyOf = ({ currency }: BankAccount): Currency => (currency === 'LAK' ? 'LAK' : 'THB')
