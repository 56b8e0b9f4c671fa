import { useEffect } from 'react'
import { onSessionChange, ownToken, thisSession } from '../../frame/calls/session.ts'
import { change } from '../../frame/chat/chat-opener.ts'
import { callsNow } from './customer.ts'
import { readGuest } from './guest.ts'

/**
 * Milliseconds between two questions while the chat was not opened yet; afterwards its live connection
 * reports it.
 */
const pause = 60_000
/** Higher than any message's number: asks how far the conversation and its reader are, and for no message. */
const beyond = 999_999_999

/** The open conversation counts by itself. */
let isCounted = false

/** What the running conversation counts; undefined: it has ended. */
export function countUnread(unread: number | undefined): void {
  isCounted = unread !== undefined
  change({ unread: unread ?? 0 })
}

/** Keeps the number current while the chat was not opened; nothing is asked for who has never written. */
export function useAskUnread(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      clearTimeout(timer)
      if (isCounted || document.visibilityState !== 'visible') return
      const last = await askUnread().catch(() => 1)
      clearTimeout(timer)
      if (last > 0) timer = setTimeout(ask, pause)
    }
    ask()
    const stop = onSessionChange(() => {
      change({ unread: 0 })
      ask()
    })
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
}

/** @returns the number of the newest message; 0: there is none */
async function askUnread(): Promise<number> {
  if (!ownToken() && !readGuest()) return 0
  // Who has logged in since is not told what waits for the visitor.
  const isOwn = thisSession()
  const calls = callsNow()
  const { last, readByOwn } = await calls.after(beyond)
  if (isCounted || !isOwn()) return last
  if (last <= readByOwn) change({ unread: 0 })
  else {
    const { messages } = await calls.after(readByOwn)
    if (!isCounted && isOwn()) {
      change({ unread: messages.filter(({ sender }) => sender !== 'customer').length })
    }
  }
  return last
}
