import { languageNames } from '@krapao/contract/languages.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import {
  Bot,
  ChartNoAxesColumn,
  CircleCheckBig,
  Clock,
  DoorClosed,
  DoorOpen,
  MessageSquareQuote,
  SearchX,
  UserRound,
} from 'lucide-react'
import { Link } from 'wouter'
import { errorText } from '../../app/errors.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { useOperator } from '../../app/use-operator.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { formatWhen, useNow, waitOf } from '../../ui/when.ts'
import { ClaimMark, NextButton } from '../desk/public.ts'
import {
  minSearch,
  type StaffChat,
  useChatCount,
  useChats,
  useFoundChats,
  type View,
  views,
} from './queries.ts'
import { hoursText, nameOf, previewOf } from './words.ts'

/** Minutes after which a customer's waiting is emphasised. */
const longMinutes = 5

/** The pages beside the conversations, for those who may open them. */
const otherPages = [
  { to: '/chats/report', right: 'readChatReport', title: 'chats.report.title', Icon: ChartNoAxesColumn },
  { to: '/chats/replies', right: 'answerChats', title: 'chats.replies.title', Icon: MessageSquareQuote },
  { to: '/chats/bot', right: 'editBot', title: 'chats.bot.title', Icon: Bot },
] as const

/** The conversations of a view, or those that a search finds. */
export function ChatList({
  id,
  view,
  typed,
  query,
  queryOf,
  find,
}: {
  id: string | undefined
  view: View
  /** The search as it is typed. */
  typed: string
  /** The address's query of the list as it is, and of a view. */
  query: string
  queryOf(view: View): string
  find(text: string): void
}) {
  const { t } = useTranslation()
  const search = useDebounced(typed.trim(), 300)
  const isSearch = typed.trim() !== ''
  const { operator } = useOperator()
  return (
    <section aria-label={t('chats.list')} className="px-4 pb-6 wide:px-3 wide:py-3">
      <Head view={view} isSearch={isSearch} queryOf={queryOf} />
      {operator && may(operator.role, 'answerChats') && (
        <div className="mt-2 grid">
          <NextButton queue="chat" name={t('chats.title')} query={query} />
        </div>
      )}
      <search className="mt-2 mb-3 block">
        <Field
          label={t('chats.search')}
          name="search"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          placeholder={t('chats.searchHint')}
          value={typed}
          onChange={(event) => find(event.target.value)}
        />
      </search>
      <div className="mb-2 flex flex-wrap gap-x-4">
        {otherPages
          .filter(({ right }) => operator && may(operator.role, right))
          .map(({ to, title, Icon }) => (
            <Link
              key={to}
              href={to}
              className="inline-flex min-h-11 items-center gap-2 px-1 text-sm text-link"
            >
              <Icon className="size-4.5" aria-hidden />
              {t(title)}
            </Link>
          ))}
      </div>
      {isSearch ? (
        <Found search={search} id={id} query={query} />
      ) : (
        <Listed key={view} view={view} id={id} query={query} />
      )}
    </section>
  )
}

/** The views, with how many wait and for how long, and whether the staff answer now. */
function Head({ view, isSearch, queryOf }: { view: View; isSearch: boolean; queryOf(view: View): string }) {
  const { t } = useTranslation()
  const { data } = useChatCount()
  const now = useNow()
  const oldest = data?.firstSince ? waitOf(data.firstSince, now) : undefined
  const Door = data?.isOpen === false ? DoorClosed : DoorOpen
  return (
    <>
      <p className="flex min-h-8 flex-wrap items-center gap-x-3 px-1 pt-2 text-sm text-ink-soft wide:pt-0">
        {data && (
          <>
            <span className="inline-flex flex-auto items-center gap-1.5">
              <Door
                className={cx('size-4 shrink-0', data.isOpen ? 'text-positive' : 'text-notice')}
                aria-hidden
              />
              {hoursText(data)}
            </span>
            {oldest && (
              <span>{t('chats.longest', { ago: t(`ui.ago.${oldest.unit}`, { count: oldest.count }) })}</span>
            )}
          </>
        )}
      </p>
      <nav aria-label={t('chats.views')} className="flex flex-wrap gap-1.5">
        {views.map((one) => (
          <Link
            key={one}
            href={`/chats${queryOf(one)}`}
            aria-current={one === view && !isSearch ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-11 items-center gap-2 rounded-xl border px-3 text-sm font-medium',
              one === view && !isSearch ? 'border-link bg-sunken' : 'border-line hover:bg-sunken',
            )}
          >
            {t(`chats.view.${one}`)}
            {one === 'waiting' && data && data.waiting > 0 && (
              <span className="rounded-full bg-accent px-2 text-xs leading-6 font-semibold text-on-accent">
                {data.waiting}
                <span className="sr-only"> {t('chats.waitingCount')}</span>
              </span>
            )}
          </Link>
        ))}
      </nav>
    </>
  )
}

type Rows = { id: string | undefined; query: string }

function Listed({ view, ...rows }: Rows & { view: View }) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useChats(view, true)
  const chats = data?.pages.flatMap((page) => page.chats)
  if (!chats) {
    return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-18" count={5} />
  }
  return (
    <>
      {error && (
        <p role="alert" className="mb-2 px-1 text-sm text-negative">
          {errorText(error)}
        </p>
      )}
      {chats.length === 0 ? (
        <Empty
          icon={<CircleCheckBig className="size-8 text-positive" aria-hidden />}
          title={t(`chats.empty.${view}`)}
          text={t(`chats.emptyText.${view}`)}
        />
      ) : (
        <List chats={chats} {...rows} />
      )}
      {hasNextPage && (
        <MoreButton label={t('chats.more')} busy={isFetchingNextPage} onClick={() => fetchNextPage()} />
      )}
    </>
  )
}

function Found({ search, ...rows }: Rows & { search: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useFoundChats(search)
  const isShort = search.length < minSearch
  if (!isShort && !data) {
    return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-18" />
  }
  const { chats = [], hasMoreEnds = false } = (!isShort && data) || {}
  return (
    <>
      <div role="status" className="px-1 text-sm text-ink-soft">
        {chats.length > 0 ? (
          hasMoreEnds ? (
            t('desk.moreEnds')
          ) : (
            t('chats.found', { count: chats.length })
          )
        ) : (
          <Empty
            icon={<SearchX className="size-8 text-ink-soft" aria-hidden />}
            title={t('chats.foundNone')}
            text={t(hasMoreEnds ? 'desk.moreEnds' : 'chats.foundNoneText')}
          />
        )}
      </div>
      <List chats={chats} {...rows} />
    </>
  )
}

const List = ({ chats, id, query }: Rows & { chats: StaffChat[] }) => (
  <ul className="mt-1 grid grid-cols-1 gap-1">
    {chats.map((chat) => (
      // A long list renders what is seen only.
      <li key={chat._id} className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
        <Row chat={chat} isCurrent={chat._id === id} query={query} />
      </li>
    ))}
  </ul>
)

function Row({ chat, isCurrent, query }: { chat: StaffChat; isCurrent: boolean; query: string }) {
  const { t } = useTranslation()
  const now = useNow()
  const { waitingSince, unread, operator, language, state, lastAt } = chat
  const wait = waitingSince ? waitOf(waitingSince, now) : undefined
  const isLong =
    waitingSince !== null && now.getTime() - new Date(waitingSince).getTime() > longMinutes * 60_000
  return (
    <Link
      href={`/chats/${chat._id}${query}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'grid grid-cols-1 gap-0.5 rounded-xl border-l-4 px-3 py-2.5 text-sm focus-visible:-outline-offset-2',
        isCurrent ? 'border-link bg-sunken' : 'border-transparent bg-card hover:bg-sunken',
      )}
    >
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-[min(6rem,100%)] flex-1 font-semibold wrap-anywhere">{nameOf(chat)}</span>
        {unread > 0 && (
          <span className="min-w-6 shrink-0 rounded-full bg-accent px-1.5 text-center text-xs leading-6 font-semibold text-on-accent">
            <span aria-hidden>{unread > 98 ? '99+' : unread}</span>
            <span className="sr-only">{t('chats.unread', { count: unread })}</span>
          </span>
        )}
        <span
          className="shrink-0 rounded-md border border-line px-1.5 text-xs text-ink-soft uppercase"
          title={languageNames[language]}
        >
          {language}
        </span>
      </span>
      <span data-preview className="line-clamp-1 wrap-anywhere text-ink-soft">
        {previewOf(chat)}
      </span>
      <span className="flex min-w-0 flex-wrap gap-x-3 text-xs wrap-anywhere text-ink-soft">
        {wait ? (
          <span className={cx('inline-flex items-center gap-1', isLong && 'font-semibold text-notice')}>
            <Clock className="size-3.5 shrink-0" aria-hidden />
            {t('chats.waits', { ago: t(`ui.ago.${wait.unit}`, { count: wait.count }) })}
          </span>
        ) : (
          <span>
            {t(`chats.state.${state}`)} · {formatWhen(lastAt)}
          </span>
        )}
        <ClaimMark queue="chat" id={chat._id} />
        {operator && (
          <span className="inline-flex min-w-0 items-center gap-1">
            <UserRound className="size-3.5 shrink-0" aria-hidden />
            <span className="min-w-0">{t('chats.answeredBy', { name: operator.name })}</span>
          </span>
        )}
      </span>
    </Link>
  )
}
