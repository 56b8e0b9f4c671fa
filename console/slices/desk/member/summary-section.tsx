import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import type { ReactNode } from 'react'

/** A part of what is known of a member. @param count of rows; 0: it says that there are none */
export function Section({
  name,
  count,
  children,
}: {
  name: 'money' | 'flow' | 'waiting' | 'bonus' | 'deposits' | 'payers' | 'withdrawals' | 'slips' | 'refusals'
  count?: number
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <section className="rounded-2xl bg-card px-4 py-3">
      <h3 className="mb-1.5 text-sm font-semibold text-ink-soft">{t(`desk.memberFacts.section.${name}`)}</h3>
      {count === 0 ? <p className="text-sm text-ink-soft">{t('desk.memberFacts.none')}</p> : children}
    </section>
  )
}
