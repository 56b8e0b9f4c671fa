import { session } from '@krapao/web/storage/stored.ts'
import { useState } from 'react'
import type { SentCode } from './wizard.ts'

/**
 * The code that this tab requested, kept over a reload: its token shows the server that this browser verified
 * the phone (rules.md §2.4). The last of the three says that the code was right. It is in session storage,
 * because the next person who uses this browser must not find it.
 */
export function useSentCode(key: 'otp' | 'otp-reset') {
  const [sent, setSent] = useState(() => readSent(key))
  const keep = (next: SentCode | undefined): void => {
    if (next) session.keep(key, JSON.stringify(next))
    else session.remove(key)
    setSent(next)
  }
  const verified = (): void => {
    const now = readSent(key)
    keep(now && { ...now, isVerified: true })
  }
  return [sent, keep, verified] as const
}

function readSent(key: string): SentCode | undefined {
  try {
    return (JSON.parse(session.read(key) ?? '') as SentCode | null) ?? undefined
  } catch {
    return undefined
  }
}
