import { session } from '@krapao/web/storage/stored.ts'

/**
 * The operator's token, in session storage: operators on several shifts share a computer, so closing the
 * browser ends the session. Its name differs from that of the member's token, whose app may be open in the
 * same browser.
 */
const key = 'operator-token'
/** The email of the tab's current or last operator: the login page fills it in, and drafts belong to it. */
const emailKey = 'operator-email'
const draftPrefix = 'draft:'
const listeners = new Set<() => void>()

export const readToken = (): string | null => session.read(key)

export const keptEmail = (): string => session.read(emailKey) ?? ''

/** Begins a session; drafts of another operator in this tab are removed. */
export function keepToken(token: string, email: string): void {
  if (email !== keptEmail()) forgetDrafts()
  session.keep(emailKey, email)
  session.keep(key, token)
  for (const listener of listeners) listener()
}

/** Ends the session but remembers the operator, who may return to a draft. */
export function clearSession(): void {
  session.remove(key)
  for (const listener of listeners) listener()
}

/** Ends the session and forgets the operator, for a logout by hand. */
export function leaveSession(): void {
  forgetDrafts()
  session.remove(emailKey)
  clearSession()
}

/** A text that this tab's operator typed and has not sent, by name; empty if there is none. */
export const readDraft = (name: string): string => session.read(draftPrefix + name) ?? ''

/** Keeps a text until it is sent, also after the end of the session; an empty text is removed. */
export function keepDraft(name: string, text: string): void {
  if (text) session.keep(draftPrefix + name, text)
  else session.remove(draftPrefix + name)
}

function forgetDrafts(): void {
  for (const stored of session.names()) {
    if (stored.startsWith(draftPrefix)) session.remove(stored)
  }
}

/** Calls the listener when a session begins or ends in this tab. @returns a function that unsubscribes */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The address of the login page that afterwards leads back to a path of the router, with its query. */
export const loginPath = (path: string, search: string): string =>
  `/login?next=${encodeURIComponent(search ? `${path}?${search}` : path)}`

/**
 * Accepts only pages of the console, as the router names them: "//elsewhere" and other origins are refused.
 */
export const ownPath = (path: string | null): string =>
  path && /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin ? path : '/'
