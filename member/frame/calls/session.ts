import { local, session } from '@krapao/web/storage/stored.ts'
import { isChatPage } from '../chat/chat-page.ts'

/**
 * Storage of the session (product.md §3): `token` (local storage when remembered, else session storage),
 * `remember-agreement`, `last_sync`, `home-room`, `bonus-room`, `locale`, `code` (invite code from a link)
 * and `guest-id`. Beside the token, `login` names the browser's latest login, and `phone` is its member's
 * phone number.
 *
 * A tab reads its session once and sends only that token. If another tab logs out or logs in, this tab's
 * session is no longer the browser's; it ends before its next call, so that nobody moves another member's
 * money.
 */
interface Session {
  token: string
  /** Null if the token was not stored by the login page. */
  login: string | null
}

/** Why a session ended, when the member did not log out in this tab. */
export type Ending = 'expired' | 'other-login' | 'logged-out'

const listeners = new Set<() => void>()
/** The session that this tab began with; undefined if it has none or if it has ended. */
let own = typeof window === 'undefined' ? undefined : storedSession()

function storedSession(): Session | undefined {
  // On other sites everybody is a visitor (docs/decisions/0027).
  if (isChatPage) return undefined
  for (const storage of [session, local]) {
    const token = storage.read('token')
    if (token) return { token, login: storage.read('login') }
  }
  return undefined
}

/** The token of this tab; undefined while nobody is logged in here. */
export const ownToken = (): string | undefined => own?.token

/** The token of this tab. A tab without a session takes over the browser's, as a new tab would. */
export function readToken(): string | undefined {
  own ??= storedSession()
  return own?.token
}

/**
 * Why the browser's session is no longer this tab's; undefined while they are the same, or if the tab has
 * none.
 */
export function endedElsewhere(): Ending | undefined {
  if (!own) return undefined
  const stored = storedSession()
  if (stored?.token !== own.token) return stored ? 'other-login' : 'logged-out'
  const latest = local.read('login')
  if (own.login === null || latest === own.login) return undefined
  return latest === null ? 'logged-out' : 'other-login'
}

/**
 * Remembers the session of now. @returns a function that says whether it still is this tab's: an answer that
 * comes later is another member's to see
 */
export function thisSession(): () => boolean {
  const began = own
  return () => own === began
}

/** Begins a session in this browser and thereby ends the sessions of its other tabs. */
export function keepToken(token: string, remember: boolean, phone = ''): void {
  const login = newLogin()
  const storage = remember ? local : session
  // Set first, so that other tabs see a new login and not a logout.
  local.keep('login', login)
  for (const one of [session, local]) one.remove('token')
  session.remove('login')
  storage.keep('login', login)
  storage.keep('phone', phone)
  storage.keep('token', token)
  begin({ token, login })
}

/**
 * Ends the session of this tab. Token, agreement and refresh time are removed (product.md §4), unless they
 * belong to a newer login.
 */
export function clearSession(): void {
  if (!own) return
  const isBrowsers = endedElsewhere() === undefined
  for (const key of ['token', 'login', 'phone']) session.remove(key)
  if (isBrowsers) {
    for (const key of 'login token phone remember-agreement last_sync home-room bonus-room'.split(' '))
      local.remove(key)
  }
  begin(undefined)
}

/**
 * The phone number of the browser's session, which the login page shows after the session has ended; empty if
 * unknown.
 */
export const keptPhone = (): string => session.read('phone') ?? local.read('phone') ?? ''

function begin(session: Session | undefined): void {
  own = session
  for (const listener of listeners) listener()
}

/** Calls the listener when a session begins or ends in this tab. @returns a function that unsubscribes */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Calls back when another tab may have changed the browser's session: on the `storage` event, and whenever
 * this tab is shown again, because a sleeping tab may have missed the event. @returns a function that stops
 * watching
 */
export function watchOtherTabs(changed: () => unknown): () => void {
  const shown = () => document.visibilityState === 'visible' && changed()
  addEventListener('storage', changed)
  addEventListener('pageshow', changed)
  document.addEventListener('visibilitychange', shown)
  return () => {
    removeEventListener('storage', changed)
    removeEventListener('pageshow', changed)
    document.removeEventListener('visibilitychange', shown)
  }
}

/** The address of the login page that afterwards leads back to `next`, a path with its query. */
export const loginPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`

/**
 * Accepts only members' pages of this app: not "//elsewhere", not other origins, and no visitors' page, which
 * would end the session.
 */
export const ownPath = (path: string | null): string | undefined => {
  if (!path || !/^\/(?![/\\])/.test(path)) return undefined
  const url = new URL(path, location.origin)
  return url.origin === location.origin && /^\/user(\/|$)/.test(url.pathname) ? path : undefined
}

const newLogin = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
