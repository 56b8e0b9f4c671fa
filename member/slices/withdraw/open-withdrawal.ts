import { useSyncExternalStore } from 'react'

/** A withdrawal that was sent and not answered yet. */
export interface OpenWithdrawal {
  /** Whose it is: the next one to log in on this device must not see it. */
  memberId: string
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

const name = 'withdraw-open'
/** The server knows a key for 24 hours (rules.md §1.5); an hour less, for clocks that are not quite right. */
const lifetime = 23 * 3_600_000

const listeners = new Set<() => void>()
let current = read()

/**
 * Reads what the last page left. Reloading is what people do when nothing answers: the key must outlive it, or the same
 * withdrawal would be a second one.
 */
function read(): OpenWithdrawal | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null')
    return kept && { ...kept, unsure: true, asking: false }
  } catch {
    return undefined
  }
}

/** Private windows may have no memory; then it lives as long as the page. */
function set(next: OpenWithdrawal | undefined): void {
  current = next
  try {
    if (next) localStorage.setItem(name, JSON.stringify(next))
    else localStorage.removeItem(name)
  } catch {}
  for (const listener of listeners) listener()
}

export const openWithdrawal = {
  of: (memberId: string, now = Date.now()): OpenWithdrawal | undefined =>
    current?.memberId === memberId && now - current.at < lifetime ? current : undefined,
  begin: (open: Pick<OpenWithdrawal, 'memberId' | 'amount' | 'idempotencyKey'>): void =>
    set({ ...open, at: Date.now(), unsure: false, asking: true }),
  ask: (): void => current && set({ ...current, asking: true }),
  /** No answer came. */
  leave: (): void => current && set({ ...current, asking: false, unsure: true }),
  /** What became of it is known. */
  end: (): void => set(undefined),
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
