import { local } from '@krapao/web/storage/stored.ts'
import { useSyncExternalStore } from 'react'

/** Remembers whether there was a chat when it was asked last. */
export const offeredEntry = 'chat-offered'

interface Opened {
  /**
   * The operator has the chat switched on (product.md §7 `enableChatWidget`). Until that is answered it is
   * what the last visit heard, and at the first visit what an operator has who sets nothing, so that nothing
   * appears late.
   */
  isOffered: boolean
  isOpen: boolean
  /** Whether the panel, which is loaded when it is opened, is there. */
  isShown: boolean
  /** How many messages of the staff the person has not seen, as far as it is known. */
  unread: number
  /** Where the bar has room for the invitation; null on pages without a bar. */
  bar: HTMLElement | null
  /** Whether it was opened out of a dialog, which would keep everything else on the page from being used. */
  isOverDialog: boolean
  /** What is in the text box; empty: nothing was handed over. */
  text: string
  /** Counts how often it was asked for: one that is open takes the focus. */
  asked: number
}

let now: Opened = {
  isOffered: local.read(offeredEntry) !== 'false',
  isOpen: false,
  isShown: false,
  unread: 0,
  bar: null,
  isOverDialog: false,
  text: '',
  asked: 0,
}
const listeners = new Set<() => void>()

/** For the parts of the chat, which are loaded later; pages open and close it by the functions below. */
export function change(next: Partial<Opened>): void {
  now = { ...now, ...next }
  for (const listener of listeners) listener()
}

/** Opens the chat. @param text put into the text box, for the person to send or to change */
export const openChat = ({ text = '' }: { text?: string } = {}): void =>
  change({
    isOpen: true,
    text,
    asked: now.asked + 1,
    isOverDialog: document.querySelector('dialog[open]') !== null,
  })

export const closeChat = (): void => change({ isOpen: false, text: '' })

/** The text that was handed over has been put into the text box. */
export const takeText = (): void => change({ text: '' })

export const useChat = (): Opened =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => now,
  )
