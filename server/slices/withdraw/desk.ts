import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { HoldResolved } from '../../ledger/public.ts'
import { type Tx, whenCommitted } from '../../platform/database.ts'
import {
  type DeskDecision,
  type DeskEnd,
  type DeskEntry,
  type DeskQueue,
  evidenceOf,
  type Reversible,
} from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { endIn } from './end.ts'
import { resolutionKey, withdrawalIdIn } from './rules.ts'
import {
  countWaiting,
  findEnded,
  findWaiting,
  leaveDesk,
  lockPending,
  markApproved,
  markReversed,
  type Queue,
  selectWaiting,
  type Waiting,
  type Withdrawal,
} from './store.ts'

/** Withdrawals above the limit for automatic approval: approving pays them, refusing returns the money (rules.md §6.3). */
export const withdrawalDesk = (context: Context): DeskQueue =>
  queueOf(context, 'withdrawal', async (tx, id, decision) => {
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
  queueOf(context, 'payout', async (tx, id, decision) => {
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
  decide: (tx: Tx, id: string, decision: DeskDecision) => Promise<Withdrawal>,
): DeskQueue {
  const { db, sockets } = context
  return {
    name,
    refusalInDoubt: name === 'payout',
    referenceNeeded: name === 'payout',
    count: () => countWaiting(db, name),
    list: async (page) => (await selectWaiting(db, name, page)).map(entryOf),
    async find(id) {
      const withdrawal = await findWaiting(db, name, id)
      return withdrawal && entryOf(withdrawal)
    },
    ended: (id) => endOf(context, name, id),
    reversible: (id) => reversibleOf(context, name, id),
    reverse: (tx, journalKey, by) => reverse(context, tx, journalKey, by),
    async decide(tx, id, decision) {
      const { memberId } = await decide(tx, id, decision)
      await whenCommitted(tx, () => sockets.emit(memberRoom(memberId), 'withdrawals-changed'))
    },
  }
}

/** Ends a withdrawal by an operator's word. @throws Refusal `ALREADY_DECIDED` the bank's own word came first */
async function end(
  { ledger }: Context,
  tx: Tx,
  { id, memberId, currency, amountMinor }: Withdrawal,
  phase: 'posted' | 'voided',
  { operatorId, reason: note }: DeskDecision,
): Promise<void> {
  const refused = phase === 'voided' && { reason: 'OPERATOR_REFUSED' }
  const ending = { id, memberId, currency, amountMinor, phase, operator: { operatorId, note }, ...refused }
  const [journal] = await endIn(ledger, tx, [ending])
  if (journal instanceof HoldResolved) throw new Refusal('ALREADY_DECIDED')
  if (journal instanceof Error) throw journal
}

/**
 * What became of a withdrawal that is in no queue. At the withdrawals' it was decided whether to pay it, at the payouts'
 * whether it was paid; who never was at the bank was no payout.
 */
async function endOf({ db }: Context, name: Queue, id: string): Promise<DeskEnd | undefined> {
  const row = await findEnded(db, id)
  if (!row || (name === 'payout' && row.sentAt === null)) return undefined
  const { memberId, amountMinor, currency, state, createdAt, finishedAt } = row
  const of = { memberId, amountMinor, currency }
  if (name === 'withdrawal') return { ...of, verdict: 'approve', at: createdAt }
  if (finishedAt === null) return { ...of, verdict: null, at: null }
  return { ...of, verdict: state === 'SUCCESS' ? 'approve' : 'refuse', at: finishedAt }
}

/** A payment that the bank did not make after all, or that came back: the member has the money again. */
async function reversibleOf({ db }: Context, name: Queue, id: string): Promise<Reversible | undefined> {
  const row = await findEnded(db, id)
  if (row?.state !== 'SUCCESS' || (name === 'payout' && row.sentAt === null)) return undefined
  const { memberId, amountMinor, currency, bankCode, accountNo, accountName, sentAt } = row
  return {
    journalKey: resolutionKey(id, 'posted'),
    memberId,
    amountMinor,
    currency,
    // A reversal takes back credits, too, whose `bankCode` and `accountNo` are the house's: here they are the payee's.
    evidence: evidenceOf([
      ['withdrawalId', id],
      ['toBank', bankCode],
      ['toAccountNo', accountNo],
      ['toName', accountName],
      ['sentAt', sentAt?.toISOString()],
    ]),
  }
}

async function reverse(
  { ledger, sockets }: Context,
  tx: Tx,
  journalKey: string,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<void> {
  // The money before the row, as everywhere here.
  const { memberId } = await ledger.reverseIn(tx, journalKey, reason)
  const id = withdrawalIdIn(journalKey)
  if (!(await markReversed(tx, id, operatorId))) throw new Refusal('ALREADY_DECIDED')
  if (memberId) await whenCommitted(tx, () => sockets.emit(memberRoom(memberId), 'withdrawals-changed'))
}

const entryOf = (withdrawal: Waiting): DeskEntry => ({
  id: withdrawal.id,
  createdAt: withdrawal.createdAt.toISOString(),
  memberId: withdrawal.memberId,
  amount: fromMinor(withdrawal.amountMinor),
  sum: fromMinor(withdrawal.sumMinor),
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
