import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Ended, FirstRows, type Pending, PendingRow, useUnderWay } from '../slices/wallet/public.ts'
import { fetching } from './lazy.tsx'
import { useUnsureRequests } from './money/requests.ts'
import { partOf } from './part.tsx'
import { inPlace, type Row } from './under-way-order.ts'
import { UnsureRow } from './unsure-row.tsx'
import { whenIdle } from './when-idle.ts'

/** Loaded when something has ended, or may end while the page is open. */
const EndedRow = partOf<{ ended: Ended; onOpen(row: Pending): void }>(
  fetching(['outcome', 'statement', 'wallet'], () => import('../slices/outcome/ended-row.tsx')),
  { waiting: () => <RowRoom />, failed: () => null },
)

/**
 * What is under way, requests whose outcome nobody knows, and what has just ended: each row turns into its result where it
 * is, and stays until it is pressed (product.md §2 Home dashboard). Nothing if there is none.
 */
export function UnderWay({ memberId, onOpen }: { memberId: string | undefined; onOpen(row: Pending): void }) {
  const { t } = useTranslation()
  const { data } = useUnderWay()
  const unsure = useUnsureRequests(memberId)
  const before = useRef<string[]>([])
  const rows = inPlace(data, unsure, before.current)
  const places = rows.map(({ place }) => place).join(' ')
  useEffect(() => {
    before.current = places.split(' ')
  }, [places])
  const mayEnd = rows.length > 0
  useEffect(() => (mayEnd ? whenIdle(() => EndedRow.fetchAhead()) : undefined), [mayEnd])

  if (rows.length === 0) return null
  const title = t(rows.some(({ what }) => what !== 'ended') ? 'wallet.under.title' : 'wallet.under.ended')
  return (
    <section aria-label={title} className="overflow-hidden rounded-card bg-card shadow-card">
      <h2 className="flex items-center gap-2 px-4 pt-3 pb-1 text-sm font-semibold text-ink-soft">
        <Clock className="size-4 shrink-0" aria-hidden />
        {title}
      </h2>
      <FirstRows rows={rows} keyOf={({ place }) => place}>
        {(row) => <Shown row={row} onOpen={onOpen} />}
      </FirstRows>
    </section>
  )
}

function Shown({ row, onOpen }: { row: Row; onOpen(row: Pending): void }) {
  switch (row.what) {
    case 'pending':
      return <PendingRow row={row.row} onOpen={onOpen} />
    case 'ended':
      return <EndedRow ended={row.row} onOpen={onOpen} />
    case 'unsure':
      return <UnsureRow request={row.row} />
  }
}

const RowRoom = () => (
  <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
    <Skeleton className="size-10 shrink-0 rounded-full" />
    <Skeleton className="h-10 flex-1" />
  </div>
)
