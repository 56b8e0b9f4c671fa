import { cx } from '@krapao/web/ui/class-names.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import { CircleCheckBig, Clock, UserRoundX, Users } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { errorText } from '../../app/errors.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { useNow, waitOf } from '../../ui/when.ts'
import { ClearBar, ClearBox, useClearItems } from './clear-items.tsx'
import { amountText, reasonText, senderText, votesText } from './labels.ts'
import { type Item, useOldAfter } from './queries.ts'
import { ClaimMark } from './work/claim-banner.tsx'

/** The items of a queue, oldest first. */
export function ItemList({
  ref,
  items,
  query,
  current,
  failure,
  onRetry,
  onMore,
  busy,
  mayDecide,
}: {
  ref: Ref<HTMLUListElement>
  items: Item[] | undefined
  /** Of the list's address. */
  query: string
  current: string | undefined
  failure: unknown
  onRetry(): void
  onMore: (() => void) | undefined
  busy: boolean
  mayDecide: boolean
}) {
  const { t } = useTranslation()
  const now = useNow()
  const { choosing, ...bar } = useClearItems(mayDecide ? (items ?? []) : [])
  return (
    <>
      {failure !== null && items && (
        <p role="alert" className="mb-2 px-1 text-sm text-negative">
          {errorText(failure)}
        </p>
      )}
      <ClearBar {...bar} />
      {!items ? (
        failure ? (
          <Failed text={errorText(failure)} onRetry={onRetry} />
        ) : (
          <LoadingRows className="h-20" count={4} />
        )
      ) : items.length === 0 ? (
        <Empty
          icon={<CircleCheckBig className="size-8 text-positive" aria-hidden />}
          title={t('desk.empty')}
          text={t('desk.emptyText')}
        />
      ) : (
        <>
          <ul ref={ref} className="grid gap-1">
            {items.map((item) => (
              <li key={item.id} className="flex gap-1">
                {mayDecide && item.isClear && <ClearBox item={item} choosing={choosing} />}
                <Row item={item} isCurrent={item.id === current} now={now} query={query} />
              </li>
            ))}
          </ul>
          {onMore && <MoreButton label={t('desk.more')} busy={busy} onClick={onMore} className="mt-3" />}
          <p className="mt-3 hidden px-1 text-xs text-ink-soft wide:block">{t('desk.keys')}</p>
        </>
      )}
    </>
  )
}

function Row({ item, isCurrent, now, query }: { item: Item; isCurrent: boolean; now: Date; query: string }) {
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
        'grid min-w-0 flex-1 gap-0.5 rounded-xl border-l-4 px-3 py-2.5 text-sm',
        isCurrent ? 'border-link bg-sunken' : 'border-transparent bg-card hover:bg-sunken',
      )}
    >
      {/* With large letters the amount stands below the name. */}
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 flex-[1_1_7rem] font-semibold wrap-anywhere">
          {item.member ? (
            item.member.name
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
}
