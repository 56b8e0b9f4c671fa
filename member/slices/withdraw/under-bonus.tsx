import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney, formatNeeded } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Lock } from 'lucide-react'
import { Receipt } from '../../ui/receipt.tsx'
import { BonusBar, clearOf, leftOf, mayCancel, type OpenBonus, type Progress } from '../bonus/public.ts'
import { useBalance } from '../wallet/public.ts'

/**
 * Why a running bonus forbids a withdrawal, in this member's figures, and what cancelling it would leave: nothing that cannot be
 * used now is shown beside it.
 */
export function UnderBonus({ bonus, progress }: { bonus: OpenBonus; progress: Progress }) {
  const { t } = useTranslation()
  const { currency } = bonus
  const balance = useBalance(currency)
  const { returned, kept } = clearOf(bonus)
  return (
    <>
      <Note icon={<Lock className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
        <p>{t('withdraw.bonus')}</p>
        <p className="mt-1.5 text-xl font-semibold">
          {t('bonus.progress.left', { amount: formatNeeded(leftOf(progress), currency) })}
        </p>
        <div className="mt-2">
          <BonusBar
            mode={bonus.condition.mode}
            current={progress.current}
            required={progress.required}
            currency={currency}
          />
        </div>
      </Note>
      {kept !== null && mayCancel(bonus) && (
        <section className="grid gap-1">
          <h3 className="text-sm font-semibold">{t('withdraw.bonusCancel')}</h3>
          <Receipt
            id={undefined}
            lines={[
              [t('bonus.returned'), formatMoney(returned, currency)],
              [t('bonus.kept'), balance(kept)],
            ]}
          />
        </section>
      )}
    </>
  )
}
