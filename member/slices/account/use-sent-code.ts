import { useState } from 'react'
import type { SentCode } from './wizard.ts'

/** In session storage: the next person who uses this browser must not find it. */
const key = 'otp'

/**
 * The code that this tab requested, kept over a reload: its token shows the server that this browser verified the phone
 * (rules.md §2.4).
 */
export function useSentCode() {
  const [sent, setSent] = useState(readSent)
  return [
    sent,
    (next: SentCode | undefined) => {
      if (next) sessionStorage.setItem(key, JSON.stringify(next))
      else sessionStorage.removeItem(key)
      setSent(next)
    },
  ] as const
}

function readSent(): SentCode | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? '') as SentCode | null) ?? undefined
  } catch {
    return undefined
  }
}
