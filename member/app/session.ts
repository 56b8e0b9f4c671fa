/**
 * What the browser keeps (product.md §3): `token` (local storage when remembered, else session storage),
 * `remember-agreement`, `last_sync`, `locale`, `code` (invite code from a link), `guest-id`; and beside the token `login`,
 * which names the browser's latest login, and `phone`, whose it is.
 *
 * A tab reads its session once and calls with that token only. Another login or a logout in another tab makes it a
 * session that the browser no longer has: such a tab ends before its next call, so that nobody moves another's money.
 */
interface Session {
  token: string
  /** Null where something else than the login page stored the token. */
  login: string | null
}

/** Why a session ended without the person's own doing. */
export type Ending = 'expired' | 'other-login' | 'logged-out'

const listeners = new Set<() => void>()
/** The session that this tab began with; undefined when it has none, or when that has ended. */
let own = typeof window === 'undefined' ? undefined : storedSession()

function storedSession(): Session | undefined {
  for (const storage of [sessionStorage, localStorage]) {
    const token = storage.getItem('token')
    if (token) return { token, login: storage.getItem('login') }
  }
  return undefined
}

/** The token of this tab; undefined while nobody is logged in here. */
export const ownToken = (): string | undefined => own?.token

/** The token of this tab. A tab without a session takes up what the browser has, as a freshly opened one would. */
export function readToken(): string | undefined {
  own ??= storedSession()
  return own?.token
}

/** How the browser's session stopped being this tab's; undefined while it is, or while the tab has none. */
export function endedElsewhere(): Ending | undefined {
  if (!own) return undefined
  const stored = storedSession()
  if (stored?.token !== own.token) return stored ? 'other-login' : 'logged-out'
  const latest = localStorage.getItem('login')
  if (own.login === null || latest === own.login) return undefined
  return latest === null ? 'logged-out' : 'other-login'
}

/** Begins a session in this browser, and with it ends those of its other tabs. */
export function keepToken(token: string, remember: boolean, phone = ''): void {
  const login = newLogin()
  const storage = remember ? localStorage : sessionStorage
  // First, so that other tabs see another login, not a logout.
  localStorage.setItem('login', login)
  for (const one of [sessionStorage, localStorage]) one.removeItem('token')
  sessionStorage.removeItem('login')
  storage.setItem('login', login)
  storage.setItem('phone', phone)
  storage.setItem('token', token)
  begin({ token, login })
}

/** Ends the session of this tab: token, agreement and refresh marks go (product.md §4), unless they are another login's. */
export function clearSession(): void {
  if (!own) return
  const isBrowsers = endedElsewhere() === undefined
  for (const key of ['token', 'login', 'phone']) sessionStorage.removeItem(key)
  if (isBrowsers) {
    for (const key of ['login', 'token', 'phone', 'remember-agreement', 'last_sync'])
      localStorage.removeItem(key)
  }
  begin(undefined)
}

/** Whose session the browser keeps, for the login page after it has ended; empty when unknown. */
export const keptPhone = (): string => sessionStorage.getItem('phone') ?? localStorage.getItem('phone') ?? ''

function begin(session: Session | undefined): void {
  own = session
  for (const listener of listeners) listener()
}

/** Called when a session begins or ends here. Returns the unsubscriber. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Calls back when another tab may have changed the browser's session: at once by the `storage` event, and whenever this
 * tab is shown again, because a sleeping tab may have missed it. Returns what stops it.
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

/** The login page that leads back to a path with its query afterwards. */
export const loginPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`

/** A member's page of this app only: "//elsewhere", other origins and visitors' pages, which end sessions, are refused. */
export const ownPath = (path: string | null): string | undefined => {
  if (!path || !/^\/(?![/\\])/.test(path)) return undefined
  const url = new URL(path, location.origin)
  return url.origin === location.origin && /^\/user(\/|$)/.test(url.pathname) ? path : undefined
}

const newLogin = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
