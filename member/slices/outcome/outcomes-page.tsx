import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { PendingSheet } from '../../app/pending-sheet.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Ended, type Pending, RowLook } from '../wallet/public.ts'
import { followedBy, lookOf, pageOf } from './look.ts'
import { outcomesKey, useMarkRead } from './read.ts'
import { useOutcomeWords } from './use-outcome-words.ts'

/** How what the member waited for has ended, newest first (product.md §2 Notices). */
export default function OutcomesPage() {
  const { t } = useTranslation()
  useTitle(t('outcome.title'))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...outcomesKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/outcomes', { query: { ...(pageParam !== undefined && { before: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ outcomes, hasMore }) => (hasMore ? outcomes.at(-1)?._id : undefined),
    staleTime: 0,
  })
  const read = useMarkRead()
  const [opened, setOpened] = useState<Pending>()
  const rows = data?.pages.flatMap(({ outcomes }) => outcomes)
  const unread = data?.pages[0]?.unread ?? 0

  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-3">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
        <h1 className="text-2xl font-bold">{t('outcome.title')}</h1>
        {unread > 0 && (
          <Button look="plain" className="px-2! text-sm!" onClick={() => read()}>
            {t('outcome.readAll')}
          </Button>
        )}
      </div>
      {rows ? (
        rows.length > 0 ? (
          <ul className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-card">
            {rows.map((row) => (
              <li key={row._id}>
                <OutcomeRow row={row} onOpen={setOpened} />
              </li>
            ))}
          </ul>
        ) : (
          <Card>
            <Empty
              art="/art/empty/transactions.svg"
              title={t('outcome.empty')}
              text={t('outcome.emptyText')}
            />
          </Card>
        )
      ) : error ? (
        <Card>
          <Failed text={errorText(error)} onRetry={() => refetch()} />
        </Card>
      ) : (
        <Loading>
          <div className="grid gap-px">
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-20 rounded-card bg-card!" />
            ))}
          </div>
        </Loading>
      )}
      {hasNextPage && (
        <Button
          look="quiet"
          busy={isFetchingNextPage}
          busyLabel={t('ui.loading')}
          onClick={() => fetchNextPage()}
        >
          {t('outcome.more')}
        </Button>
      )}
      {opened && <PendingSheet row={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

function OutcomeRow({ row, onOpen }: { row: Ended; onOpen(row: Pending): void }) {
  const { t } = useTranslation()
  const { name, line, amount } = useOutcomeWords()(row)
  const { tone, sign } = lookOf(row)
  const read = useMarkRead()
  const [, navigate] = useLocation()
  const followed = followedBy(row)
  return (
    <RowLook
      kind={row.kind}
      tone={tone}
      title={name}
      line={line}
      amount={amount}
      isGain={sign === '+'}
      below={
        <>
          <time dateTime={row.at}>{formatMinute(row.at)}</time>
          {!row.isRead && (
            <span className="ml-2 rounded-full bg-accent px-2 font-semibold text-on-accent">
              {t('outcome.new')}
            </span>
          )}
        </>
      }
      onPress={() => {
        if (!row.isRead) read([row._id])
        if (followed) onOpen(followed)
        else navigate(pageOf(row))
      }}
    />
  )
}
