import { local } from '@krapao/web/storage/stored.ts'
import { useEffect, useState } from 'react'

/**
 * A text that is kept in the browser's storage, such as the paying account, so that it need not be typed
 * again.
 */
export function useKept(entry: string, first = '') {
  const key = `sandbox-${entry}`
  const [text, setText] = useState(() => local.read(key) ?? first)
  useEffect(() => void local.keep(key, text), [key, text])
  return [text, setText] as const
}
