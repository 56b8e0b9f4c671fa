import { bankName } from '@krapao/contract/bank-names.ts'
import { maskedNumber } from '@krapao/contract/masked-number.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { shortBank } from '../../lookup/public.ts'
import type { Wallet } from '../../wallet/public.ts'
import { BankMark } from './bank-mark.tsx'

/**
 * The text about the member's own account: the bank as people say it, and the last digits, so that nobody
 * takes it for a number to pay to.
 */
export const ownAccount = ({ bank, bankAccountNo }: Wallet['bankAccount']) => ({
  bank: shortBank(bankName(bank, currentLanguage())),
  number: maskedNumber(bankAccountNo),
})

/** The member's own account, the only one whose transfers are credited; below the accounts to pay to. */
export function OwnAccount({ account }: { account: Wallet['bankAccount'] }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-3 rounded-2xl bg-sunken px-4 py-2.5 text-sm font-medium">
      <BankMark code={account.bankCode} className="size-8!" />
      <span className="min-w-0 text-pretty wrap-anywhere">{t('deposit.bank.only', ownAccount(account))}</span>
    </p>
  )
}

/** An account or phone number with hyphens at which no line breaks. */
export const unbroken = (number: string): string => formatAccountNo(number).replaceAll('-', '\u2011')
