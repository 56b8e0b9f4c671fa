import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatNeeded } from '@krapao/web/ui/format.ts'
import { Loading, Note, Skeleton } from '@krapao/web/ui/states.tsx'
import { Lock } from 'lucide-react'
import { Receipt } from '../../ui/receipt.tsx'
import {
  BonusBar,
  CancelButton,
  clearLines,
  clearOf,
  leftOf,
  mayCancel,
  type OpenBonus,
  type Progress,
} from '../bonus/public.ts'
import { useBalance, type Wallet } from '../wallet/public.ts'

/**
 * Why a running bonus forbids a withdrawal, in this member's figures, and what cancelling it would leave,
 * with the button that asks about it: nothing that cannot be used now is shown beside it.
 */
export function UnderBonus({
  bonus,
  progress,
  wallet,
}: {
  bonus: OpenBonus
  progress: Progress
  wallet: Wallet
}) {
  const { t } = useTranslation()
  const { currency } = bonus
  const { inTransit } = progress
  const balance = useBalance(currency)
  const { returned, kept } = clearOf(bonus)
  return (
    <>
      <Note icon={<Lock className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
        <p>{t('withdraw.bonus')}</p>
        <p className="mt-1.5 text-xl font-semibold">
          {t(`bonus.progress.left.${bonus.condition.mode}`, {
            amount: formatNeeded(leftOf(progress), currency),
          })}
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
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">{t('withdraw.bonusCancel')}</h3>
          <Receipt
            id={undefined}
            lines={clearLines({ t, wallet: { currency } }, { returned, kept, inTransit }, balance)}
          />
          <CancelButton bonus={bonus} wallet={wallet} />
        </section>
      )}
    </>
  )
}

/** Its room while the bonus is loading. */
export const UnderBonusRoom = () => (
  <>
    <Loading>
      <div className="grid gap-4">
        <Skeleton className="h-38 rounded-2xl" />
        <Skeleton className="h-48 rounded-2xl" />
      </div>
    </Loading>
    <Skeleton className="mt-auto h-12 rounded-2xl" />
  </>
)
