import { dayInWords, inBangkok } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useEffect, useState } from 'react'
import { byDay, type Statement } from './statement.ts'
import { ColumnNames, StatementRow } from './statement-row.tsx'

/** The rows, grouped by day. */
export function StatementList({ rows }: { rows: Statement[] }) {
  const { t, i18n } = useTranslation()
  const now = useNow(15_000)
  const { day: today } = inBangkok(now)
  const { day: yesterday } = inBangkok(new Date(now.getTime() - 86_400_000))
  const title = (day: string) =>
    day === today
      ? t('statement.today')
      : day === yesterday
        ? t('statement.yesterday')
        : dayInWords(day, i18n.language)
  return (
    <div className="grid gap-4 wide:gap-3">
      <ColumnNames />
      {byDay(rows).map(({ day, rows }) => (
        <section key={day} aria-label={title(day)}>
          <h2 className="px-4 pb-1 text-sm font-semibold text-ink-soft">{title(day)}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-card">
            {rows.map((row) => (
              <StatementRow key={row._id} row={row} now={now} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The placeholder of a page that is loading. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <Loading>
      <Skeleton className="mx-4 mb-2 h-4 w-24" />
      <div className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-card">
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
          <div key={at} className="flex h-15 gap-3 px-4 py-2">
            <Skeleton className="size-9 rounded-full!" />
            <div className="grid flex-1 content-between py-1">
              <Skeleton className="h-4.5 w-2/3" />
              <Skeleton className="h-3.5 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** The current time, updated every `interval` milliseconds. */
function useNow(every: number): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
