import { useSyncExternalStore } from 'react'

/** A withdrawal that was sent and not answered yet. */
export interface OpenWithdrawal {
  /** Baht or kip. */
  amount: number
  idempotencyKey: string
  /** Milliseconds since 1970. */
  at: number
  /** A try ended without an answer, or with the page: nobody knows what became of it. */
  unsure: boolean
  /** A try is under way. */
  asking: boolean
}

const name = 'withdrawals-open'
/** The server knows a key for 24 hours (rules.md §1.5); an hour less, for clocks that are not quite right. */
const lifetime = 23 * 3_600_000

const listeners = new Set<() => void>()
/** By member: several may use one device, and one's withdrawal must not make another's forgotten. */
let kept = read()

/**
 * Reads what the last page left. Reloading is what people do when nothing answers: the key must outlive it, or the same
 * withdrawal would be a second one.
 */
function read(): Record<string, OpenWithdrawal> {
  try {
    const stored: Record<string, OpenWithdrawal> = JSON.parse(localStorage.getItem(name) ?? '{}')
    return Object.fromEntries(
      Object.entries(stored).map(([memberId, open]) => [memberId, { ...open, unsure: true, asking: false }]),
    )
  } catch {
    return {}
  }
}

/** Private windows may have no memory; then it lives as long as the page. */
function set(memberId: string, next: OpenWithdrawal | undefined): void {
  const { [memberId]: _, ...others } = kept
  kept = next ? { ...others, [memberId]: next } : others
  try {
    localStorage.setItem(name, JSON.stringify(kept))
  } catch {}
  for (const listener of listeners) listener()
}

const change = (memberId: string, to: Partial<OpenWithdrawal>): void => {
  const open = kept[memberId]
  if (open) set(memberId, { ...open, ...to })
}

export const openWithdrawal = {
  of(memberId: string, now = Date.now()): OpenWithdrawal | undefined {
    const open = kept[memberId]
    return open && now - open.at < lifetime ? open : undefined
  },
  begin: (memberId: string, sent: Pick<OpenWithdrawal, 'amount' | 'idempotencyKey'>): void =>
    set(memberId, { ...sent, at: Date.now(), unsure: false, asking: true }),
  ask: (memberId: string): void => change(memberId, { asking: true }),
  /** No answer came. */
  leave: (memberId: string): void => change(memberId, { asking: false, unsure: true }),
  /** What became of it is known. */
  end: (memberId: string): void => set(memberId, undefined),
}

/** The member's open withdrawal, followed: one that is answered while the modal was closed and opened is gone at once. */
export const useOpenWithdrawal = (memberId: string): OpenWithdrawal | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => openWithdrawal.of(memberId),
  )
