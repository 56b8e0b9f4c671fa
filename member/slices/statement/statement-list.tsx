import { today } from '@krapao/contract/dates.ts'
import { dayName } from '@krapao/contract/day-name.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useEffect, useState } from 'react'
import type { Pending } from '../wallet/public.ts'
import { byDay, type Statement } from './statement.ts'
import { ColumnNames, StatementRow } from './statement-row.tsx'

const shape = '@container grid gap-4 wide:gap-3'

/** The rows, grouped by day. @param waiting what is under way: its rows say how it stands, and lead to it */
export function StatementList({
  rows,
  waiting,
  onFollow,
}: {
  rows: Statement[]
  waiting: readonly Pending[]
  onFollow(row: Pending): void
}) {
  const { i18n } = useTranslation()
  const now = useNow(15_000)
  const title = (day: string) => dayName(day, today(now), i18n.language)
  return (
    <div className={shape}>
      <ColumnNames />
      {byDay(rows).map(({ day, rows }) => (
        <section key={day} aria-label={title(day)}>
          <h2 className="px-4 pb-1 text-sm font-semibold text-ink-soft">{title(day)}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-card">
            {rows.map((row) => (
              <StatementRow
                key={row._id}
                row={row}
                now={now}
                waiting={waiting.find(({ id }) => id === row.sourceId)}
                onFollow={onFollow}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The placeholder of a page that is loading, in the shape of the list. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <Loading>
      <div className={shape}>
        <ColumnNames />
        <div>
          <div className="px-4 pb-1 text-sm">
            <Skeleton className="inline-block! h-3.5 w-24 align-middle" />
          </div>
          <div className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-card">
            {Array.from({ length: rows }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
              <div key={at} className="flex h-16 gap-3 px-4 py-2 @3xl:h-15">
                <Skeleton className="size-9 rounded-full!" />
                <div className="grid flex-1 content-between py-1">
                  <Skeleton className="h-4.5 w-2/3" />
                  <Skeleton className="h-3.5 w-1/3" />
                </div>
              </div>
            ))}
          </div>
        </div>
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
