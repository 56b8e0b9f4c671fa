import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney, formatNeeded } from '@krapao/web/ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useBalance } from '../wallet/public.ts'

/** How far the condition of an active bonus is met: the bar, and its figures in words. */
export function BonusBar({
  mode,
  current,
  required,
  currency,
}: {
  mode: 'turnover' | 'balance'
  current: number
  required: number
  currency: Currency
}) {
  const { t } = useTranslation()
  const balance = useBalance(currency)
  const text = t(`bonus.progress.${mode}`, {
    // Of a bonus that is met by the balance, this is the balance.
    current: mode === 'balance' ? balance(current) : formatMoney(current, currency),
    required: formatNeeded(required, currency),
  })
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={t('bonus.progress.label')} {...{ text, current, required }} />
      <p className="text-sm font-medium">{text}</p>
    </div>
  )
}
