/**
 * The operator's token. It lives with the tab: a desk is shared by shifts, so a closed browser is a closed session. Its
 * name is not the member's, whose app may be open beside it.
 */
const key = 'operator-token'
const listeners = new Set<() => void>()

export const readToken = (): string | null => sessionStorage.getItem(key)

export function keepToken(token: string): void {
  sessionStorage.setItem(key, token)
  for (const listener of listeners) listener()
}

export function clearSession(): void {
  sessionStorage.removeItem(key)
  for (const listener of listeners) listener()
}

/** Called when a session begins or ends here. Returns the unsubscriber. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page of the console only, as the router names it: "//elsewhere" and other origins are refused. */
export const ownPath = (path: string | null): string =>
  path && /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin ? path : '/'
