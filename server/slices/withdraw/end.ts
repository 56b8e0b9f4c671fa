import type { Currency } from '@krapao/contract/money.ts'
import type { Journal, Ledger } from '../../ledger/public.ts'
import type { Attempt } from '../../outside/attempts.ts'
import type { Tx } from '../../platform/database.ts'
import { holdKey, legsOf, resolutionKey } from './rules.ts'
import { markEnded } from './store.ts'

/** What became of a withdrawal: paid (`posted`), or not, and the money returns to the wallet (`voided`). */
export interface Ending {
  id: string
  memberId: string
  currency: Currency
  amountMinor: number
  phase: 'posted' | 'voided'
  /** Of a returned one, why. */
  reason?: string
  /** Who decided it, and in what words; the bank did where there is none. */
  operator?: { operatorId: string; note: string }
  /** What the bank was asked, and answered. */
  attempts?: Attempt[]
}

/**
 * Ends withdrawals in the caller's transaction (rules.md §6.3): their money moves on or back, and their rows say so. The
 * money before the row, in the order in which everything here locks.
 * @returns one journal per withdrawal, in order, or `HoldResolved` where it had another end before
 * @throws Error where the bank was never asked to pay what is said to be paid
 */
export async function endIn(ledger: Ledger, tx: Tx, endings: Ending[]): Promise<(Journal | Error)[]> {
  const journals = await ledger.postAllIn(
    tx,
    endings.map(({ id, memberId, phase, reason, operator, currency, amountMinor }) => ({
      key: resolutionKey(id, phase),
      kind: 'withdraw',
      phase,
      pendingKey: holdKey(id),
      memberId,
      legs: legsOf(phase, { memberId, currency, amountMinor }),
      meta: { withdrawalId: id, ...operator, ...(reason && { reason }) },
    })),
  )
  const ended = endings.flatMap(({ id, phase, reason, operator }, i) => {
    const journal = journals[i] as Journal | Error
    // One that is answered again has its row.
    if (journal instanceof Error || journal.replayed) return []
    const state = phase === 'posted' ? ('SUCCESS' as const) : ('FAILED' as const)
    return { id, state, reason: reason ?? null, at: journal.postedAt, byOperator: operator !== undefined }
  })
  // Also of one that had another end before: it is evidence of the contradiction.
  const attempts = endings.flatMap(({ id, attempts = [] }) =>
    attempts.map((attempt) => ({ kind: 'payout' as const, key: id, ...attempt })),
  )
  await markEnded(tx, ended, attempts)
  return journals
}
