import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Clock } from 'lucide-react'
import { memo } from 'react'
import type { Pending } from './pending.ts'
import { PendingList } from './pending-list.tsx'

/** The member's money that is under way; nothing if there is none. */
export const PendingCard = memo(function PendingCard({
  rows = [],
  onOpen,
}: {
  rows: Pending[] | undefined
  onOpen(row: Pending): void
}) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <section
      aria-label={t('wallet.under.title')}
      className="overflow-hidden rounded-card bg-card shadow-card"
    >
      <h2 className="flex items-center gap-2 px-4 pt-3 pb-1 text-sm font-semibold text-ink-soft">
        <Clock className="size-4 shrink-0" aria-hidden />
        {t('wallet.under.title')}
      </h2>
      <PendingList rows={rows} onOpen={onOpen} />
    </section>
  )
})
