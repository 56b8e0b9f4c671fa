import type { AnswerOf } from '@krapao/contract/client.ts'
import { today } from '@krapao/contract/dates.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { downloadCsv } from '../../ui/csv.ts'
import { DateField } from '../../ui/date/date-field.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { ChatFrame } from './chat-frame.tsx'

type Report = AnswerOf<'GET /api/console/chats/report'>
type Figures = Report['total']

const columns = [
  'conversations',
  'answered',
  'ended',
  'firstAnswerMedian',
  'firstAnswerP90',
  'resolutionMedian',
] as const satisfies (keyof Figures)[]

const dayBefore = (days: number): string => today(new Date(Date.now() - days * 86_400_000))

/** How soon the staff answered, by operator and by day. */
export function ReportPage() {
  const { t } = useTranslation()
  useTitle(t('chats.report.title'))
  const [from, setFrom] = useState(() => dayBefore(6))
  const [to, setTo] = useState(() => dayBefore(0))
  const { data, error, refetch } = useQuery({
    queryKey: ['chat-report', from, to],
    queryFn: ({ signal }) => api('GET /api/console/chats/report', { query: { from, to }, signal }),
  })
  return (
    <ChatFrame title={t('chats.report.title')} lead={t('chats.report.lead')}>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-end gap-3 *:max-w-full">
          <DateField label={t('chats.report.from')} value={from} onChange={setFrom} />
          <DateField label={t('chats.report.to')} value={to} onChange={setTo} />
          {data && data.days.length > 0 && <CsvButton report={data} from={from} to={to} />}
        </div>
        {error instanceof ApiError && error.code === 'INVALID_REQUEST' ? (
          <p role="alert" className="text-sm text-negative">
            {t('chats.report.wrong')}
          </p>
        ) : error ? (
          <NotLoaded error={error} onRetry={refetch} />
        ) : !data ? (
          <LoadingRows className="h-24" />
        ) : data.total.conversations === 0 ? (
          <Empty
            icon={<ChartNoAxesColumn className="size-8 text-ink-soft" aria-hidden />}
            title={t('chats.report.empty')}
            text={t('chats.report.emptyText')}
          />
        ) : (
          <>
            <Table
              title={t('chats.report.byOperator')}
              first={t('chats.report.operator')}
              rows={[
                ...data.operators.map((row) => ({
                  name: row.operator?.name ?? t('chats.report.nobody'),
                  row,
                })),
                { name: t('chats.report.total'), row: data.total },
              ]}
            />
            <Table
              title={t('chats.report.byDay')}
              first={t('chats.report.day')}
              rows={data.days.map((row) => ({
                name: `${row.day.split('-').reverse().join('/')} · ${row.operator?.name ?? t('chats.report.nobody')}`,
                row,
              }))}
            />
          </>
        )}
      </div>
    </ChatFrame>
  )
}

/** @param first the heading of the column with the rows' names */
function Table({
  title,
  first,
  rows,
}: {
  title: string
  first: string
  rows: { name: string; row: Figures }[]
}) {
  const { t } = useTranslation()
  const timeText = useTimeText()
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="font-semibold">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll sideways, by keyboard too */}
      <div data-moves className="overflow-x-auto rounded-2xl bg-card" tabIndex={0}>
        <table className="w-full min-w-max text-sm">
          <thead>
            <tr className="border-b border-line text-ink-soft">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                {first}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-right font-medium">
                  {t(`chats.report.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, row }) => (
              <tr key={name} className="border-b border-line last:border-0">
                <th scope="row" className="px-4 py-2 text-left font-medium">
                  {name}
                </th>
                {columns.map((column) => (
                  <td key={column} className="px-3 py-2 text-right whitespace-nowrap">
                    {/Median|P90/.test(column) ? timeText(row[column]) : row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Seconds as people say them. */
function useTimeText(): (seconds: number | null) => string {
  const { t } = useTranslation()
  return (seconds) => {
    if (seconds === null) return '–'
    if (seconds < 90) return t('chats.report.seconds', { count: seconds })
    const minutes = Math.round(seconds / 60)
    if (minutes < 90) return t('chats.report.minutes', { count: minutes })
    return t('chats.report.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
}

function CsvButton({ report, from, to }: { report: Report; from: string; to: string }) {
  const { t } = useTranslation()
  function download(): void {
    const head = ['day', 'operator', ...columns].map((name) =>
      t(`chats.report.${name}` as 'chats.report.day'),
    )
    const lines = report.days.map((row) => [
      row.day,
      row.operator?.name ?? '',
      ...columns.map((column) => row[column]),
    ])
    downloadCsv(`chat-${from}-${to}.csv`, [head, ...lines])
  }
  return (
    <Button look="quiet" icon={<Download className="size-5 shrink-0" aria-hidden />} onClick={download}>
      {t('chats.report.csv')}
    </Button>
  )
}
