import { type ClientEvents, consoleRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { gather } from '@krapao/web/live/gather.ts'
import { keepJoined } from '@krapao/web/live/join-room.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import { queries } from './queries.ts'

/**
 * The console's socket to the server (rules.md §17.6): changes in the queues are shown within a second, also
 * in a hidden tab. While the socket is down, pages poll every few seconds and show since when it is down.
 */

/**
 * Milliseconds. `poll` and `live`: between two polls without and with a socket. `grace`: before an outage is
 * shown. `again`: before joining is tried again. `gather`: events within this time lead to one request; of
 * busy chats there are many.
 */
const waits = { poll: 5000, live: 60_000, grace: 3000, again: 3000, gather: 150, gatherChats: 500 }

/** When the socket was lost; null while it is up. */
let lostAt: Date | null = new Date()
/** The same as the pages show it: a shorter outage than `grace` is not shown. */
let shownLostAt: Date | null = null
let showTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setLive(isLive: boolean): void {
  if (isLive) {
    lostAt = null
    clearTimeout(showTimer)
    showTimer = undefined
    show()
    return
  }
  lostAt ??= new Date()
  showTimer ??= setTimeout(show, waits.grace)
}

function show(): void {
  showTimer = undefined
  shownLostAt = lostAt
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Since when the console is not live; null while it is. */
export const useLostAt = (): Date | null => useSyncExternalStore(subscribe, () => shownLostAt)

/** How often queries are repeated, also in a background tab, because cashiers work in the bank's tab. */
export function usePolling() {
  const isLost = useLostAt() !== null
  return { refetchInterval: isLost ? waits.poll : waits.live, refetchIntervalInBackground: true } as const
}

/** The open socket of the operator who is logged in. */
let line: Socket<ServerEvents, ClientEvents> | undefined

/** What the pages of the chat learn from the socket. */
export interface ChatEvents {
  /** In the room now: what was missed before has to be asked for. */
  joined?(): void
  lost?(): void
  changed?(conversationId: string): void
  /** Null: the customer. */
  typing?(conversationId: string, operator: { _id: string; name: string } | null): void
}
const chatListeners = new Set<ChatEvents>()

/** @returns a function that unsubscribes */
export function onChatEvents(events: ChatEvents): () => void {
  chatListeners.add(events)
  if (lostAt === null) events.joined?.()
  return () => chatListeners.delete(events)
}

function notifyChats(notify: (events: ChatEvents) => void): void {
  for (const events of chatListeners) notify(events)
}

/**
 * Reports that the operator is writing in a conversation. Not kept for later: by then nobody may be writing.
 */
export const sendTyping = (conversationId: string): void => {
  if (line?.connected) line.emit('typing', { conversationId })
}

/** A list of what is the operator's own, which others than decisions change. */
const isOwnList = ({ queryKey: [of, what, , filter] }: { queryKey: readonly unknown[] }): boolean =>
  of === 'desk' && what === 'items' && typeof filter === 'object' && filter !== null && 'mine' in filter

/** The queries that become out of date when anything may have changed. */
const liveKeys = [['desk'], ['summary'], ['suspense'], ['campaigns'], ['staff'], ['operator']]

/**
 * The same when review queues changed: how much waits in each, who pays for whom, and what is shown of these
 * and their members.
 */
export const isOfDesk =
  (queues: ReadonlySet<string>) =>
  ({ queryKey: [of, what, queue] }: { queryKey: readonly unknown[] }): boolean =>
    of === 'suspense' ||
    of === 'summary' ||
    (of === 'desk' && (what === 'queues' || what === 'payers' || queues.has(String(queue))))

/** Keeps the socket open while the component is mounted. @param token undefined: nobody is logged in */
export function useLive(token: string | undefined): void {
  useEffect(() => {
    if (token === undefined) return
    const socket: Socket<ServerEvents, ClientEvents> = io()
    line = socket
    const changed = gather(() => {
      for (const queryKey of liveKeys) queries.invalidateQueries({ queryKey })
    }, waits.gather)
    const chatsChanged = gather(
      () => void queries.invalidateQueries({ queryKey: ['chats'] }),
      waits.gatherChats,
    )
    const workChanged = gather(() => {
      queries.invalidateQueries({ queryKey: ['work'] })
      queries.invalidateQueries({ predicate: isOwnList })
    }, waits.gather)
    const changedQueues = new Set<string>()
    const queuesChanged = gather(() => {
      queries.invalidateQueries({ predicate: isOfDesk(new Set(changedQueues)) })
      changedQueues.clear()
    }, waits.gather)
    const botChanged = () => void queries.invalidateQueries({ queryKey: ['chat-bot'] })
    setLive(false)
    const stopJoining = keepJoined(
      socket,
      { room: consoleRoom, token },
      () => {
        setLive(true)
        // Events before the join were missed.
        changed()
        workChanged()
        chatsChanged()
        botChanged()
        notifyChats((events) => events.joined?.())
      },
      { first: waits.again, max: waits.again },
    )
    socket.on('disconnect', () => {
      setLive(false)
      notifyChats((events) => events.lost?.())
    })
    socket.on('chat-changed', (conversationId) => {
      chatsChanged()
      notifyChats((events) => events.changed?.(conversationId))
    })
    socket.on('chat-typing', (conversationId, operator) =>
      notifyChats((events) => events.typing?.(conversationId, operator)),
    )
    socket.on('work-changed', workChanged)
    socket.on('bot-changed', botChanged)
    // A server of the version before names none.
    socket.on('desk-changed', (names?: string[]) => {
      if (!names) return changed()
      for (const name of names) changedQueues.add(name)
      queuesChanged()
    })
    socket.on('campaigns-changed', changed)
    socket.on('changed', changed)
    // The next call is refused with the reason, which leads to the login page.
    socket.on('session-ended', () => void queries.invalidateQueries())
    return () => {
      for (const gathered of [changed, chatsChanged, workChanged, queuesChanged]) gathered.cancel()
      line = undefined
      stopJoining()
      socket.disconnect()
    }
  }, [token])
}
