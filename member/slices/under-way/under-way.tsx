import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { homeRoom } from '../../frame/home-room.ts'
import { fetching } from '../../frame/load/lazy.tsx'
import { partOf } from '../../frame/load/part.tsx'
import { whenIdle } from '../../frame/load/when-idle.ts'
import { useUnsureRequests } from '../../frame/money/requests.ts'
import { type Ended, FirstRows, footButton, type Pending, PendingRow, useUnderWay } from '../wallet/public.ts'
import { RowRoom } from './row-room.tsx'
import { headingOf, inPlace, type Row, waits } from './under-way-order.ts'
import { UnsureRow } from './unsure-row.tsx'

/** Pixels of a low row: of the last visit's, read before this visit keeps its own; else of short lines. */
const lowRow = homeRoom().ended[0] ?? 56

/** Loaded when something has ended, or may end while the page is open. */
const loadEnded = () => import('../outcome/ended-row.tsx')
const EndedRow = partOf<{ ended: Ended; isSmall?: boolean; onOpen(row: Pending): void }>(
  fetching(['outcome', 'statement', 'wallet'], loadEnded),
  // A low row has the room of the last visit's, so that nothing below moves when its part arrives.
  {
    waiting: ({ isSmall }) => <RowRoom height={isSmall ? lowRow : undefined} />,
    failed: () => null,
  },
)

/** Rows of what had ended before the page was opened that are shown before "show all" is pressed. */
const mostEnded = 1

/**
 * What is under way, requests whose outcome nobody knows, and what has just ended: each row turns into its
 * result where it is, and stays until it is pressed or all of them are put away (product.md §2 Home
 * dashboard). What waits is always in sight; what had ended before is below it, in low rows under a heading
 * of its own. Nothing if there is none.
 */
export function UnderWay({ memberId, onOpen }: { memberId: string | undefined; onOpen(row: Pending): void }) {
  const { t } = useTranslation()
  const { rows, stays } = useUnderWayRows(memberId)
  const queries = useQueryClient()
  if (rows.length === 0) return null
  const now = rows.filter(stays)
  const earlier = rows.filter((row) => !stays(row))
  const ended = rows.flatMap((row) => (row.what === 'ended' ? [row.row._id] : []))
  const putAway = ended.length > 1 && (
    <button
      type="button"
      onClick={async () => (await loadEnded()).putAway(queries, ended)}
      className={earlier.length > 0 ? footButton : '-mt-1 -mb-2 min-h-11 rounded-full px-3 text-link'}
    >
      {t('wallet.under.putAway', { total: ended.length })}
    </button>
  )
  return (
    <section
      aria-label={t(headingOf(now.length > 0 ? now : earlier))}
      className="overflow-hidden rounded-card bg-card shadow-card"
    >
      {now.length > 0 && (
        <>
          <UnderWayHead heading={headingOf(now)}>{earlier.length === 0 && putAway}</UnderWayHead>
          <FirstRows rows={now} keyOf={placeOf} most={now.length}>
            {(row) => <UnderWayRow row={row} onOpen={onOpen} />}
          </FirstRows>
        </>
      )}
      {earlier.length > 0 && (
        <div className={cx(now.length > 0 && 'border-t border-line')}>
          <UnderWayHead heading="wallet.under.ended" isBare={now.length === 0} />
          <FirstRows rows={earlier} keyOf={placeOf} most={mostEnded} others={putAway}>
            {(row) => <UnderWayRow row={row} isSmall onOpen={onOpen} />}
          </FirstRows>
        </div>
      )}
    </section>
  )
}

const placeOf = ({ place }: Row): string => place

/** The heading of rows, and what can be done with all of them. */
export function UnderWayHead({
  heading,
  isBare = false,
  children,
}: {
  heading: ReturnType<typeof headingOf>
  /** Rows of one kind say by themselves that they have ended: the heading is for screen readers alone. */
  isBare?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div
      className={
        isBare
          ? 'sr-only'
          : 'flex flex-wrap items-center justify-between pt-1 pr-1 pl-4 text-sm font-semibold'
      }
    >
      <h2 className="flex min-h-8 items-center pt-1 text-ink-soft">{t(heading)}</h2>
      {children}
    </div>
  )
}

/**
 * The rows in their order, and which of them are always in sight: what waits, and what waited while it was
 * looked at.
 */
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

export function UnderWayRow({
  row,
  isSmall = false,
  onOpen,
}: {
  row: Row
  isSmall?: boolean
  onOpen(row: Pending): void
}) {
  return <div data-row={waits(row) ? 'waiting' : 'ended'}>{lookOf(row, isSmall, onOpen)}</div>
}

function lookOf(row: Row, isSmall: boolean, onOpen: (row: Pending) => void) {
  switch (row.what) {
    case 'pending':
      return <PendingRow row={row.row} onOpen={onOpen} />
    case 'ended':
      return <EndedRow ended={row.row} isSmall={isSmall} onOpen={onOpen} />
    case 'unsure':
      return <UnsureRow request={row.row} />
  }
}
