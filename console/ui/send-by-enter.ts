import type { KeyboardEvent } from 'react'

/**
 * Enter in a field of several lines sends its form, with Ctrl or without; with Shift it begins a new line.
 */
export function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  // While a word is being composed, Enter ends the word.
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
