import { ApiError, createClient, headersOf } from '@krapao/web/api/client.ts'
import { watchCall } from './connection.ts'
import { noteServerTime } from './server-time.ts'
import { clearSession, type Ending, endedElsewhere, keptPhone, ownToken } from './session.ts'
import { noteSuspended } from './suspended.ts'

/** Where a session that ended leads; the app sets it, so that this file knows no router. `phone`: whose it was. */
export const leave: { toLogin(ending: Ending, phone: string): void; toTerminated(): void } = {
  toLogin() {},
  toTerminated() {},
}

/**
 * Ends the session of this tab, at the server as well: best effort, and also when the page is left meanwhile. Without a
 * connection the token stays valid on the server until it expires.
 */
export function logOut(): void {
  const token = ownToken()
  clearSession()
  if (!token) return
  fetch('/api/logout', { method: 'POST', keepalive: true, headers: headersOf(token) }).catch(() => {})
}

/** Ends this tab's session when another tab has logged out or in since. @returns whether it has ended */
export function followOtherTabs(): boolean {
  const ending = endedElsewhere()
  if (!ending) return false
  logOut()
  leave.toLogin(ending, '')
  return true
}

/**
 * The token that a call of this tab goes out with; undefined for a visitor's.
 * @throws ApiError `invalid-token` in place of a call, when the browser's session is another one by now
 */
function tokenOfCall(): string | undefined {
  if (followOtherTabs()) throw new ApiError('invalid-token', 401)
  return ownToken()
}

/**
 * The member app's calls. An invalid token ends the session and leads to the login page; a terminated service leads to
 * /terminated.
 */
export const client = createClient({
  token: tokenOfCall,
  refused(code, token) {
    // Only the session that was refused ends: several calls may fail at once, and a new session may have begun.
    if (code === 'invalid-token' && token === ownToken()) {
      const phone = keptPhone()
      clearSession()
      leave.toLogin('expired', phone)
    }
    if (code === 'INACTIVE_USER' && token) noteSuspended()
    if (code === 'GONE') leave.toTerminated()
  },
  watch() {
    const watched = watchCall()
    return {
      answered: watched.answered,
      lost({ method, isCancelled }) {
        // A page that was left calls its questions off: that says nothing about the connection.
        const code = isCancelled ? 'NETWORK' : watched.lost()
        // What only reads has nothing to send: it did not load.
        return method === 'GET' ? 'NETWORK' : code
      },
    }
  },
  noteTime: noteServerTime,
})

export const { api, refusal } = client
