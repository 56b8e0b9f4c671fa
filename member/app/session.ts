/**
 * What the browser keeps (spec.md §3): `token` (local storage when remembered, else session storage),
 * `remember-agreement`, `last_sync`, `locale`, `code` (invite code from a link), `guest-id`.
 */
const listeners = new Set<() => void>()

export const readToken = (): string | null => sessionStorage.getItem('token') ?? localStorage.getItem('token')

export function keepToken(token: string, remember: boolean): void {
  sessionStorage.removeItem('token')
  localStorage.removeItem('token')
  ;(remember ? localStorage : sessionStorage).setItem('token', token)
  for (const listener of listeners) listener()
}

/** Ends the session in this browser: token, agreement and refresh marks go (spec.md §4 Login state). */
export function clearSession(): void {
  sessionStorage.removeItem('token')
  for (const key of ['token', 'remember-agreement', 'last_sync']) localStorage.removeItem(key)
  for (const listener of listeners) listener()
}

/** Called when a session begins or ends here. Returns the unsubscriber. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page of this app only: "//elsewhere" and other origins are refused. */
export const ownPath = (path: string | null): string | undefined =>
  path && /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin
    ? path
    : undefined
