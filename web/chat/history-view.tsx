import { dayAfter } from '@krapao/contract/dates.ts'
import { chat } from '@krapao/contract/limits.ts'
import type { BotMessage } from '@krapao/contract/slices/chat/message.ts'
import { ArrowDown } from 'lucide-react'
import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Loading, Skeleton } from '../ui/states.tsx'
import type { ChatEntry, ChatState } from './chat-client.ts'
import { blocksOf, dayName, dayOf, type HistoryBlock, rowsOf, senderName, timeOf } from './history-rows.ts'
import { AskToLeave, type Leaving, LeavingDialog } from './leaving.tsx'
import { isOwn, type MessageActions, MessageView, type Side, wordsOf } from './message-view.tsx'

/** Pixels above and below what is seen within which messages are rendered. */
const around = 1500
/** Pixels that a block has until it was rendered once. Above what is seen a wrong height moves nothing. */
const supposed = 1800
/** Blocks at either end that are rendered at once; all others only when the reader comes near. */
const atOnce = 4
/** How many announcements stay, so that a slow screen reader still finds the one before the last. */
const announcements = 4
/** Milliseconds without the socket before that is said. */
const patience = 5000

/**
 * The history of a conversation. It stays at its end while the reader is there, and otherwise keeps the reader's place
 * when older messages are loaded above and new ones arrive below. Only what is near the visible part is rendered.
 * Entries must be replaced when they change, never altered (the engine does so).
 * @param own whose side is on the right
 * @param greeting what a bot says before the first message; not part of the history
 * @param onEnd the reader sees the end of the conversation: `client.markRead`
 * @param announce whether new messages are read out to screen readers
 */
export function HistoryView({
  state,
  own,
  actions,
  onOlder,
  onEnd,
  greeting = [],
  greetingName = '',
  className,
}: {
  state: ChatState
  own: Side
  actions: MessageActions
  onOlder(): void
  onEnd(): void
  greeting?: readonly BotMessage[]
  greetingName?: string
  className?: string
}) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const today = useToday()
  const blocks = useBlocks(state.entries)
  const steady = useSteady(actions)
  const [leaving, setLeaving] = useState<Leaving>()
  const watch = useWatch(scroller)
  const { atEnd, toEnd } = usePlace(scroller, state)
  useSeen(scroller, atEnd, state, onEnd)

  const last = state.entries.at(-1)
  const readKey = lastRead(state, own)
  const isEmpty = state.status === 'ready' && state.entries.length === 0
  return (
    <div className={cx('relative flex min-h-0 flex-col', className)}>
      <NotLive state={state} />
      {/* The question is for customers; it stays when its message goes. */}
      <AskToLeave.Provider value={own === 'customer' ? setLeaving : undefined}>
        <div
          ref={scroller}
          role="log"
          // Announced by the line below: this list also changes when older messages are loaded and when it is scrolled.
          aria-live="off"
          aria-label={t('chat.history')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
          tabIndex={0}
          // Its end is where scrolling begins, so that the browser itself keeps the place when something is added above.
          className="flex min-h-0 flex-1 flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          <div className="grid gap-2 px-4 py-4">
            {state.status === 'loading' ? (
              <Placeholder />
            ) : (
              <>
                <Older state={state} scroller={scroller} onOlder={onOlder} />
                {!state.hasOlder &&
                  greeting.map((message, i) => (
                    <MessageView
                      // biome-ignore lint/suspicious/noArrayIndexKey: a greeting never changes its order
                      key={i}
                      entry={greetingEntry(message, i, greetingName)}
                      own={own}
                      isLast={isEmpty && i === greeting.length - 1}
                      showsName={i === 0}
                      showsTime={false}
                      actions={steady}
                    />
                  ))}
                {blocks.map((block, i) => (
                  <Block
                    key={block.id}
                    block={block}
                    watch={watch}
                    isAtOnce={i < atOnce || i >= blocks.length - atOnce}
                    before={blocks[i - 1]?.entries.at(-1)}
                    after={blocks[i + 1]?.entries[0]}
                    lastKey={i === blocks.length - 1 ? last?.key : undefined}
                    readKey={block.entries.some(({ key }) => key === readKey) ? readKey : undefined}
                    own={own}
                    today={today}
                    actions={steady}
                  />
                ))}
                {state.typing && (
                  <Typing name={state.typing.name || t(own === 'customer' ? 'chat.bot' : 'chat.customer')} />
                )}
              </>
            )}
          </div>
        </div>
      </AskToLeave.Provider>
      {leaving && <LeavingDialog leaving={leaving} onClose={() => setLeaving(undefined)} />}
      {!atEnd && state.unread > 0 && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 z-10 inline-flex min-h-11 w-max max-w-[calc(100%-2rem)] -translate-x-1/2 items-center gap-2 rounded-full bg-night px-4 py-1.5 text-sm font-semibold text-on-night shadow-card"
        >
          <ArrowDown className="size-4 shrink-0" aria-hidden />
          {t('chat.newMessages', { count: state.unread })}
        </button>
      )}
      <Announcer state={state} own={own} />
    </div>
  )
}

const greetingEntry = (message: BotMessage, i: number, name: string): ChatEntry => ({
  key: `greeting-${i}`,
  number: null,
  sender: 'bot',
  name,
  message,
  session_id: null,
  createdAt: new Date(0).toISOString(),
  deliver: { status: 'succeed', progress: 1 },
})

/** The newest own message that the other side has read. */
function lastRead(state: ChatState, own: Side): string | undefined {
  for (let i = state.entries.length - 1; i >= 0; i--) {
    const entry = state.entries[i]
    if (!entry || entry.number === null) continue
    // A bot reads at once, and says nothing about people.
    if (isOwn(entry, own) && entry.sender !== 'bot') {
      return entry.number <= state.readByOther ? entry.key : undefined
    }
  }
  return undefined
}

function useBlocks(entries: readonly ChatEntry[]): HistoryBlock[] {
  const kept = useRef<{ entries?: readonly ChatEntry[]; blocks: HistoryBlock[] }>({ blocks: [] })
  if (kept.current.entries !== entries) {
    const former = new Map(kept.current.blocks.map((block) => [block.id, block]))
    kept.current = { entries, blocks: blocksOf(entries, former) }
  }
  return kept.current.blocks
}

/** One object for all renders, so that messages are not rendered again because a function is new. */
function useSteady(actions: MessageActions): MessageActions {
  const latest = useRef(actions)
  latest.current = actions
  const canPress = actions.onButton !== undefined
  const canRepeat = actions.onResend !== undefined
  const steady = useRef<{ for: string; actions: MessageActions }>(undefined)
  const { isCutOff } = actions
  const kind = `${canPress} ${canRepeat} ${isCutOff}`
  if (steady.current?.for !== kind) {
    steady.current = {
      for: kind,
      actions: {
        ...(canPress && { onButton: (button) => latest.current.onButton?.(button) }),
        ...(canRepeat && {
          onResend: (key) => latest.current.onResend?.(key),
          onRemove: (key) => latest.current.onRemove?.(key),
        }),
        onStale: (key) => latest.current.onStale?.(key),
        reasonOf: (entry) => latest.current.reasonOf?.(entry),
        ...(isCutOff && { isCutOff }),
      },
    }
  }
  return steady.current.actions
}

/** Changes at midnight, when "today" becomes "yesterday". */
function useToday(): string {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    const midnight = Date.parse(`${dayAfter(today)}T00:00:00+07:00`)
    const timer = setTimeout(() => setToday(dayOf(new Date())), midnight - Date.now() + 100)
    return () => clearTimeout(timer)
  }, [today])
  return today
}

/** Pixels from the upper edge of a row to the end of the history; undefined: the row is not rendered. */
function belowTop(scroller: HTMLElement, row: Element | null | undefined): number | undefined {
  const end = scroller.firstElementChild
  return row && end ? end.getBoundingClientRect().bottom - row.getBoundingClientRect().top : undefined
}

/** Where the reader is: at the end, or at a place that nothing below it may move. */
function usePlace(scroller: RefObject<HTMLDivElement | null>, state: ChatState) {
  const [atEnd, setAtEnd] = useState(true)
  const toEnd = () => {
    if (scroller.current) scroller.current.scrollTop = 0
  }
  /** The first message that a reader further up sees, and how far above the end it is. */
  const place = useRef<{ key: string; below: number }>(undefined)
  const notePlace = useCallback(() => {
    const element = scroller.current
    place.current = undefined
    if (!element || -element.scrollTop <= chat.atEnd) return
    const { top } = element.getBoundingClientRect()
    for (const row of element.querySelectorAll<HTMLElement>('[data-key]')) {
      if (row.getBoundingClientRect().bottom <= top) continue
      place.current = { key: row.dataset.key ?? '', below: belowTop(element, row) ?? 0 }
      return
    }
  }, [scroller])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const scrolled = () => {
      // Below zero, because scrolling begins at the end.
      setAtEnd(-element.scrollTop <= chat.atEnd)
      notePlace()
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => element.removeEventListener('scroll', scrolled)
  }, [scroller, notePlace])

  const last = state.entries.at(-1)
  const formerLast = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const isNew = last?.key !== formerLast.current
    formerLast.current = last?.key
    if (isNew && last && last.deliver.status !== 'succeed') element.scrollTop = 0
    else if (place.current) {
      // More than the new messages: the time below the last one, "read" and "is writing" come and go, too.
      const { key, below } = place.current
      const now = belowTop(element, element.querySelector(`[data-key="${CSS.escape(key)}"]`))
      if (now !== undefined && now !== below) element.scrollTop -= now - below
    }
    notePlace()
  })
  return { atEnd, toEnd }
}

/** Says that the end is seen: while the reader is there and the page is shown. */
function useSeen(
  scroller: RefObject<HTMLDivElement | null>,
  atEnd: boolean,
  state: ChatState,
  onEnd: () => void,
): void {
  const latest = useRef(onEnd)
  latest.current = onEnd
  const isUnread = state.status === 'ready' && state.unread > 0
  const newest = state.entries.at(-1)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is seen anew
  useEffect(() => {
    if (!atEnd || !isUnread) return
    const seen = () => {
      // A panel that is hidden has no size.
      const isShown = (scroller.current?.clientHeight ?? 0) > 0
      if (document.visibilityState === 'visible' && isShown) latest.current()
    }
    seen()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [atEnd, isUnread, newest])
}

/** Reports when an element comes near to the visible part or leaves it. @returns what stops that */
type Watch = (element: Element, onChange: (isNear: boolean, height: number) => void) => () => void

/** One observer for all blocks. */
function useWatch(scroller: RefObject<HTMLDivElement | null>): Watch {
  const observer = useRef<IntersectionObserver>(undefined)
  const watched = useRef(new Map<Element, (isNear: boolean, height: number) => void>())
  useEffect(() => () => observer.current?.disconnect(), [])
  return useCallback(
    (element, onChange) => {
      observer.current ??= new IntersectionObserver(
        (seen) => {
          // A panel that is hidden has no size: nothing is known about what is near.
          if (!scroller.current?.clientHeight) return
          for (const { target, isIntersecting, boundingClientRect } of seen) {
            watched.current.get(target)?.(isIntersecting, boundingClientRect.height)
          }
        },
        { root: scroller.current, rootMargin: `${around}px 0px` },
      )
      watched.current.set(element, onChange)
      observer.current.observe(element)
      return () => {
        watched.current.delete(element)
        observer.current?.unobserve(element)
      }
    },
    [scroller],
  )
}

/**
 * Some messages, rendered while they are near the visible part. `before` and `after` are the messages around them;
 * `lastKey` and `readKey` are given to the block that they are in.
 */
const Block = memo(function Block({
  block,
  watch,
  isAtOnce,
  before,
  after,
  lastKey,
  readKey,
  own,
  today,
  actions,
}: {
  block: HistoryBlock
  watch: Watch
  isAtOnce: boolean
  before: ChatEntry | undefined
  after: ChatEntry | undefined
  lastKey: string | undefined
  readKey: string | undefined
  own: Side
  today: string
  actions: MessageActions
}) {
  const element = useRef<HTMLDivElement>(null)
  /** Pixels of the free space; undefined while the messages are rendered. */
  const [height, setHeight] = useState(() => (isAtOnce ? undefined : supposed))
  useEffect(() => {
    if (!element.current) return
    return watch(element.current, (isNear, its) => setHeight(isNear ? undefined : its))
  }, [watch])

  const isFar = height !== undefined && lastKey === undefined
  return (
    <div ref={element} className="grid gap-2" style={isFar ? { height } : undefined}>
      {!isFar &&
        rowsOf(block.entries, before, after).map((row) => (
          <div key={row.entry.key} data-key={row.entry.key} className="grid gap-2">
            {row.endsSession && <Divider text="ended" />}
            {row.day !== null && <Day day={row.day} today={today} />}
            <MessageView
              entry={row.entry}
              own={own}
              isLast={row.entry.key === lastKey}
              isRead={row.entry.key === readKey}
              showsName={row.showsName}
              showsTime={row.showsTime}
              actions={actions}
            />
          </div>
        ))}
    </div>
  )
})

function Day({ day, today }: { day: string; today: string }) {
  const { t, i18n } = useTranslation()
  const name = dayName(day, today, i18n.language)
  const text = name === 'today' || name === 'yesterday' ? t(`chat.${name}`) : name
  return <p className="justify-self-center pt-2 text-xs font-medium text-ink-soft">{text}</p>
}

function Divider({ text }: { text: 'ended' }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3 py-2 text-xs font-medium text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t(`chat.${text}`)}
    </div>
  )
}

/** Loads older messages as soon as it comes into view. */
function Older({
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

function Typing({ name }: { name: string }) {
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
function NotLive({ state }: { state: ChatState }) {
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
function Announcer({ state, own }: { state: ChatState; own: Side }) {
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
    // A screen reader reads what is added, so each message is an element of its own: the same words twice are read twice.
    <div aria-live="polite" className="sr-only">
      {said.map(({ upTo, text }) => (
        <p key={upTo}>{text}</p>
      ))}
    </div>
  )
}

function Placeholder() {
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
