import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleCheckBig, MousePointerClick } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { errorText } from '../../app/errors.ts'
import { textOr } from '../../app/i18n.ts'
import { useKeys } from '../../app/keys.tsx'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { ItemPane } from './item/item-pane.tsx'
import { DecidedList } from './list/decided-list.tsx'
import { ItemList } from './list/item-list.tsx'
import { type ListValue, queryOf, useListAddress } from './list/list-address.ts'
import { type Filter, filterIn, isNarrowed } from './list/list-filter.ts'
import { ListFilters } from './list/list-filters.tsx'
import { QueueNav } from './list/queue-nav.tsx'
import { useItemPages } from './list/use-item-pages.ts'
import { useListKeys } from './list/use-list-keys.ts'
import { type Queue, useQueues } from './queries.ts'
import { passedOver } from './work/passed-over.ts'
import { useNext } from './work/use-next.ts'

/** Queues, list and item beside one another, also while they are loaded. */
const panes = 'flex flex-1 flex-col wide:grid wide:min-h-0 wide:grid-cols-[13.5rem_minmax(17rem,22rem)_1fr]'

/**
 * The review queues: all queues, the items of the chosen one, and the chosen item. On phones the item fills
 * the page.
 */
export function DeskPage({ queue, id }: { queue: string | undefined; id: string | undefined }) {
  const { t } = useTranslation()
  useTitle(t('desk.title'))
  const { data: queues, error, refetch } = useQueues()
  const found = queues?.find((one) => one.queue === queue)
  const [, navigate] = useLocation()
  const { value, query: whole } = useListAddress('')
  // What waits is gone on with where it was narrowed; a history is left.
  const isHistory = value.view === 'decided'
  const query = isHistory ? '' : whole
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page)

  // An address without a queue leads to the first queue with items.
  useEffect(() => {
    if (!queues || found) return
    const first = queues.find(({ count }) => count > 0) ?? queues[0]
    if (first) navigate(`/${first.queue}`, { replace: true })
  }, [queues, found, navigate])

  if (!queues) {
    if (error) return <NotLoaded error={error} onRetry={refetch} />
    return (
      <div className={panes}>
        <div className={cx('p-4 wide:border-r wide:border-line', id && 'max-wide:hidden')}>
          <LoadingRows className="h-10" count={12} />
        </div>
        <div className="hidden p-4 wide:block wide:border-r wide:border-line">
          <LoadingRows className="h-20" />
        </div>
        <div className={cx('p-5 wide:block', !id && 'hidden')}>
          <LoadingRows className="h-24" />
        </div>
      </div>
    )
  }
  return (
    <div ref={page} className={panes}>
      <h1 className="sr-only">{t('desk.title')}</h1>
      <div className={cx('wide:block wide:overflow-y-auto wide:border-r wide:border-line', id && 'hidden')}>
        <QueueNav
          queues={queues}
          current={found?.queue}
          filter={isHistory ? {} : filterIn(value).filter}
          query={query}
        />
      </div>
      {found && <OneQueue key={found.queue} found={found} id={id} queues={queues} />}
    </div>
  )
}

/** What waits in a queue or was decided there, by the list's address, and the chosen item. */
function OneQueue({
  found: { queue, mayDecide, count },
  id,
  queues,
}: {
  found: Queue
  id: string | undefined
  queues: Queue[]
}) {
  const path = `/${queue}${id === undefined ? '' : `/${encodeURI(id)}`}`
  const address = useListAddress(path)
  const { query } = address
  const isHistory = address.value.view === 'decided'
  const filter = useFilter(address.value)
  const items = useItemPages(queue, filter)
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  usePlaceInList(id)
  const shown = isHistory ? undefined : items.items
  const at = shown?.findIndex((item) => item.id === id) ?? -1
  const nextId = shown?.[at + 1]?.id ?? shown?.[at - 1]?.id
  const [, navigate] = useLocation()
  const { t } = useTranslation()
  const next = useNext(queue, isHistory ? {} : { filter, query })

  /** Opens the next free item; where there is none, or it cannot be asked for, the list. */
  async function goOn(): Promise<void> {
    if (!(await next.open().catch(() => false))) navigate(`/${queue}${isHistory ? '' : query}`)
  }

  /** Goes past the open item: to the next free one, or who only looks to the next listed one. */
  async function skip(): Promise<void> {
    if (!mayDecide) {
      if (nextId) navigate(`/${queue}/${encodeURI(nextId)}${query}`)
      return
    }
    if (id !== undefined) passedOver.add({ queue, id })
    try {
      if (!(await next.open())) toast('neutral', t('work.nothingFree'))
    } catch (error) {
      toast('negative', errorText(error))
    }
  }
  useKeys(t('desk.title'), [
    {
      key: 's',
      label: t('desk.key.skip'),
      when: nextId !== undefined && !next.busy,
      run: skip,
    },
  ])

  return (
    <div className="contents">
      <div className={cx('wide:block wide:overflow-y-auto wide:border-r wide:border-line', id && 'hidden')}>
        <section aria-labelledby="queue-name" className="px-4 pb-6 wide:px-3 wide:py-3">
          <h2
            id="queue-name"
            tabIndex={-1}
            data-focus-home
            className="px-1 text-base font-semibold outline-none"
          >
            {t(`desk.queue.${queue}.name`)}
          </h2>
          <p className="mb-2 px-1 text-sm text-ink-soft">{t(`desk.queue.${queue}.what`)}</p>
          <Views path={path} isHistory={isHistory} />
          {isHistory ? (
            <DecidedList ref={list} queue={queue} current={id} address={address} />
          ) : (
            <>
              <ListFilters queue={queue} address={address} mayDecide={mayDecide} />
              <ItemList
                ref={list}
                list={items}
                address={address}
                filter={filter}
                waiting={count}
                current={id}
                mayDecide={mayDecide}
              />
            </>
          )}
        </section>
      </div>
      <ItemPane
        key={id}
        queue={queue}
        id={id}
        listed={shown?.[at]}
        mayDecide={mayDecide}
        empty={shown?.length === 0 && !isNarrowed(filter) ? <NextQueue queues={queues} /> : <Choose />}
        onGone={goOn}
        query={query}
      />
    </div>
  )
}

/**
 * On phones the page itself is scrolled, and an item takes the list's place: it is shown from its beginning,
 * and the list afterwards where it was left.
 */
function usePlaceInList(id: string | undefined): void {
  const place = useRef({ id, y: 0 })
  useEffect(() => {
    const scrolled = () => {
      if (place.current.id === undefined) place.current.y = window.scrollY
    }
    document.addEventListener('scroll', scrolled, { passive: true })
    return () => document.removeEventListener('scroll', scrolled)
  }, [])
  useLayoutEffect(() => {
    if (place.current.id === id) return
    place.current.id = id
    window.scrollTo(0, id === undefined ? place.current.y : 0)
  }, [id])
}

/** What the address asks for, once what is typed there has not changed for a moment. */
function useFilter(value: ListValue): Filter {
  const typed = JSON.stringify(filterIn(value).filter)
  const debounced = useDebounced(typed, 300)
  return useMemo(() => JSON.parse(debounced) as Filter, [debounced])
}

/** Chooses between what waits and what was decided. */
function Views({ path, isHistory }: { path: string; isHistory: boolean }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('desk.history.views')} className="mb-3 flex flex-wrap gap-1.5">
      {(['waiting', 'decided'] as const).map((view) => {
        const isCurrent = (view === 'decided') === isHistory
        return (
          <li key={view}>
            <Link
              href={`${path}${queryOf({ view: view === 'decided' ? view : '' })}`}
              aria-current={isCurrent ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center rounded-xl border px-3 text-sm font-medium',
                isCurrent ? 'border-link bg-sunken' : 'border-line hover:bg-sunken',
              )}
            >
              {t(view === 'decided' ? 'desk.history.view.decided' : 'desk.history.view.waiting')}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Choose() {
  const { t } = useTranslation()
  return (
    <Empty
      icon={<MousePointerClick className="size-8 text-ink-soft" aria-hidden />}
      title={t('desk.choose')}
    />
  )
}

/** Shown for an empty queue: the queues with items, or that all are empty. */
function NextQueue({ queues }: { queues: Queue[] }) {
  const { t } = useTranslation()
  const next = queues.find(({ count }) => count > 0)
  return (
    <div className="grid justify-items-center">
      <Empty
        icon={<CircleCheckBig className="size-8 text-positive" aria-hidden />}
        title={t(next ? 'desk.queueDone' : 'desk.allDone')}
      />
      {next && (
        <Link href={`/${next.queue}`} className={buttonClass('quiet')}>
          {textOr([`desk.queue.${next.queue}.name`], next.queue)} · {next.count}
        </Link>
      )}
    </div>
  )
}
