import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatNeeded } from '@krapao/web/ui/format.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { usePreferences } from '../../frame/device/preferences.ts'
import { RowLook } from '../wallet/public.ts'
import { leftOf, stateWords, useOpenBonus } from './bonus.ts'

/**
 * Why the balance above it cannot be withdrawn: a running bonus, and what its condition still lacks. It opens
 * the bonus.
 */
export default function BonusLine({
  room,
}: {
  /** In its place while it is not known. */
  room: ReactNode
}) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { hideBalance } = usePreferences()
  const { data, isPending } = useOpenBonus()
  const see = () => navigate('/user/bonus')
  if (isPending) return room
  // The wallet says that one is active; which, and what it lacks, could not be asked.
  if (!data) {
    return (
      <Place>
        <RowLook
          kind="bonus"
          tone="notice"
          title={t('bonus.condition.withdraw')}
          line={t('bonus.see')}
          amount={null}
          onPress={see}
        />
      </Place>
    )
  }
  const { bonus } = data
  const progress = bonus?.progress
  if (!bonus || !progress) return null
  const left = formatNeeded(leftOf(progress), bonus.currency)
  const running = hideBalance
    ? t('bonus.see')
    : t(`bonus.progress.left.${bonus.condition.mode}`, { amount: left })
  const line = stateWords(t, bonus) ?? running
  return (
    <Place>
      <RowLook
        kind="bonus"
        tone={progress.state === 'met' ? 'positive' : 'notice'}
        title={t('bonus.locked', { title: bonus.title })}
        line={line}
        amount={null}
        onPress={see}
      />
    </Place>
  )
}

function Place({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('bonus.own')} className="overflow-hidden rounded-card bg-card shadow-card">
      {children}
    </section>
  )
}
