import { dayName } from '@krapao/contract/day-name.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Loading, Skeleton } from '../ui/states.tsx'
import type { ChatState } from './chat-client.ts'
import { senderName, timeOf } from './history-rows.ts'
import { isOwn, type Side, wordsOf } from './message-view.tsx'

/** How many announcements stay, so that a slow screen reader still finds the one before the last. */
const announcements = 4
/** Milliseconds without the socket before that is said. */
const patience = 5000

export function Day({ day, today }: { day: string; today: string }) {
  const { i18n } = useTranslation()
  return (
    <p className="justify-self-center pt-2 text-xs font-medium text-ink-soft">
      {dayName(day, today, i18n.language)}
    </p>
  )
}

export function Divider({ text }: { text: 'ended' }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3 py-2 text-xs font-medium text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t(`chat.${text}`)}
    </div>
  )
}

/** Loads older messages as soon as it comes into view. */
export function Older({
  state,
  scroller,
  onOlder,
}: {
  state: ChatState
  scroller: RefObject<HTMLDivElement | null>
  onOlder(): void
}) {
  const { t } = useTranslation()
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onOlder)
  latest.current = onOlder
  const wants = state.hasOlder && !state.isLoadingOlder && state.olderFailure === undefined
  const oldest = state.entries[0]?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may be lower than the view; then the next is loaded
  useEffect(() => {
    const place = mark.current
    if (!place || !wants) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) latest.current()
      },
      { root: scroller.current, rootMargin: '200px 0px 0px' },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [wants, oldest, scroller])

  if (!state.hasOlder) return null
  return (
    <div ref={mark} className="min-h-11">
      {state.olderFailure !== undefined ? (
        <div role="alert" className="grid justify-items-center gap-2 pb-2 text-center text-sm">
          <p>{t('chat.olderFailed')}</p>
          <Button look="quiet" onClick={onOlder}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : (
        <Loading label={t('chat.older')}>
          <Skeleton className="h-10 w-2/3 rounded-2xl" />
        </Loading>
      )}
    </div>
  )
}

export function Typing({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-2 px-1 text-sm text-ink-soft">
      <span aria-hidden className="inline-flex gap-1">
        {['[animation-delay:0ms]', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
          <span key={delay} className={cx('size-1.5 animate-pulse rounded-full bg-ink-soft', delay)} />
        ))}
      </span>
      {t('chat.typing', { name })}
    </p>
  )
}

/** Said only after a while: a socket that comes back at once needs no words. */
export function NotLive({ state }: { state: ChatState }) {
  const { t } = useTranslation()
  const isOff = state.status === 'ready' && !state.isLive
  const [since, setSince] = useState<string>()
  useEffect(() => {
    if (!isOff) {
      setSince(undefined)
      return
    }
    const began = new Date().toISOString()
    const timer = setTimeout(() => setSince(began), patience)
    return () => clearTimeout(timer)
  }, [isOff])
  return (
    <div role="status">
      {since && (
        <p className="bg-notice-soft px-4 py-2 text-sm text-notice">
          {t('chat.notLive', { time: timeOf(since) })}
        </p>
      )}
    </div>
  )
}

/** Reads out each new message of the other side, once. */
export function Announcer({ state, own }: { state: ChatState; own: Side }) {
  const { t } = useTranslation()
  const known = useRef<number>(undefined)
  const [said, setSaid] = useState<{ upTo: number; text: string }[]>([])
  useEffect(() => {
    if (state.status !== 'ready') return
    const numbers = state.entries.flatMap(({ number }) => number ?? [])
    const newest = numbers.at(-1) ?? 0
    const from = known.current
    known.current = Math.max(newest, from ?? 0)
    if (from === undefined) return
    const news = state.entries.filter(
      (entry) => entry.number !== null && entry.number > from && !isOwn(entry, own),
    )
    if (news.length === 0) return
    const text = news.map((entry) => `${senderName(entry, t)}: ${wordsOf(entry.message, t)}`).join('. ')
    setSaid((before) => [...before, { upTo: newest, text }].slice(-announcements))
  }, [state, own, t])
  return (
    // A screen reader reads what is added, so each message is an element of its own: the same words twice are
    // read twice.
    <div aria-live="polite" className="sr-only">
      {said.map(({ upTo, text }) => (
        <p key={upTo}>{text}</p>
      ))}
    </div>
  )
}

export function Placeholder() {
  return (
    <Loading>
      <div className="grid gap-3">
        <Skeleton className="h-11 w-3/5 rounded-2xl" />
        <Skeleton className="h-20 w-4/5 rounded-2xl" />
        <Skeleton className="h-11 w-2/5 justify-self-end rounded-2xl" />
        <Skeleton className="h-11 w-1/2 rounded-2xl" />
      </div>
    </Loading>
  )
}
