import { ApiError, createClient, headersOf } from '@krapao/web/api/client.ts'
import { languageOfSite } from '../chat/chat-page.ts'
import { watchCall } from './connection.ts'
import { takeFirstCall } from './first-calls.ts'
import { noteServerTime } from './server-time.ts'
import { clearSession, type Ending, endedElsewhere, keptPhone, ownToken } from './session.ts'
import { noteSuspended } from './suspended.ts'

/**
 * Opens the login page when a session has ended; the app sets this function, so that this file knows no
 * router. `phone`: the phone number of that session's member.
 */
export const leave: { toLogin(ending: Ending, phone: string): void; toTerminated(): void } = {
  toLogin() {},
  toTerminated() {},
}

/**
 * Ends the session of this tab, and asks the server to revoke its token. That request outlives the page
 * (keepalive) but is not repeated: without a connection the token stays valid until it expires.
 */
export function logOut(): void {
  const token = ownToken()
  clearSession()
  // A picture that was shared to the app and not taken yet; without a secure origin there is no such place.
  globalThis.caches?.delete('shared-slip').catch(() => {})
  if (!token) return
  fetch('/api/logout', { method: 'POST', keepalive: true, headers: headersOf(token) }).catch(() => {})
}

/** Ends this tab's session if another tab has logged out or logged in since. @returns whether it has ended */
export function followOtherTabs(): boolean {
  const ending = endedElsewhere()
  if (!ending) return false
  logOut()
  leave.toLogin(ending, '')
  return true
}

/**
 * The token of this tab's session; undefined while nobody is logged in here.
 * @throws ApiError `invalid-token` instead of sending a call, if the browser has another session by now
 */
function tokenOfCall(): string | undefined {
  if (followOtherTabs()) throw new ApiError('invalid-token', 401)
  return ownToken()
}

/**
 * The member app's calls. An invalid token ends the session and leads to the login page; a terminated service
 * leads to /terminated.
 */
export const client = createClient({
  token: tokenOfCall,
  language: languageOfSite(),
  refused(code, token) {
    // Only the refused session ends: several calls may fail at once, and a new session may have begun in
    // between.
    if (code === 'invalid-token' && token === ownToken()) {
      const phone = keptPhone()
      clearSession()
      leave.toLogin('expired', phone)
    }
    if (code === 'INACTIVE_USER' && token && token === ownToken()) noteSuspended()
    if (code === 'GONE') leave.toTerminated()
  },
  watch() {
    const watched = watchCall()
    return {
      answered: watched.answered,
      lost({ isReading, isCancelled }) {
        // A page that is left aborts its own requests, which says nothing about the connection.
        const code = isCancelled ? 'NETWORK' : watched.lost()
        // A call that only reads has sent nothing that could be lost, so the message is "could not load".
        return isReading ? 'NETWORK' : code
      },
    }
  },
  // A visitor's call has no session that could be over; who logs in takes the visitor's conversation over.
  isOver: (token) => token !== undefined && token !== ownToken(),
  early: takeFirstCall,
  noteTime: noteServerTime,
})

export const { api, refusal } = client
