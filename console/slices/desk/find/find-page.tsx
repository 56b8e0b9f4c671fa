import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatDate } from '@krapao/web/ui/format.ts'
import { Search, SearchX, UserRound } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { errorText } from '../../../app/errors.ts'
import { textOr } from '../../../app/i18n.ts'
import { useKeys } from '../../../app/keys.tsx'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { decisionsPath } from '../decisions/decision-address.ts'
import { DecisionRow } from '../decisions/decision-row.tsx'
import { AboutMember } from '../member/about-member.tsx'
import { Person } from '../member/person.tsx'
import {
  type FoundCampaign,
  type FoundChat,
  type FoundItem,
  type Member,
  minSearch,
  type RefusedCall,
  useCampaignsFound,
  useChatsFound,
  useFound,
  useFoundItems,
} from '../queries.ts'
import { amountText } from '../words/labels.ts'
import { callText, refusedText } from '../words/refused-text.ts'

/** The limits of a search's length and of its results (contract/slices/desk/find-members.ts). */
const longest = 80
const maxMembers = 20

/**
 * The subject of a caller's question: members, what waits and what was decided, conversations, campaigns, and
 * the refused call whose reference the caller was shown. The arrow keys go from the field through all that is
 * found; Enter opens it.
 */
export function FindPage() {
  const { t } = useTranslation()
  useTitle(t('desk.find.title'))
  const { typed, setTyped, search } = useSearchInAddress()
  const page = useRef<HTMLDivElement>(null)
  const fieldOf = () => page.current?.querySelector<HTMLInputElement>('input[type=search]')
  useKeys(t('desk.find.title'), [{ key: '/', label: t('desk.find.label'), run: () => fieldOf()?.focus() }])

  function byKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const found = [...(page.current?.querySelectorAll<HTMLElement>('a[data-found]') ?? [])]
    const at = found.indexOf(document.activeElement as HTMLElement)
    const field = fieldOf()
    const isInField = field !== null && field === document.activeElement
    // What is typed and not searched yet has found nothing.
    if (event.key === 'Enter' && isInField && search === typed.trim()) found[0]?.click()
    // Shift and an arrow select what is typed.
    if (event.shiftKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || (at === -1 && !isInField)) return
    const next = at + step < 0 ? field : found[at + step]
    if (!next || (isInField && step < 0)) return
    event.preventDefault()
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys that are pressed in what it holds
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div ref={page} className="flex-1 overflow-y-auto" tabIndex={0} onKeyDown={byKey}>
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-4 px-4 py-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="text-xl font-semibold">{t('desk.find.title')}</h1>
          <Link href={decisionsPath({})} className="inline-flex min-h-11 items-center text-sm text-link">
            {t('desk.decisions.open')}
          </Link>
        </div>
        <search>
          <Field
            label={t('desk.find.label')}
            hint={t('desk.find.hint')}
            name="search"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={longest}
            // The field gets the focus on wide screens only: on phones the keyboard would cover the page.
            autoFocus={matchMedia('(hover: hover) and (pointer: fine)').matches}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </search>
        <Results search={search} />
      </div>
    </div>
  )
}

/**
 * The typed text, and the text that is searched after a pause in typing. The address keeps it, so that a
 * reload, or a colleague with the link, sees the same. If the address changes for another reason (the page's
 * own tab, the back button), the field takes over its text.
 */
function useSearchInAddress() {
  const [, navigate] = useLocation()
  const asked = (new URLSearchParams(useSearch()).get('search') ?? '').slice(0, longest)
  const [typed, setTyped] = useState(asked)
  const search = useDebounced(typed.trim(), 300)
  const written = useRef(asked)
  useEffect(() => {
    if (search === written.current.trim()) return
    written.current = search
    navigate(search === '' ? '/find' : `/find?${new URLSearchParams({ search })}`, { replace: true })
  }, [search, navigate])
  useEffect(() => {
    if (asked === written.current) return
    written.current = asked
    setTyped(asked)
  }, [asked])
  return { typed, setTyped, search }
}

function Results({ search }: { search: string }) {
  const { t } = useTranslation()
  const people = useFound(search)
  const desk = useFoundItems(search)
  const talks = useChatsFound(search)
  const offers = useCampaignsFound(search)
  const all = [people, desk, talks, offers]
  const isShort = search.length < minSearch
  // One message for all, once all are there; where one cannot be asked for, the others are shown all the
  // same.
  if (!isShort && all.some(({ isLoading }) => isLoading)) return <LoadingRows className="h-20" />
  if (!isShort && all.every(({ error, data }) => error && !data)) {
    const retry = () => {
      for (const one of all) one.refetch()
    }
    return <NotLoaded error={people.error} onRetry={retry} />
  }
  const { members = [], hasMoreEnds = false, refusedCalls = [] } = (!isShort && people.data) || {}
  const { items = [], decided = [], hasMoreDecided = false } = (!isShort && desk.data) || {}
  const chats = (!isShort && talks.data) || []
  const campaigns = (!isShort && offers.data) || []
  const lists = [members, refusedCalls, items, decided, chats, campaigns]
  const count = lists.reduce((sum, { length }) => sum + length, 0)
  const isBroken = all.some(({ error }) => error)
  return (
    <>
      {/* One element for all messages of the search, so that a screen reader announces each change. */}
      <div role="status" className="text-sm text-ink-soft">
        {search === '' ? (
          <Empty
            icon={<Search className="size-8 text-ink-soft" aria-hidden />}
            title={t('desk.find.start')}
            text={t('desk.find.startText')}
          />
        ) : isShort ? (
          t('desk.find.short')
        ) : count > 0 ? (
          hasMoreEnds ? (
            t('desk.moreEnds')
          ) : members.length >= maxMembers ? (
            t('desk.find.many', { count: members.length })
          ) : (
            t('desk.find.found', { count })
          )
        ) : isBroken ? null : (
          <Empty
            icon={<SearchX className="size-8 text-ink-soft" aria-hidden />}
            title={t('desk.find.nothing')}
            text={t('desk.find.nothingText')}
          />
        )}
      </div>
      {refusedCalls.length > 0 && (
        <ul aria-label={t('desk.find.refusedCalls')} className="grid gap-2">
          {refusedCalls.map((call) => (
            <li key={call.reference}>
              <Call call={call} />
            </li>
          ))}
        </ul>
      )}
      <Broken name={t('desk.find.members')} error={people.error} />
      {members.length > 0 && (
        <section>
          <h2 className="mb-1.5 text-sm font-semibold">{t('desk.find.members')}</h2>
          <ul aria-label={t('desk.find.members')} className="grid gap-2">
            {members.map((member) => (
              <li key={`${member._id} ${search === member._id}`}>
                <div className="rounded-card bg-card px-5 py-3.5 shadow-card">
                  <Whose member={member} isLink={search !== member._id} />
                </div>
                <AboutMember member={member} isOpen={search === member._id} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Broken name={t('desk.find.items')} error={desk.error} />
      {items.length > 0 && (
        <Group name={t('desk.find.items')}>
          {items.map((item) => (
            <li key={`${item.queue} ${item.id}`}>
              <Waiting item={item} />
            </li>
          ))}
        </Group>
      )}
      {decided.length > 0 && (
        <Group name={t('desk.find.decided')}>
          {decided.map((decision) => (
            <li key={`${decision.queue} ${decision.id} ${decision.at}`}>
              <div className="-mx-4">
                <DecisionRow decision={decision} isFound />
              </div>
            </li>
          ))}
          {hasMoreDecided && (
            <li>
              <Link
                data-found
                href={decisionsPath({ q: search })}
                className="-mx-3 flex min-h-11 items-center rounded-xl px-3 text-sm font-medium text-link hover:bg-sunken"
              >
                {t('desk.find.moreDecided')}
              </Link>
            </li>
          )}
        </Group>
      )}
      <Broken name={t('desk.find.chats')} error={talks.error} />
      {chats.length > 0 && (
        <Group name={t('desk.find.chats')}>
          {chats.map((chat) => (
            <li key={chat._id}>
              <Talk chat={chat} />
            </li>
          ))}
        </Group>
      )}
      <Broken name={t('desk.find.campaigns')} error={offers.error} />
      {campaigns.length > 0 && (
        <Group name={t('desk.find.campaigns')}>
          {campaigns.map((campaign) => (
            <li key={`${campaign.kind} ${campaign.code}`}>
              <Offer campaign={campaign} />
            </li>
          ))}
        </Group>
      )}
    </>
  )
}

/** Results of one sort. */
const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-1.5 text-sm font-semibold">{name}</h2>
    <ul aria-label={name} className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
      {children}
    </ul>
  </section>
)

/** Says what could not be searched; what the others found is shown beside it. */
const Broken = ({ name, error }: { name: string; error: unknown }) =>
  error ? (
    <p role="alert" className="text-sm text-negative">
      {name}: {errorText(error)}
    </p>
  ) : null

const rowClass = '-mx-3 flex flex-wrap items-center gap-x-4 rounded-xl px-3 py-3 text-sm hover:bg-sunken'

function Talk({ chat: { _id, member, guestId, lastAt, waitingSince } }: { chat: FoundChat }) {
  const { t } = useTranslation()
  return (
    <Link data-found href={`/chats/${_id}`} className={rowClass}>
      <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
        <span className="block font-semibold">{member?.name ?? t('chats.visitor')}</span>
        <span className="block text-ink-soft">
          {guestId === null ? formatDate(lastAt) : `${guestId} · ${formatDate(lastAt)}`}
        </span>
      </span>
      {waitingSince !== null && <span className="shrink-0 font-medium">{t('desk.find.chatWaits')}</span>}
    </Link>
  )
}

function Offer({ campaign: { kind, code, currency, title } }: { campaign: FoundCampaign }) {
  const { t, i18n } = useTranslation()
  const own = title[i18n.language as keyof typeof title] || title.th
  const name = t(`campaign.kind.${kind}`)
  return (
    <Link data-found href={`/campaigns/${kind}/${code}`} className={rowClass}>
      <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
        <span className="block font-semibold">{own || `${name} · ${currency}`}</span>
        <span className="block text-ink-soft">
          {name} · {code}
        </span>
      </span>
    </Link>
  )
}

function Waiting({ item }: { item: FoundItem }) {
  const { t } = useTranslation()
  const { queue, id, member, createdAt } = item
  return (
    <Link data-found href={`/${queue}/${encodeURI(id)}`} className={rowClass}>
      <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
        <span className="block font-semibold">{member?.name ?? t('desk.noMember')}</span>
        <span className="block text-ink-soft">
          {textOr([`desk.queue.${queue}.one`], queue)} · {formatDate(createdAt)}
        </span>
      </span>
      <span className="shrink-0 font-semibold">{amountText(item)}</span>
    </Link>
  )
}

function Call({ call }: { call: RefusedCall }) {
  const { t } = useTranslation()
  return (
    <article className="grid gap-3 rounded-2xl bg-card px-5 py-4">
      <div>
        <h2 className="font-semibold">{t('desk.find.refused', { what: callText(call.endpoint) })}</h2>
        <p className="text-sm text-ink-soft">{formatDate(call.at)}</p>
      </div>
      <p>{refusedText(call.code)}</p>
      <div className="border-t border-line pt-3">
        {call.member ? (
          <Whose member={call.member} />
        ) : (
          <p className="text-sm text-ink-soft">{t('desk.find.nobody')}</p>
        )}
      </div>
      <p className="text-xs text-ink-soft wrap-anywhere">
        {t('desk.find.codeLabel', { code: call.code })} ·{' '}
        {t('desk.find.reference', { reference: call.reference })}
      </p>
    </article>
  )
}

/**
 * @param isLink whether the name leads to the address at which the member alone is shown; there it leads
 *   nowhere
 */
const Whose = ({ member, isLink = false }: { member: Member; isLink?: boolean }) => (
  <div className="flex items-start gap-3 text-sm">
    <UserRound className="mt-0.5 size-5 shrink-0 text-ink-soft" aria-hidden />
    <div className="min-w-0 wrap-break-word">
      <Person member={member} href={isLink ? `/find?search=${member._id}` : undefined} />
    </div>
  </div>
)
