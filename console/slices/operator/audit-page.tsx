import type { AnswerOf } from '@krapao/contract/client.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock, ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { textOr } from '../../app/i18n.ts'
import { useTitle } from '../../app/title.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { AuditDetails } from './audit-details.tsx'

type Entry = AnswerOf<'GET /api/console/audit'>['entries'][number]

/** What operators did, newest first; for owners and auditors. */
export function AuditPage() {
  const { t } = useTranslation()
  useTitle(t('operator.audit.title'))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/audit', { query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchOnMount: 'always',
  })
  const entries = data?.pages.flatMap((page) => page.entries)

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div className="flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto max-w-5xl px-4 py-5">
        <h1 className="text-xl font-semibold">{t('operator.audit.title')}</h1>
        <p className="mb-4 text-sm text-ink-soft">{t('operator.audit.lead')}</p>
        {entries ? (
          entries.length === 0 ? (
            <Empty
              icon={<ScrollText className="size-8 text-ink-soft" aria-hidden />}
              title={t('operator.audit.empty')}
            />
          ) : (
            <ol className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
              {entries.map((entry) => (
                <Deed key={entry._id} entry={entry} />
              ))}
            </ol>
          )
        ) : error instanceof ApiError && error.code === 'FORBIDDEN' ? (
          // Trying again would not help.
          <Empty icon={<Lock className="size-8 text-ink-soft" aria-hidden />} title={errorText(error)} />
        ) : error ? (
          <Failed text={errorText(error)} onRetry={refetch} />
        ) : (
          <Loading className="h-16" count={6} />
        )}
        {hasNextPage && (
          <Button
            look="quiet"
            wide
            className="mt-4"
            busy={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >
            {t('operator.audit.older')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Deed({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const [queue = '', ...id] = entry.subject.split(':')
  const kind = textOr([`desk.queue.${queue}.one`, `operator.subject.${queue}`], queue)
  return (
    <li className="grid gap-x-6 gap-y-1 py-3.5 text-sm wide:grid-cols-[12rem_1fr]">
      <div>
        <p className="text-ink-soft">{formatDate(entry.at)}</p>
        <p className="font-medium">{entry.operator?.name ?? t('operator.audit.nobody')}</p>
      </div>
      <div className="min-w-0">
        <p>
          <span className="font-semibold">
            {textOr([`operator.action.${entry.action.replaceAll('.', '-')}`], entry.action)}
          </span>
          {entry.subject && (
            <span className="text-ink-soft">
              {' · '}
              {kind} {id.join(':')}
            </span>
          )}
        </p>
        {entry.reason && <p className="whitespace-pre-wrap">{entry.reason}</p>}
        {Object.keys(entry.details).length > 0 && <AuditDetails details={entry.details} />}
      </div>
    </li>
  )
}
