import { local } from '@krapao/web/storage/stored.ts'
import { useCallback, useEffect, useState } from 'react'
import { type BotDraft, fromText, toText } from './draft.ts'

/**
 * An operator's draft, kept in this browser until it is published or discarded: writing for a bot takes days,
 * and another operator of the same browser has a draft of their own. Tabs of one operator show the same
 * draft.
 */
const nameOf = (operatorId: string): string => `bot-draft:${operatorId}`

function read(name: string): BotDraft | undefined {
  try {
    return fromText(local.read(name))
  } catch {
    return undefined
  }
}

/** @returns whether it is kept: the browser's storage may be full, or turned off */
function write(name: string, draft: BotDraft | undefined): boolean {
  if (draft) return local.keep(name, toText(draft))
  local.remove(name)
  return true
}

/** Whether an operator has a draft in this browser. */
export const hasDraft = (operatorId: string): boolean => read(nameOf(operatorId)) !== undefined

/**
 * @param operatorId whose draft
 * @returns the draft, if there is one; `keep` takes another one, or undefined to forget it; `isLost`: a
 *   reload would lose it
 */
export function useKeptDraft(operatorId: string) {
  const name = nameOf(operatorId)
  const [draft, setDraft] = useState(() => read(name))
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === name) setDraft(fromText(newValue))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [name])
  const keep = useCallback(
    (next: BotDraft | undefined) => {
      setDraft(next)
      setLost(!write(name, next))
    },
    [name],
  )
  return { draft, keep, isLost }
}
