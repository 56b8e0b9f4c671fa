import { useEffect, useState } from 'react'

/** A text that this browser keeps, such as whose account pays: it need not be typed twice. */
export function useKept(entry: string, first = '') {
  const key = `sandbox-${entry}`
  const [text, setText] = useState(() => localStorage.getItem(key) ?? first)
  useEffect(() => localStorage.setItem(key, text), [key, text])
  return [text, setText] as const
}
