import { useSyncExternalStore } from 'react'
import { useChat } from './chat-opener.ts'

/** The place in the top bar for the chat's button: on phones always, else where it would lie on the page's words. */
let place: HTMLElement | undefined
const listeners = new Set<() => void>()

function set(element: HTMLElement | null): void {
  place = element ?? undefined
  for (const listener of listeners) listener()
}

/** On phones its room is kept while the button is loaded, so that nothing in the bar makes way for it. */
export function ChatDock() {
  const { isOffered } = useChat()
  return <span ref={set} className={isOffered === false ? 'contents' : 'flex max-wide:min-w-[44px]'} />
}

/** Undefined on pages without a top bar. */
export const useChatDock = (): HTMLElement | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => place,
  )
