import { currentLanguage } from '../../app/i18n.ts'
import { formatAccountNo } from '../../ui/format.ts'
import type { Wallet } from '../wallet/public.ts'

/** What a text says about the member's own account; the number stays in one line. */
export const ownAccount = ({ bank, bankAccountNo }: Wallet['bankAccount']) => ({
  bank: { th: bank.nameTH, la: bank.nameLA, en: bank.nameEN }[currentLanguage()],
  number: unbroken(bankAccountNo),
})

/** An account or phone number as it is shown, with hyphens that no line breaks at. */
export const unbroken = (number: string): string => formatAccountNo(number).replaceAll('-', '\u2011')
