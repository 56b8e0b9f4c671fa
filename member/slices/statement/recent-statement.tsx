import { dayInWords, inBangkok } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { Amount } from '../wallet/public.ts'
import { KindIcon, Status } from './look.tsx'
import { signedAmount } from './statement.ts'
import { useNames } from './use-names.ts'

const rows = 5

/** The member's latest transactions, for wide windows, where there is room under the wallet. */
export default function RecentStatement() {
  const { t, i18n } = useTranslation()
  const { activity, statusText } = useNames()
  const { data, error, refetch } = useQuery({
    queryKey: ['statement', 'recent'],
    queryFn: ({ signal }) => api('POST /api/statement', { page: 1, limit: rows }, { signal }),
  })
  const today = inBangkok(new Date()).day
  const when = (at: string) => {
    const { day, time } = inBangkok(at)
    return day === today ? time.slice(0, 5) : dayInWords(day, i18n.language)
  }
  return (
    <section aria-label={t('statement.recent')} className="overflow-hidden rounded-card bg-card shadow-card">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-2 pr-2 pl-4">
        <h2 className="text-sm font-semibold">{t('statement.recent')}</h2>
        <Link
          href="/user/statement"
          className="flex min-h-11 items-center rounded-xl px-2 text-sm font-semibold text-link hover:bg-sunken"
        >
          {t('statement.seeAll')}
        </Link>
      </div>
      {error && !data && <Failed text={errorText(error)} onRetry={refetch} />}
      {data?.statements.length === 0 && (
        <p className="px-4 pb-4 text-sm text-ink-soft">{t('statement.recentNone')}</p>
      )}
      {!data && !error && (
        <Loading>
          <div className="divide-y divide-line">
            {Array.from({ length: rows }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
              <div key={at} className="flex h-15 items-center px-4">
                <Skeleton className="h-9 w-full rounded-xl" />
              </div>
            ))}
          </div>
        </Loading>
      )}
      <ul className="divide-y divide-line">
        {data?.statements.map((row) => (
          <li key={row._id}>
            <Link
              href={`/user/statement?receipt=${row._id}`}
              className="flex min-h-15 items-start gap-3 px-4 py-2 hover:bg-sunken/60"
            >
              <KindIcon kind={row.statementType} />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
                  <span className="font-medium">{activity(row)}</span>
                  <span className="ml-auto text-right font-semibold whitespace-nowrap">
                    <Amount text={signedAmount(row)} />
                  </span>
                </span>
                <span className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
                  <time dateTime={row.createdAt}>{when(row.createdAt)}</time>
                  {row.status !== 'SUCCESS' && <Status status={row.status} text={statusText(row)} />}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
