import { dayAfter } from '@krapao/contract/dates.ts'
import type { BotMessage } from '@krapao/contract/slices/chat/message.ts'
import { ArrowDown } from 'lucide-react'
import { Fragment, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { cx } from '../ui/class-names.ts'
import type { ChatEntry, ChatState } from './chat-client.ts'
import { Announcer, Day, Divider, NotLive, Older, Placeholder, Typing } from './history-parts.tsx'
import { blocksOf, dayOf, type HistoryBlock, rowsOf } from './history-rows.ts'
import { usePlace, useSeen, useWatch, type Watch } from './history-scroll.ts'
import { AskToLeave, type Leaving, LeavingDialog } from './leaving.tsx'
import type { MessageActions } from './message-parts.tsx'
import { isOwn, MessageView, type Side } from './message-view.tsx'

/** Pixels that a block has until it was rendered once. Above what is seen a wrong height moves nothing. */
const supposed = 1800
/** One list for all renders. */
const noGreeting: readonly BotMessage[] = []
/** Blocks at either end that are rendered at once; all others only when the reader comes near. */
const atOnce = 4

/**
 * The history of a conversation. It stays at its end while the reader is there, and otherwise keeps the
 * reader's place when older messages are loaded above and new ones arrive below. Only what is near the
 * visible part is rendered. Entries must be replaced when they change, never altered (the engine does so).
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
  greeting = noGreeting,
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

  const greeted = useGreeting(greeting, greetingName, state)
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
          // Announced by the line below: this list also changes when older messages are loaded and when it is
          // scrolled.
          aria-live="off"
          aria-label={t('chat.history')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
          tabIndex={0}
          // Its end is where scrolling begins, so that the browser itself keeps the place when something is
          // added above.
          className="flex min-h-0 flex-1 flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          <div className="grid gap-2 px-4 py-4">
            {state.status === 'loading' ? (
              <Placeholder />
            ) : (
              <>
                <Older state={state} scroller={scroller} onOlder={onOlder} />
                {rowsOf(greeted, undefined, state.entries[0]).map((row) => (
                  <Fragment key={row.entry.key}>
                    {row.day !== null && <Day day={row.day} today={today} />}
                    <MessageView
                      entry={row.entry}
                      own={own}
                      isLast={isEmpty && row.entry === greeted.at(-1)}
                      showsName={row.showsName}
                      showsTime={row.showsTime}
                      actions={steady}
                    />
                  </Fragment>
                ))}
                {blocks.map((block, i) => (
                  <Block
                    key={block.id}
                    block={block}
                    watch={watch}
                    isAtOnce={i < atOnce || i >= blocks.length - atOnce}
                    before={i === 0 ? greeted.at(-1) : blocks[i - 1]?.entries.at(-1)}
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

/**
 * The greeting as the first messages of the conversation. It was said when the conversation was opened, and
 * of one that was opened earlier only its first message tells when that was.
 */
function useGreeting(
  greeting: readonly BotMessage[],
  name: string,
  { hasOlder, entries: [first] }: ChatState,
): ChatEntry[] {
  const [openedAt] = useState(() => new Date().toISOString())
  const saidAt = first && first.createdAt < openedAt ? first.createdAt : openedAt
  return useMemo(
    () =>
      hasOlder
        ? []
        : greeting.map((message, i) => ({
            key: `greeting-${i}`,
            number: null,
            sender: 'bot',
            name,
            message,
            session_id: null,
            createdAt: saidAt,
            deliver: { status: 'succeed', progress: 1 },
          })),
    [greeting, name, hasOlder, saidAt],
  )
}

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

/**
 * Some messages, rendered while they are near the visible part. `before` and `after` are the messages around
 * them; `lastKey` and `readKey` are given to the block that they are in.
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
