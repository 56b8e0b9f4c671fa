import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Ended, FirstRows, type Pending, PendingRow, useUnderWay } from '../slices/wallet/public.ts'
import { fetching } from './lazy.tsx'
import { useUnsureRequests } from './money/requests.ts'
import { partOf } from './part.tsx'
import { headingOf, inPlace, type Row, waits } from './under-way-order.ts'
import { UnsureRow } from './unsure-row.tsx'
import { whenIdle } from './when-idle.ts'

/** Loaded when something has ended, or may end while the page is open. */
const loadEnded = () => import('../slices/outcome/ended-row.tsx')
const EndedRow = partOf<{ ended: Ended; onOpen(row: Pending): void }>(
  fetching(['outcome', 'statement', 'wallet'], loadEnded),
  { waiting: () => <RowRoom />, failed: () => null },
)

/**
 * What is under way, requests whose outcome nobody knows, and what has just ended: each row turns into its result where it
 * is, and stays until it is pressed or all of them are put away (product.md §2 Home dashboard). What waits is always in
 * sight. Nothing if there is none.
 */
export function UnderWay({ memberId, onOpen }: { memberId: string | undefined; onOpen(row: Pending): void }) {
  const { t } = useTranslation()
  const { rows, stays } = useUnderWayRows(memberId)
  const queries = useQueryClient()
  if (rows.length === 0) return null
  const title = t(headingOf(rows))
  const ended = rows.flatMap((row) => (row.what === 'ended' ? [row.row._id] : []))
  return (
    <section aria-label={title} className="overflow-hidden rounded-card bg-card shadow-card">
      <div className="flex flex-wrap items-center justify-between pt-1 pr-1 pl-4 text-sm font-semibold">
        <h2 className="flex min-h-8 items-center gap-2 pt-1 text-ink-soft">
          <Clock className="size-4 shrink-0" aria-hidden />
          {title}
        </h2>
        {ended.length > 1 && (
          <button
            type="button"
            onClick={async () => (await loadEnded()).putAway(queries, ended)}
            className="-my-1.5 min-h-11 rounded-full px-3 text-link hover:bg-sunken"
          >
            {t('wallet.under.putAway')}
          </button>
        )}
      </div>
      <FirstRows rows={rows} keyOf={({ place }) => place} stays={stays}>
        {(row) => <UnderWayRow row={row} onOpen={onOpen} />}
      </FirstRows>
    </section>
  )
}

/** The rows in their order, and which of them are always in sight: what waits, and what waited while it was looked at. */
export function useUnderWayRows(memberId: string | undefined) {
  const { data } = useUnderWay()
  const unsure = useUnsureRequests(memberId)
  const before = useRef<string[]>([])
  const rows = inPlace(data, unsure, before.current)
  const followed = useRef(new Set<string>())
  for (const row of rows) if (waits(row)) followed.current.add(row.place)
  const places = rows.map(({ place }) => place).join(' ')
  useEffect(() => {
    before.current = places.split(' ')
  }, [places])
  const mayEnd = rows.length > 0
  useEffect(() => (mayEnd ? whenIdle(() => EndedRow.fetchAhead()) : undefined), [mayEnd])
  return { rows, stays: (row: Row) => waits(row) || followed.current.has(row.place) }
}

export function UnderWayRow({ row, onOpen }: { row: Row; onOpen(row: Pending): void }) {
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
