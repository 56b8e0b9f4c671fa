import { useState } from 'react'
import type { SentCode } from './wizard.ts'

/**
 * The code that this tab requested, kept over a reload: its token shows the server that this browser verified the phone
 * (rules.md §2.4). It is in session storage, because the next person who uses this browser must not find it.
 */
export function useSentCode(key: 'otp' | 'otp-reset') {
  const [sent, setSent] = useState(() => readSent(key))
  return [
    sent,
    (next: SentCode | undefined) => {
      if (next) sessionStorage.setItem(key, JSON.stringify(next))
      else sessionStorage.removeItem(key)
      setSent(next)
    },
  ] as const
}

function readSent(key: string): SentCode | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? '') as SentCode | null) ?? undefined
  } catch {
    return undefined
  }
}
