import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { HoldResolved } from '../../ledger/ledger.ts'
import { type Tx, whenCommitted } from '../../platform/database.ts'
import { type DeskDecision, type DeskEntry, type DeskQueue, evidenceOf } from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { holdKey, legsOf, resolutionKey } from './rules.ts'
import {
  countWaiting,
  findWaiting,
  leaveDesk,
  lockPending,
  markApproved,
  type Queue,
  selectWaiting,
  type Withdrawal,
} from './store.ts'

/** Withdrawals above the limit for automatic approval: approving pays them, refusing returns the money (rules.md §6.3). */
export const withdrawalDesk = (context: Context): DeskQueue =>
  queueOf(context, 'withdrawal', false, async (tx, id, decision) => {
    const withdrawal = await lockPending(tx, id)
    if (!withdrawal) throw new Refusal('ALREADY_DECIDED')
    if (decision.verdict === 'refuse') await end(context, tx, withdrawal, 'voided', decision)
    else await markApproved(tx, id, decision.operatorId, context.clock.now())
    return withdrawal
  })

/**
 * Payouts of which the bank has not said for an hour whether they were made; it is asked on all the while, but sent
 * nothing. Approving says that it was paid, refusing that it was not and returns the money. One that is finished
 * is there because the bank contradicted itself: both only take note of it.
 */
export const payoutDesk = (context: Context): DeskQueue =>
  queueOf(context, 'payout', true, async (tx, id, decision) => {
    const withdrawal = await findWaiting(tx, 'payout', id)
    if (withdrawal?.state === 'UNCERTAIN') {
      // The money before the row, as the ledger does it when a payout worker is told by the bank at this moment.
      await end(context, tx, withdrawal, decision.verdict === 'approve' ? 'posted' : 'voided', decision)
    }
    if (!withdrawal || !(await leaveDesk(tx, id))) throw new Refusal('ALREADY_DECIDED')
    return withdrawal
  })

function queueOf(
  context: Context,
  name: Queue,
  refusalInDoubt: boolean,
  decide: (tx: Tx, id: string, decision: DeskDecision) => Promise<Withdrawal>,
): DeskQueue {
  const { db, sockets } = context
  return {
    name,
    refusalInDoubt,
    count: () => countWaiting(db, name),
    list: async (page) => (await selectWaiting(db, name, page)).map(entryOf),
    async find(id) {
      const withdrawal = await findWaiting(db, name, id)
      return withdrawal && entryOf(withdrawal)
    },
    async decide(tx, id, decision) {
      const { memberId } = await decide(tx, id, decision)
      await whenCommitted(tx, () => sockets.emit(memberRoom(memberId), 'withdrawals-changed'))
    },
  }
}

/** Ends a withdrawal by an operator's word; its row follows (migration 0015). */
async function end(
  { ledger }: Context,
  tx: Tx,
  withdrawal: Withdrawal,
  phase: 'posted' | 'voided',
  { operatorId, reason }: DeskDecision,
): Promise<void> {
  const posting = {
    key: resolutionKey(withdrawal.id, phase),
    kind: 'withdraw',
    phase,
    pendingKey: holdKey(withdrawal.id),
    memberId: withdrawal.memberId,
    legs: legsOf(phase, withdrawal),
    meta: {
      withdrawalId: withdrawal.id,
      operatorId,
      note: reason,
      ...(phase === 'voided' && { reason: 'OPERATOR_REFUSED' }),
    },
  }
  try {
    await ledger.postIn(tx, posting)
  } catch (error) {
    // The bank's own word came first.
    if (error instanceof HoldResolved) throw new Refusal('ALREADY_DECIDED')
    throw error
  }
}

const entryOf = (withdrawal: Withdrawal): DeskEntry => ({
  id: withdrawal.id,
  createdAt: withdrawal.createdAt.toISOString(),
  memberId: withdrawal.memberId,
  amount: fromMinor(withdrawal.amountMinor),
  currency: withdrawal.currency,
  reason:
    withdrawal.state === 'PENDING'
      ? 'ABOVE_LIMIT'
      : withdrawal.state === 'UNCERTAIN'
        ? 'UNCERTAIN'
        : 'CONTRADICTION',
  evidence: evidenceOf([
    ['withdrawalId', withdrawal.id],
    ['bankCode', withdrawal.bankCode],
    ['accountNo', withdrawal.accountNo],
    ['accountName', withdrawal.accountName],
    ['sentAt', withdrawal.sentAt?.toISOString()],
    ['lastAnswer', withdrawal.reason],
  ]),
  picture: null,
})
