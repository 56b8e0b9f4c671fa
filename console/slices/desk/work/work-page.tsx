import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { AlarmClock, AtSign, ClipboardCheck, Clock, UserRound } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { api } from '../../../app/api.ts'
import { textOr } from '../../../app/i18n.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { queries } from '../../../app/queries.ts'
import { Empty } from '../../../ui/empty.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { useShownEntry } from '../../../ui/use-shown-entry.ts'
import { formatWhen, useNow, waitOf } from '../../../ui/when.ts'
import { NoteRow } from './note-row.tsx'
import { pathOf, useMentions, useWork, useWorkItems, type View, type WorkRow } from './queries.ts'
import { ShiftView } from './shift-view.tsx'

const views = ['mine', 'mentions', 'snoozed', 'shift'] as const
const icons = { mine: UserRound, mentions: AtSign, snoozed: AlarmClock, shift: ClipboardCheck }

/** What the operator has to see to: given items, notes to read, what is snoozed, and the shift. */
export function WorkPage({ view: named }: { view: string | undefined }) {
  const { t } = useTranslation()
  const view = views.find((one) => one === named) ?? 'mine'
  useTitle(t('work.title'))
  const chosen = useShownEntry<HTMLAnchorElement>(view)
  const { data: counts } = useWork()
  const count = {
    mine: counts?.assigned ?? 0,
    mentions: counts?.mentions ?? 0,
    snoozed: counts?.snoozed ?? 0,
    shift: 0,
  }
  return (
    <div className="flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-4 px-4 py-5">
        <h1 className="text-xl font-semibold">{t('work.title')}</h1>
        <nav aria-label={t('work.views')} data-moves className="-mx-4 flex gap-1.5 overflow-x-auto px-4">
          {views.map((one) => {
            const Icon = icons[one]
            return (
              <Link
                key={one}
                ref={one === view ? chosen : undefined}
                href={`/work/${one}`}
                aria-current={one === view ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 shrink-0 items-center gap-2 rounded-xl border px-3 text-sm font-medium',
                  one === view ? 'border-link bg-sunken' : 'border-line hover:bg-sunken',
                )}
              >
                <Icon className="size-4.5 text-ink-soft" aria-hidden />
                {t(`work.view.${one}`)}
                {count[one] > 0 && (
                  <span className="min-w-6 rounded-full bg-accent px-2 text-center text-xs leading-6 font-semibold text-on-accent">
                    {count[one]}
                  </span>
                )}
              </Link>
            )
          })}
        </nav>
        {view === 'shift' ? (
          <ShiftView />
        ) : view === 'mentions' ? (
          <Mentions />
        ) : (
          <Items key={view} view={view} chats={counts?.chats ?? 0} />
        )}
      </div>
    </div>
  )
}

/** The rows of a list in pages, with what is shown in their place while there are none. */
function Rows({
  list,
  isEmpty,
  empty,
  children,
}: {
  list: {
    data?: unknown
    error: unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch(): unknown
    fetchNextPage(): unknown
  }
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  if (!list.data) {
    return list.error ? (
      <NotLoaded error={list.error} onRetry={list.refetch} />
    ) : (
      <LoadingRows className="h-20" count={3} />
    )
  }
  return (
    <>
      {isEmpty ? empty : <div className="grid gap-2">{children}</div>}
      {list.hasNextPage && (
        <MoreButton
          label={t('work.more')}
          busy={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        />
      )}
    </>
  )
}

function Items({ view, chats }: { view: View; chats: number }) {
  const { t } = useTranslation()
  const list = useWorkItems(view)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const Icon = icons[view]
  return (
    <>
      {view === 'mine' && chats > 0 && (
        <Link
          href="/chats?view=mine"
          className="flex min-h-11 items-center rounded-2xl bg-card px-4 text-sm font-medium text-link"
        >
          {t('work.chats', { count: chats })}
        </Link>
      )}
      <Rows
        list={list}
        isEmpty={items.length === 0}
        empty={
          <Empty
            icon={<Icon className="size-8 text-ink-soft" aria-hidden />}
            title={t(`work.empty.${view}`)}
            text={t(`work.emptyText.${view}`)}
          />
        }
      >
        {items.map((item) => (
          <Item key={`${item.queue}/${item.id}`} item={item} />
        ))}
      </Rows>
    </>
  )
}

function Item({ item }: { item: WorkRow }) {
  const { t } = useTranslation()
  const now = useNow()
  const { unit, count } = waitOf(item.createdAt, now)
  const { queue, member, amount, currency, until, note, by } = item
  return (
    <Link href={pathOf(item)} className="grid gap-0.5 rounded-2xl bg-card px-4 py-3 text-sm hover:bg-sunken">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">
          {member?.name ?? t(queue === 'chat' ? 'work.visitor' : 'desk.noMember')}
        </span>
        {amount !== null && currency && (
          <span className="shrink-0 font-semibold">{formatMoney(amount, currency)}</span>
        )}
      </span>
      <span className="flex flex-wrap gap-x-3 text-ink-soft">
        <span>{queue === 'chat' ? t('work.chat') : textOr([`desk.queue.${queue}.name`], queue)}</span>
        <span className="inline-flex items-center gap-1">
          <Clock className="size-3.5" aria-hidden />
          {t(`ui.ago.${unit}`, { count })}
        </span>
      </span>
      <span className="font-medium">
        {until
          ? t('work.snooze.state', { name: by.name, at: formatWhen(until) })
          : t('work.assign.from', { name: by.name, at: formatWhen(item.at) })}
      </span>
      {note && <span className="wrap-anywhere">{note}</span>}
    </Link>
  )
}

/** The notes that the operator is to read; those that are shown are read. */
function Mentions() {
  const { t } = useTranslation()
  const list = useMentions()
  const mentions = list.data?.pages.flatMap((page) => page.mentions) ?? []
  const newest = mentions.find(({ isRead }) => !isRead)?.note._id
  useEffect(() => {
    if (newest === undefined) return
    // The list stays as it is, so that one sees what was new.
    api('PUT /api/console/work/mentions', { upTo: newest })
      .then(() => queries.invalidateQueries({ queryKey: ['work', 'counts'] }))
      .catch(() => {})
  }, [newest])
  return (
    <Rows
      list={list}
      isEmpty={mentions.length === 0}
      empty={
        <Empty
          icon={<AtSign className="size-8 text-ink-soft" aria-hidden />}
          title={t('work.empty.mentions')}
          text={t('work.emptyText.mentions')}
        />
      }
    >
      {mentions.map(({ note, isRead }) => (
        <NoteRow key={note._id} note={note} isElsewhere isNew={!isRead} />
      ))}
    </Rows>
  )
}
