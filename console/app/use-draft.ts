import { useState } from 'react'
import { keepDraft, readDraft } from './session.ts'

/**
 * A text that is kept until it is sent, also after a reload: the session may end while somebody types.
 * @param name what the text is for; the same name finds it again
 * @returns the text, its setter, and a function that removes it
 */
export function useDraft(name: string): [string, (text: string) => void, () => void] {
  const [text, setText] = useState(() => readDraft(name))
  const change = (next: string) => {
    keepDraft(name, next)
    setText(next)
  }
  return [text, change, () => keepDraft(name, '')]
}
