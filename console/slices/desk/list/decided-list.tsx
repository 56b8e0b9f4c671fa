import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { DateField } from '@krapao/web/ui/date-field.tsx'
import { Failed } from '@krapao/web/ui/states.tsx'
import { CircleCheckBig, CircleX, History, Search, SearchX } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'wouter'
import { errorText } from '../../../app/errors.ts'
import { Empty } from '../../../ui/empty.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { formatWhen } from '../../../ui/when.ts'
import { decisionsPath } from '../decisions/decision-address.ts'
import { endOf } from '../decisions/decision-row.tsx'
import { type DecidedRow, type QueueName, useDecided } from '../queries.ts'
import { amountText } from '../words/labels.ts'
import { reasonOf } from '../words/reason-text.ts'
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
          <Failed text={errorText(error)} onRetry={refetch} />
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
              <Row queue={queue} item={item} isCurrent={item.id === current} query={query} />
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

function Row({
  queue,
  item,
  isCurrent,
  query,
}: {
  queue: QueueName
  item: DecidedRow
  isCurrent: boolean
  query: string
}) {
  const { t } = useTranslation()
  const Icon = item.choice === 'approve' ? CircleCheckBig : CircleX
  return (
    <Link
      href={`/${queue}/${encodeURI(item.id)}${query}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'grid gap-0.5 rounded-xl border-l-4 px-3 py-2.5 text-sm focus-visible:-outline-offset-2',
        isCurrent ? 'border-link bg-sunken' : 'border-transparent bg-card hover:bg-sunken',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 flex-[1_1_7rem] font-semibold wrap-anywhere">
          {item.member?.name ?? t('desk.noMember')}
        </span>
        <span className="shrink-0 font-semibold">{amountText(item)}</span>
      </span>
      <span className="flex items-start gap-1.5">
        <Icon
          className={cx(
            'mt-0.5 size-4 shrink-0',
            item.choice === 'approve' ? 'text-positive' : 'text-negative',
          )}
          aria-hidden
        />
        <span className="min-w-0 wrap-anywhere">
          {t(`desk.history.${endOf(item)}`)} · {reasonOf(item)}
        </span>
      </span>
      <span className="text-xs text-ink-soft">
        {t('desk.history.line', { name: item.decidedBy.name, at: formatWhen(item.at) })}
      </span>
    </Link>
  )
}
