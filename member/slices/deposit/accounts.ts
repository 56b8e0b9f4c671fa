import { bankName } from '@krapao/contract/bank-names.ts'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { asCurrency, type Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

/** The accounts that a member may pay to: the answer of GET /api/lookup/deposit. */
export type Accounts = AnswerOf<'GET /api/lookup/deposit'>
export type BankAccount = Accounts['banks'][number]
export type WalletAccount = Accounts['wallets'][number]

export const useAccounts = () =>
  useQuery({
    queryKey: ['deposit', 'accounts'],
    queryFn: ({ signal }) => api('GET /api/lookup/deposit', { signal }),
  })

/** The name of an account's bank or gateway in the language of the app. */
export function useBankName(): (account: Pick<BankAccount, 'bank'>) => string {
  const { i18n } = useTranslation()
  return ({ bank }) => bankName(bank, i18n.language)
}

/** The currency in which an account's amounts are shown; an unknown one counts as baht. */
export const currencyOf = ({ currency }: BankAccount): Currency => asCurrency(currency)
