import { bankName } from '@krapao/contract/bank-names.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { AccountLine } from '../../ui/account-line.tsx'
import type { Wallet } from '../wallet/public.ts'

/** The registered bank account, the only one that withdrawals are paid to (rules.md §6.2). */
export function BankTarget({ account }: { account: Wallet['bankAccount'] }) {
  const { t } = useTranslation()
  const { bank, bankAccountName, bankAccountNo } = account
  return (
    <AccountLine
      label={t('withdraw.to')}
      bank={bankName(bank, currentLanguage())}
      number={bankAccountNo}
      name={bankAccountName}
    />
  )
}
