import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { AccountLine } from '../../ui/account-line.tsx'
import type { Wallet } from '../wallet/public.ts'

/** The text about the member's own account; its number never breaks across lines. */
export const ownAccount = ({ bank, bankAccountNo }: Wallet['bankAccount']) => ({
  bank: { th: bank.nameTH, la: bank.nameLA, en: bank.nameEN }[currentLanguage()],
  number: unbroken(bankAccountNo),
})

/** The member's own account, the only one whose transfers are credited. */
export function OwnAccount({ account }: { account: Wallet['bankAccount'] }) {
  const { t } = useTranslation()
  return (
    <AccountLine
      label={t('deposit.bank.from')}
      bank={ownAccount(account).bank}
      number={account.bankAccountNo}
    />
  )
}

/** An account or phone number with hyphens at which no line breaks. */
export const unbroken = (number: string): string => formatAccountNo(number).replaceAll('-', '\u2011')
