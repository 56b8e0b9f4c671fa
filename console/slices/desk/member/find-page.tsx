import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatDate } from '@krapao/web/ui/format.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import { Search, SearchX, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { errorText } from '../../../app/errors.ts'
import { textOr } from '../../../app/i18n.ts'
import { Empty } from '../../../ui/empty.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import {
  type FoundItem,
  type Member,
  minSearch,
  type RefusedCall,
  useFound,
  useFoundItems,
} from '../queries.ts'
import { amountText } from '../words/labels.ts'
import { callText, refusedText } from '../words/refused-text.ts'
import { AboutMember } from './about-member.tsx'
import { Person } from './person.tsx'

/** The limits of a search's length and of its results (contract/slices/desk/find-members.ts). */
const longest = 80
const maxMembers = 20

/** The subject of a caller's question: members, and the refused call whose reference the caller was shown. */
export function FindPage() {
  const { t } = useTranslation()
  useTitle(t('desk.find.title'))
  const { typed, setTyped, search } = useSearchInAddress()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto grid max-w-6xl gap-4 px-4 py-5">
        <h1 className="text-xl font-semibold">{t('desk.find.title')}</h1>
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
 * The typed text, and the text that is searched after a pause in typing. The address keeps it, so that a reload, or a
 * colleague with the link, sees the same. If the address changes for another reason (the page's own tab, the back
 * button), the field takes over its text.
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
  const { data, error, refetch } = useFound(search)
  const waiting = useFoundItems(search)
  const isShort = search.length < minSearch
  // One message for both, once both are there; where the items cannot be asked for, the members are shown all the same.
  if (!isShort && (!data || waiting.isLoading))
    return error ? <Failed text={errorText(error)} onRetry={refetch} /> : <LoadingRows className="h-20" />
  const { members = [], refusedCalls = [] } = (!isShort && data) || {}
  const items = isShort ? [] : (waiting.data ?? [])
  const count = members.length + refusedCalls.length + items.length
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
        ) : count === 0 ? (
          <Empty
            icon={<SearchX className="size-8 text-ink-soft" aria-hidden />}
            title={t('desk.find.nothing')}
            text={t('desk.find.nothingText')}
          />
        ) : members.length >= maxMembers ? (
          t('desk.find.many', { count: members.length })
        ) : (
          t('desk.find.found', { count })
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
      {members.length > 0 && (
        <ul aria-label={t('desk.find.members')} className="grid gap-2">
          {members.map((member) => (
            <li key={member._id}>
              <div className="rounded-2xl bg-card px-5 py-3.5">
                <Whose member={member} />
              </div>
              <AboutMember member={member} isOpen={false} />
            </li>
          ))}
        </ul>
      )}
      {waiting.error && (
        <p role="alert" className="text-sm text-negative">
          {errorText(waiting.error)}
        </p>
      )}
      {items.length > 0 && (
        <section>
          <h2 className="mb-1.5 px-1 text-sm font-semibold">{t('desk.find.items')}</h2>
          <ul className="divide-y divide-line rounded-2xl bg-card px-5">
            {items.map((item) => (
              <li key={`${item.queue} ${item.id}`}>
                <Waiting item={item} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Waiting({ item }: { item: FoundItem }) {
  const { t } = useTranslation()
  const { queue, id, member, createdAt } = item
  return (
    <Link
      href={`/${queue}/${encodeURI(id)}`}
      className="-mx-3 flex flex-wrap items-center gap-x-4 rounded-xl px-3 py-3 text-sm hover:bg-sunken"
    >
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

const Whose = ({ member }: { member: Member }) => (
  <div className="flex items-start gap-3 text-sm">
    <UserRound className="mt-0.5 size-5 shrink-0 text-ink-soft" aria-hidden />
    <div className="min-w-0 wrap-break-word">
      <Person member={member} />
    </div>
  </div>
)
