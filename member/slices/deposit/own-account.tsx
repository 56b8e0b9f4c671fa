import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { AccountLine } from '../../ui/account-line.tsx'
import type { Wallet } from '../wallet/public.ts'

/** What a text says about the member's own account; the number stays in one line. */
export const ownAccount = ({ bank, bankAccountNo }: Wallet['bankAccount']) => ({
  bank: { th: bank.nameTH, la: bank.nameLA, en: bank.nameEN }[currentLanguage()],
  number: unbroken(bankAccountNo),
})

/** The member's own account, from which alone money is taken. */
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

/** An account or phone number as it is shown, with hyphens that no line breaks at. */
export const unbroken = (number: string): string => formatAccountNo(number).replaceAll('-', '\u2011')
