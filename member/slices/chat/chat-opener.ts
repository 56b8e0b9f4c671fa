import { useSyncExternalStore } from 'react'

interface Opened {
  /** The operator has the chat switched on (product.md §7 `enableChatWidget`); undefined until that is known. */
  isOffered: boolean | undefined
  isOpen: boolean
  /** Whether it was opened out of a dialog, which would keep everything else on the page from being used. */
  isOverDialog: boolean
  /** What is in the text box; empty: nothing was handed over. */
  text: string
}

let now: Opened = { isOffered: undefined, isOpen: false, isOverDialog: false, text: '' }
const listeners = new Set<() => void>()

function change(next: Partial<Opened>): void {
  now = { ...now, ...next }
  for (const listener of listeners) listener()
}

/** Opens the chat. @param text put into the text box, for the person to send or to change */
export const openChat = ({ text = '' }: { text?: string } = {}): void =>
  change({ isOpen: true, text, isOverDialog: document.querySelector('dialog[open]') !== null })

export const closeChat = (): void => change({ isOpen: false, text: '' })

/** The text that was handed over has been put into the text box. */
export const takeText = (): void => change({ text: '' })

export const offerChat = (isOffered: boolean): void => change({ isOffered })

/** Whether there is a chat could not be asked: what was known stays. */
export const offerUnknown = (): void => change({ isOffered: now.isOffered ?? false })

export const useChat = (): Opened =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => now,
  )
