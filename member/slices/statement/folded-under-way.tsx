import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ChevronDown } from 'lucide-react'
import { headingOf, type Row, UnderWayRow, useUnderWayRows } from '../under-way/public.ts'
import type { Pending } from '../wallet/public.ts'

/**
 * What is under way, above a list that has some of it as rows of its own: one thing as the row that it is on
 * the dashboard, several in one line that opens. Nothing if nothing waits, or waited while it was looked at.
 * @param isListed whether a row has one of its own in the list: no money stands there twice
 */
export function FoldedUnderWay({
  memberId,
  isListed,
  onOpen,
}: {
  memberId: string | undefined
  isListed(row: Row): boolean
  onOpen(row: Pending): void
}) {
  const { t } = useTranslation()
  const { rows, stays } = useUnderWayRows(memberId)
  const shown = rows.filter((row) => stays(row) && !isListed(row))
  if (shown.length === 0) return null
  const title = t(headingOf(shown))
  const [only] = shown
  if (only && shown.length === 1) {
    return (
      <section aria-label={title} className="overflow-hidden rounded-card bg-card shadow-card">
        <UnderWayRow row={only} onOpen={onOpen} />
      </section>
    )
  }
  return (
    <section aria-label={title}>
      <details className="group overflow-hidden rounded-card bg-card shadow-card">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
          {title}
          <span className="rounded-full bg-notice-soft px-2 text-notice">{shown.length}</span>
          <ChevronDown
            className="ml-auto size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
            aria-hidden
          />
        </summary>
        <ul className="divide-y divide-line border-t border-line">
          {shown.map((row) => (
            <li key={row.place}>
              <UnderWayRow row={row} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
