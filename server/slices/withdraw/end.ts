import type { Currency } from '@krapao/contract/money.ts'
import type { Journal } from '../../ledger/public.ts'
import type { Attempt } from '../../outside/attempts.ts'
import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type Notifier, notifyMember } from '../push/public.ts'
import { holdKey, legsOf, resolutionKey } from './rules.ts'
import { markEnded } from './store.ts'

/** How a withdrawal ended: paid (`posted`), or not paid, and the money returns to the wallet (`voided`). */
export interface Ending {
  id: string
  memberId: string
  currency: Currency
  amountMinor: number
  phase: 'posted' | 'voided'
  /** Why it was returned, if it was. */
  reason?: string
  /** The operator's decision and reason; absent if the bank's answer ended it. */
  operator?: { operatorId: string; note: string }
  /** The questions to the bank, and its answers. */
  attempts?: Attempt[]
}

/**
 * Ends withdrawals in the caller's transaction (rules.md §6.3): their money moves on or back, and their rows
 * record it. The money comes before the row, which is the order of locks everywhere here. The members are
 * notified once it is committed.
 * @returns one journal per withdrawal, in order, or `HoldResolved` if it had another end before
 * @throws Error if one is said to be paid that was never sent to the bank
 */
export async function endIn(
  context: Pick<Context, 'ledger' | 'desk'> & Notifier,
  tx: Tx,
  endings: Ending[],
): Promise<(Journal | Error)[]> {
  const journals = await context.ledger.postAllIn(
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
  const ended = endings.flatMap(({ id, memberId, currency, amountMinor, phase, reason, operator }, i) => {
    const journal = journals[i] as Journal | Error
    // One that was ended before already has its row.
    if (journal instanceof Error || journal.replayed) return []
    const isPaid = phase === 'posted'
    const kind = isPaid ? 'paid' : 'refused'
    notifyMember(context, memberId, { key: `${kind}:${id}`, kind, amountMinor, currency }, tx)
    const state = isPaid ? ('SUCCESS' as const) : ('FAILED' as const)
    return { id, state, reason: reason ?? null, at: journal.postedAt, byOperator: operator !== undefined }
  })
  // This includes a withdrawal that had another end before, because the attempt proves the contradiction.
  const attempts = endings.flatMap(({ id, attempts = [] }) =>
    attempts.map((attempt) => ({ kind: 'payout' as const, key: id, ...attempt })),
  )
  await markEnded(context, tx, ended, attempts)
  return journals
}
