import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleCheckBig, Clock, SearchX, UserRoundX, Users } from 'lucide-react'
import { memo, type Ref } from 'react'
import { Link } from 'wouter'
import { errorText } from '../../../app/errors.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { useNow, waitOf } from '../../../ui/when.ts'
import { type Item, useOldAfter } from '../queries.ts'
import { amountText, ownerlessName, reasonText, senderText, votesText } from '../words/labels.ts'
import { ClaimMark } from '../work/claim-banner.tsx'
import { ClearBar, ClearBox, useClearItems } from './clear-items.tsx'
import type { ListAddress } from './list-address.ts'
import { type Filter, isNarrowed, noFilter } from './list-filter.ts'
import type { ItemPages } from './use-item-pages.ts'

/** What waits in a queue, as its address narrows and orders it. */
export function ItemList({
  ref,
  list: { pages, items, found, failure, retry, hasMore, setNear },
  address: { query, change },
  filter,
  waiting,
  current,
  mayDecide,
}: {
  ref: Ref<HTMLUListElement>
  list: ItemPages
  address: ListAddress
  filter: Filter
  /** How many wait in the queue. */
  waiting: number
  current: string | undefined
  mayDecide: boolean
}) {
  const { t } = useTranslation()
  const now = useNow()
  const { choosing, ...bar } = useClearItems(mayDecide ? (items ?? []) : [])
  if (!pages || !items) {
    return failure ? (
      <NotLoaded error={failure} onRetry={retry} />
    ) : (
      <LoadingRows className="h-20" count={4} />
    )
  }
  const isSearch = isNarrowed(filter)
  return (
    <>
      <p role="status" className={cx('mb-2 px-1 text-sm text-ink-soft', !isSearch && 'sr-only')}>
        {isSearch && found && <>{t('desk.filter.found', { shown: found.count, total: waiting })}</>}
      </p>
      <ClearBar {...bar} />
      {items.length === 0 && !hasMore ? (
        isSearch ? (
          <div className="grid justify-items-center">
            <Empty
              icon={<SearchX className="size-8 text-ink-soft" aria-hidden />}
              title={t('desk.filter.none')}
              text={waiting > 0 ? t('desk.filter.noneText') : undefined}
            />
            <Button look="quiet" onClick={() => change(noFilter)}>
              {t('desk.filter.clear')}
            </Button>
          </div>
        ) : (
          <Empty
            icon={<CircleCheckBig className="size-8 text-positive" aria-hidden />}
            title={t('desk.empty')}
            text={t('desk.emptyText')}
          />
        )
      ) : (
        <VirtualList
          // Of another list nothing is known: neither heights nor what is near.
          key={JSON.stringify(filter)}
          ref={ref}
          label={t('desk.waitingItems')}
          pages={pages}
          keyOf={idOf}
          total={found?.count ?? waiting}
          kept={current}
          onNear={setNear}
        >
          {(item) => (
            <div className="flex gap-1">
              {mayDecide && item.isClear && <ClearBox item={item} choosing={choosing} />}
              <Row item={item} isCurrent={item.id === current} now={now} query={query} />
            </div>
          )}
        </VirtualList>
      )}
      {failure ? (
        <div role="alert" className="grid justify-items-start gap-2 px-1 pt-2 text-sm text-negative">
          {errorText(failure)}
          <Button look="quiet" onClick={retry}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : (
        hasMore && (
          <div className="pt-1">
            <LoadingRows className="h-20" count={2} />
          </div>
        )
      )}
      {items.length > 0 && (
        <p className="mt-3 hidden px-1 text-xs text-ink-soft wide:block">{t('desk.keys')}</p>
      )}
    </>
  )
}

const idOf = ({ id }: Item): string => id

/** Rendered again only when it changes, because a list that is scrolled renders often. */
const Row = memo(function Row({
  item,
  isCurrent,
  now,
  query,
}: {
  item: Item
  isCurrent: boolean
  now: Date
  query: string
}) {
  const { t } = useTranslation()
  const oldAfter = useOldAfter()
  const { unit, count } = waitOf(item.createdAt, now)
  const sender = senderText(item)
  const isLong = now.getTime() - new Date(item.createdAt).getTime() > oldAfter * 60_000
  return (
    <Link
      // Encoded as the router decodes it: an id may contain colons, but no character that separates paths.
      href={`/${item.queue}/${encodeURI(item.id)}${query}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'grid min-w-0 flex-1 gap-0.5 rounded-xl border-l-4 px-3 py-2.5 text-sm focus-visible:-outline-offset-2',
        isCurrent ? 'border-link bg-sunken' : 'border-transparent bg-card hover:bg-sunken',
      )}
    >
      {/* With large letters the amount is below the name. */}
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 flex-[1_1_7rem] font-semibold wrap-anywhere">
          {item.member ? (
            item.member.name
          ) : ownerlessName(item) !== undefined ? (
            ownerlessName(item)
          ) : (
            <span className="inline-flex items-center gap-1.5">
              <UserRoundX className="size-4 text-notice" aria-hidden />
              {t('desk.noMember')}
            </span>
          )}
        </span>
        <span className="shrink-0 font-semibold">{amountText(item)}</span>
      </span>
      {sender && <span className="wrap-anywhere">{sender}</span>}
      <span className="text-ink-soft">{reasonText(item)}</span>
      <span className="flex flex-wrap gap-x-3 text-xs">
        <span
          className={cx(
            'inline-flex items-center gap-1',
            isLong ? 'font-semibold text-notice' : 'text-ink-soft',
          )}
        >
          <Clock className="size-3.5" aria-hidden />
          {t(`ui.ago.${unit}`, { count })}
        </span>
        <ClaimMark queue={item.queue} id={item.id} />
        {/* Shown for approvals only. That a refusal takes two is shown in the dialog: in some queues it is true of
            every item. */}
        {(item.approvalsNeeded > 1 || item.votes.length > 0) && (
          <span className="inline-flex items-center gap-1 text-ink-soft">
            <Users className="size-3.5" aria-hidden />
            {votesText(item)}
          </span>
        )}
      </span>
    </Link>
  )
})
