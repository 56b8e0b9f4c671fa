import { useState } from 'react'
import { keepDraft, readDraft } from './session.ts'

/**
 * A text that outlives the page until it is sent: a session may end while it is typed.
 * @param name what the text is for, the same whenever it is asked for again
 * @returns the text, its setter, and what forgets it
 */
export function useDraft(name: string): [string, (text: string) => void, () => void] {
  const [text, setText] = useState(() => readDraft(name))
  const change = (next: string) => {
    keepDraft(name, next)
    setText(next)
  }
  return [text, change, () => keepDraft(name, '')]
}
