import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate, timeAgo } from '@krapao/web/ui/format.ts'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KindIcon, Status } from './look.tsx'
import { RowEntries } from './row-entries.tsx'
import { type Statement, signedAmount } from './statement.ts'
import { useNames } from './use-names.ts'

/** One transaction (product.md §2 Statement); it opens to its ledger entries. */
export function StatementRow({ row, now }: { row: Statement; now: Date }) {
  const { t } = useTranslation()
  const { activity, statusText } = useNames()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { unit, count } = timeAgo(row.createdAt, now)
  const description = (row.bonus ?? row.promotion ?? row.invite ?? row.refund ?? row.luckydraw)?.description
  return (
    // Paddings in parts of the screen's width: very large letters leave none of it for the amounts otherwise.
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-23 w-full items-start gap-[min(0.75rem,3vw)] px-[min(1rem,4vw)] py-3 text-left hover:bg-sunken/60"
      >
        <KindIcon kind={row.statementType} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-28 flex-1 font-medium">{activity(row)}</span>
            <span
              className={cx(
                'font-semibold whitespace-nowrap',
                row.status === 'FAILED'
                  ? 'text-ink-soft line-through'
                  : signedAmount(row).startsWith('+') && 'text-positive',
              )}
            >
              {signedAmount(row)}
            </span>
          </span>
          {description && <span className="block text-sm text-ink-soft">{description}</span>}
          <Status status={row.status} text={statusText(row)} />
          <span className="flex items-center justify-between gap-2 text-xs text-ink-soft">
            <span className="flex flex-wrap gap-x-2">
              <time dateTime={row.createdAt}>{formatDate(row.createdAt)}</time>
              <span>{t(`ui.ago.${unit}`, { count })}</span>
            </span>
            <ChevronDown
              className={cx('size-4 shrink-0 transition-transform duration-150', open && 'rotate-180')}
              aria-hidden
            />
          </span>
        </span>
      </button>
      {open && (
        <div id={id} className="px-[min(1rem,4vw)] pb-4">
          <RowEntries row={row} />
        </div>
      )}
    </li>
  )
}
