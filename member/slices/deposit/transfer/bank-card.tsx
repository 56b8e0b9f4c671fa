import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { Copy } from 'lucide-react'
import { useId } from 'react'
import { BankName } from '../../../ui/bank-name.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { type BankAccount, currencyOf, useBankName } from '../accounts.ts'
import { BankMark } from '../banks/bank-mark.tsx'

/**
 * An account to pay to, with its number to copy.
 * @param asks the browser refused to copy without a press, so the button is highlighted
 */
export function BankCard({
  account,
  onCopy,
  asks = false,
}: {
  account: BankAccount
  onCopy(): void
  asks?: boolean
}) {
  const { t } = useTranslation()
  const nameOf = useBankName()
  const nameId = useId()
  const currency = currencyOf(account)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-2xl border border-line px-4 py-3">
      <div className="flex w-full items-center gap-3">
        <BankMark code={account.bankCode} />
        <p
          id={nameId}
          className="flex min-w-0 flex-wrap items-center gap-x-2 text-base font-semibold wrap-anywhere"
        >
          <span>
            <BankName name={nameOf(account)} />
          </span>
          {(brand.variant === 'la' || currency !== 'THB') && (
            <span className="rounded-full bg-sunken px-2 text-xs text-ink-soft">
              {t(`deposit.currency.${currency}`)}
            </span>
          )}
        </p>
      </div>
      <div className="min-w-[min(100%,10rem)] flex-1">
        <p>
          <Figure
            text={formatAccountNo(account.bankAccountNo)}
            rem={1.25}
            className="leading-normal font-semibold"
          />
        </p>
        <p className="text-sm text-ink-soft">{account.bankAccountName}</p>
      </div>
      <Button
        look={asks ? 'primary' : 'quiet'}
        className="px-4!"
        icon={<Copy className="size-4.5" aria-hidden />}
        aria-describedby={nameId}
        onClick={onCopy}
      >
        {t('deposit.bank.copy')}
      </Button>
    </li>
  )
}
