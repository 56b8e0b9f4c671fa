import { useSyncExternalStore } from 'react'

/** The place in the top bar into which the chat's button goes where it would lie on the page's words. */
let place: HTMLElement | undefined
const listeners = new Set<() => void>()

function set(element: HTMLElement | null): void {
  place = element ?? undefined
  for (const listener of listeners) listener()
}

export const ChatDock = () => <span ref={set} className="contents" />

/** Undefined on pages without a top bar. */
export const useChatDock = (): HTMLElement | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => place,
  )
