import { bankName } from '@krapao/contract/bank-names.ts'
import { englishName, englishNameBanks } from '@krapao/contract/limits.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { Note, Skeleton } from '@krapao/web/ui/states.tsx'
import { Landmark, PencilLine } from 'lucide-react'
import { memo } from 'react'
import { BankName } from '../../ui/bank-name.tsx'
import { Card } from '../../ui/card.tsx'
import type { Wallet } from './wallet.ts'

type Account = Wallet['bankAccount']

/** Banks that pay out only to names in English letters (product.md §5). */
const needsRename = ({ bankCode, bankAccountName }: Account): boolean =>
  englishNameBanks.includes(bankCode) && !englishName.test(bankAccountName)

/** The bank account for withdrawals, and a button to correct its name if necessary. */
export const BankLine = memo(function BankLine({
  account,
  onRename,
}: {
  account: Account | undefined
  onRename(): void
}) {
  const { t } = useTranslation()
  const bank = account && bankName(account.bank, currentLanguage())
  return (
    <Card className="!p-4">
      <div className="flex items-center gap-3">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sunken text-link">
          <Landmark className="size-5" aria-hidden />
        </span>
        {account && bank ? (
          <div className="min-w-0">
            <h2 className="text-sm text-ink-soft">{t('wallet.bank')}</h2>
            <p className="text-base font-semibold">
              <BankName name={bank} />{' '}
              <span className="inline-block max-w-full wrap-anywhere">
                {formatAccountNo(account.bankAccountNo)}
              </span>
            </p>
          </div>
        ) : (
          <div className="grid flex-1 gap-1">
            <Skeleton className="h-[1.325rem] w-40" />
            <Skeleton className="h-6 w-32" />
          </div>
        )}
      </div>
      {account && bank && needsRename(account) && (
        <div className="mt-3 grid gap-2">
          <Note icon={<PencilLine className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
            {t('wallet.renameAsk', { bank })}
          </Note>
          <Button look="quiet" onClick={onRename}>
            {t('wallet.rename')}
          </Button>
        </div>
      )}
    </Card>
  )
})
