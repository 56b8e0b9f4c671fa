import { today } from '@krapao/contract/dates.ts'
import { dayName } from '@krapao/contract/day-name.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatClock } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { byDay } from '../statement/public.ts'
import { PendingSheet, RowRoom } from '../under-way/public.ts'
import { BalanceBeside, type Ended, type Pending, RowLook } from '../wallet/public.ts'
import { followedBy, lookOf, pageOf } from './look.ts'
import { NextStep } from './next-step.tsx'
import { outcomesKey, useMarkRead } from './read.ts'
import { useOutcomeWords } from './use-outcome-words.ts'

/** Pixels of a row with its time. */
const rowHeight = 84

/** How what the member waited for has ended, newest first (product.md §2 Notices). */
export default function OutcomesPage() {
  const { t, i18n } = useTranslation()
  useTitle(t('outcome.title'))
  const titleOf = (day: string) => dayName(day, today(), i18n.language)
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
    <div className="grid grid-cols-1 items-start gap-6 min-[1180px]:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="grid max-w-3xl grid-cols-1 gap-3">
        <PageHead title={t('outcome.title')} back={t('outcome.back')} to="/user/home">
          {unread > 0 && (
            <Button look="plain" className="px-2! text-sm!" onClick={() => read()}>
              {t('outcome.readAll')}
            </Button>
          )}
        </PageHead>
        {rows ? (
          rows.length > 0 ? (
            <div className="grid gap-4">
              {byDay(rows.map((row) => ({ ...row, createdAt: row.at }))).map(({ day, rows }) => (
                <section key={day} aria-label={titleOf(day)}>
                  <h2 className="px-4 pb-1 text-sm font-semibold text-ink-soft">{titleOf(day)}</h2>
                  <ul className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-card">
                    {rows.map((row) => (
                      <li key={row._id}>
                        <OutcomeRow row={row} onOpen={setOpened} />
                        <NextStep outcome={row} />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
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
            <Skeleton className="mx-4 mb-2 h-4 w-24" />
            <div className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-card">
              {[0, 1, 2, 3].map((row) => (
                <RowRoom key={row} height={rowHeight} />
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
      </div>
      <div className="sticky below-bar empty:hidden">
        <BalanceBeside />
      </div>
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
          <time dateTime={row.at}>{formatClock(row.at, 'minute')}</time>
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
