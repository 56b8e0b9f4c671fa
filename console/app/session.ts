/**
 * The operator's token. It lives with the tab: a desk is shared by shifts, so a closed browser is a closed session. Its
 * name is not the member's, whose app may be open beside it.
 */
const key = 'operator-token'
/** Whose session the tab has or had last: the login page fills it in, and drafts are this person's. */
const emailKey = 'operator-email'
const draftPrefix = 'draft:'
const listeners = new Set<() => void>()

export const readToken = (): string | null => sessionStorage.getItem(key)

export const keptEmail = (): string => sessionStorage.getItem(emailKey) ?? ''

/** Begins a session; what another person left unfinished in this tab goes. */
export function keepToken(token: string, email: string): void {
  if (email !== keptEmail()) forgetDrafts()
  sessionStorage.setItem(emailKey, email)
  sessionStorage.setItem(key, token)
  for (const listener of listeners) listener()
}

/** Ends the session; its person is remembered, who may come back to what was typed. */
export function clearSession(): void {
  sessionStorage.removeItem(key)
  for (const listener of listeners) listener()
}

/** Ends the session and forgets whose it was: for a logout by hand. */
export function leaveSession(): void {
  forgetDrafts()
  sessionStorage.removeItem(emailKey)
  clearSession()
}

/** What the person of this tab has typed and not sent under a name; empty when nothing is kept. */
export const readDraft = (name: string): string => sessionStorage.getItem(draftPrefix + name) ?? ''

/** Keeps what is typed until it is sent, also over the end of the session; empty: forgets it. */
export function keepDraft(name: string, text: string): void {
  if (text) sessionStorage.setItem(draftPrefix + name, text)
  else sessionStorage.removeItem(draftPrefix + name)
}

function forgetDrafts(): void {
  for (const stored of Object.keys(sessionStorage)) {
    if (stored.startsWith(draftPrefix)) sessionStorage.removeItem(stored)
  }
}

/** Called when a session begins or ends here. Returns the unsubscriber. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The login page that leads back to a path of the router, with its query, afterwards. */
export const loginPath = (path: string, search: string): string =>
  `/login?next=${encodeURIComponent(search ? `${path}?${search}` : path)}`

/** A page of the console only, as the router names it: "//elsewhere" and other origins are refused. */
export const ownPath = (path: string | null): string =>
  path && /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin ? path : '/'
