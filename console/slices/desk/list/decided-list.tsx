import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { History, Search, SearchX } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'wouter'
import { errorText } from '../../../app/errors.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { DateField } from '../../../ui/date/date-field.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { decisionsPath } from '../decisions/decision-address.ts'
import { DecisionRow } from '../decisions/decision-row.tsx'
import { type QueueName, useDecided } from '../queries.ts'
import { ColleagueField } from '../work/colleague-field.tsx'
import { DaySums } from './day-sums.tsx'
import type { ListAddress } from './list-address.ts'

/** What people have decided in a queue, newest first, by operator and day. */
export function DecidedList({
  ref,
  queue,
  current,
  address: { value, query, change },
}: {
  ref: Ref<HTMLUListElement>
  queue: QueueName
  current: string | undefined
  address: ListAddress
}) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDecided(queue, {
    operatorId: value.by || undefined,
    day: value.day || undefined,
  })
  const items = data?.pages.flatMap((page) => page.items)
  const isFiltered = value.by !== '' || value.day !== ''
  return (
    <>
      <div className="mb-3 grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-2">
        <ColleagueField label={t('desk.history.by')} value={value.by} onChange={(by) => change({ by })} />
        <DateField label={t('desk.history.day')} value={value.day} onChange={(day) => change({ day })} />
      </div>
      <Link
        href={decisionsPath({ queue, by: value.by, from: value.day, to: value.day })}
        className="mb-2 inline-flex min-h-11 items-center gap-2 px-1 text-sm font-medium text-link"
      >
        <Search className="size-4.5 shrink-0" aria-hidden />
        {t('desk.decisions.open')}
      </Link>
      <DaySums operatorId={value.by || undefined} day={value.day || undefined} />
      {error && items && (
        <p role="alert" className="mb-2 px-1 text-sm text-negative">
          {errorText(error)}
        </p>
      )}
      {!items ? (
        error ? (
          <NotLoaded error={error} onRetry={refetch} />
        ) : (
          <LoadingRows className="h-20" count={4} />
        )
      ) : items.length === 0 ? (
        <div className="grid justify-items-center" role="status">
          <Empty
            icon={
              isFiltered ? (
                <SearchX className="size-8 text-ink-soft" aria-hidden />
              ) : (
                <History className="size-8 text-ink-soft" aria-hidden />
              )
            }
            title={t(isFiltered ? 'desk.history.emptyFiltered' : 'desk.history.empty')}
            text={isFiltered ? undefined : t('desk.history.emptyText')}
          />
          {isFiltered && (
            <Button look="quiet" onClick={() => change({ by: '', day: '' })}>
              {t('desk.history.clear')}
            </Button>
          )}
        </div>
      ) : (
        <ul ref={ref} className="grid gap-1">
          {items.map((item) => (
            // An item that was decided, came back and was decided again is there twice.
            <li
              key={`${item.id} ${item.at}`}
              className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]"
            >
              <DecisionRow
                decision={{ ...item, queue }}
                query={query}
                isCurrent={item.id === current}
                isOfQueue
              />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <MoreButton
          label={t('desk.more')}
          busy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          className="mt-3"
        />
      )}
    </>
  )
}
