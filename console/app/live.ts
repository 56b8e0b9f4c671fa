import { type ClientEvents, consoleRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { keepJoined } from '@krapao/web/live/join-room.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import { queries } from './queries.ts'

/**
 * The console's line to the server (rules.md §17.6): what changes at the desk is told within a second, also in a hidden tab.
 * While the line is down the pages ask again every few seconds, and say since when.
 */

/** Milliseconds: after which what waits is asked for again without and with a line, and before a line that is gone is told. */
const waits = { poll: 5000, live: 60_000, grace: 3000, again: 3000, gather: 150 }

/** Since when there is no line; null while there is one. */
let lostAt: Date | null = new Date()
/** What pages are told: a short break is no news. */
let toldAt: Date | null = null
let telling: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function say(isLive: boolean): void {
  if (isLive) {
    lostAt = null
    clearTimeout(telling)
    telling = undefined
    tell()
    return
  }
  lostAt ??= new Date()
  telling ??= setTimeout(tell, waits.grace)
}

function tell(): void {
  telling = undefined
  toldAt = lostAt
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Since when nothing is told any more; null while the console is live. */
export const useLostAt = (): Date | null => useSyncExternalStore(subscribe, () => toldAt)

/** How often a query asks again by itself. In the background too: cashiers live in the bank's tab. */
export function usePolling() {
  const isLost = useLostAt() !== null
  return { refetchInterval: isLost ? waits.poll : waits.live, refetchIntervalInBackground: true } as const
}

/** What an event makes out of date. */
const liveKeys = [['desk'], ['suspense']]

/** Keeps the line open while it is mounted. @param token undefined: nobody may hear anything yet */
export function useLive(token: string | undefined): void {
  useEffect(() => {
    if (token === undefined) return
    const socket: Socket<ServerEvents, ClientEvents> = io()
    let gathering: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        for (const queryKey of liveKeys) queries.invalidateQueries({ queryKey })
      }, waits.gather)
    }
    say(false)
    const stopJoining = keepJoined(
      socket,
      { room: consoleRoom, token },
      () => {
        say(true)
        // Whatever happened before was not heard.
        changed()
      },
      { first: waits.again, max: waits.again },
    )
    socket.on('disconnect', () => say(false))
    socket.on('desk-changed', changed)
    socket.on('changed', changed)
    // The next call says why, and leads to the login.
    socket.on('session-ended', () => void queries.invalidateQueries())
    return () => {
      clearTimeout(gathering)
      stopJoining()
      socket.disconnect()
    }
  }, [token])
}
