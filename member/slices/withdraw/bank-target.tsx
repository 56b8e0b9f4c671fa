import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../app/i18n.ts'
import { formatAccountNo } from '../../ui/format.ts'
import type { Wallet } from '../wallet/public.ts'

/** The registered bank account, the only one that money is paid to (rules.md §6.2). */
export function BankTarget({ account }: { account: Wallet['bankAccount'] }) {
  const { t } = useTranslation()
  const { bankAccountName, bankAccountNo } = account
  const bank = { th: account.bank.nameTH, la: account.bank.nameLA, en: account.bank.nameEN }[
    currentLanguage()
  ]
  return (
    <div className="flex items-center gap-3 rounded-2xl bg-sunken px-4 py-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-card text-link">
        <Landmark className="size-5" aria-hidden />
      </span>
      <div className="min-w-0">
        <p className="text-xs text-ink-soft">{t('withdraw.to')}</p>
        <p className="text-base font-semibold break-words">
          {bank} <span className="whitespace-nowrap">{formatAccountNo(bankAccountNo)}</span>
        </p>
        <p className="text-sm break-words text-ink-soft">{bankAccountName}</p>
      </div>
    </div>
  )
}
