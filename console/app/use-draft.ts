import { useRef, useState } from 'react'
import { keepDraft, readDraft } from './session.ts'

/**
 * A text that is kept until it is sent, also after a reload: the session may end while somebody types.
 * @param name what the text is for; the same name finds it again
 * @returns the text, its setter, a function that removes it, and one that reads the text of that moment
 */
export function useDraft(
  name: string,
): [text: string, change: (text: string) => void, forget: () => void, read: () => string] {
  const [text, setText] = useState(() => readDraft(name))
  const latest = useRef(text)
  const change = (next: string) => {
    latest.current = next
    keepDraft(name, next)
    setText(next)
  }
  const forget = () => {
    latest.current = ''
    keepDraft(name, '')
  }
  return [text, change, forget, () => latest.current]
}
