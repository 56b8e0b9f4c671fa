import { local } from '@krapao/web/storage/stored.ts'
import { api } from '../../frame/calls/api.ts'
import { onSessionChange, ownToken } from '../../frame/calls/session.ts'

/**
 * The visitor of this browser (rules.md §12.1): the server's id and the token that proves it, in `guest-id`
 * of the local storage (product.md §3). Where the browser refuses storage, they last as long as the page.
 */
export interface Guest {
  guestId: string
  guestToken: string
}

const entry = 'guest-id'
let asking: Promise<Guest> | undefined
let adopting: Promise<void> | undefined
const listeners = new Set<() => void>()

// A call of the session before never ends; the next member adopts by a call of their own.
onSessionChange(() => {
  adopting = undefined
})

/** Calls the listener when the server has named a visitor. @returns a function that unsubscribes */
export function onGuest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readGuest(): Guest | undefined {
  try {
    const { guestId, guestToken } = JSON.parse(local.read(entry) ?? '{}') as Partial<Guest>
    if (typeof guestId === 'string' && typeof guestToken === 'string') return { guestId, guestToken }
  } catch {
    // An entry of something else.
  }
  return undefined
}

/** The visitor, whom the server names at the first message. @throws ApiError */
export function makeGuest(): Promise<Guest> {
  const known = readGuest()
  if (known) return Promise.resolve(known)
  asking ??= api('POST /api/chat/guest', {})
    .then((made) => {
      local.keep(entry, JSON.stringify(made))
      for (const listener of listeners) listener()
      return made
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

/**
 * Forgets the visitor: a member has taken the conversation over, or the server does not know the token any
 * more.
 */
export function dropGuest(): void {
  local.remove(entry)
}

/**
 * Gives what was written as a visitor to the member who is logged in now, once. Without an answer it stays
 * for the next time; the server takes a conversation over only once however often it is asked.
 */
export function adoptGuest(): Promise<void> {
  const guest = readGuest()
  if (!guest || !ownToken()) return Promise.resolve()
  adopting ??= api('POST /api/chat/adopt', { guestToken: guest.guestToken })
    .then(dropGuest)
    .finally(() => {
      adopting = undefined
    })
  return adopting
}
