import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Download } from 'lucide-react'

/** The one gold button of the dark card, whether its balances are there or not. */
export function DepositButton({ onDeposit }: { onDeposit(): void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={cx(buttonClass('primary'), 'outline-accent')}
      data-opens="deposit"
      onClick={onDeposit}
    >
      <Download className="size-5 shrink-0" aria-hidden />
      {t('wallet.deposit')}
    </button>
  )
}
