import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { Journal } from '../../ledger/public.ts'
import { endReview, reviewQueue } from '../../outside/review.ts'
import { resolveByPerson } from '../../outside/two-phase.ts'
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
  countPending,
  findEnded,
  findWaiting,
  lockPending,
  markApproved,
  markReversed,
  type Queue,
  selectWaiting,
  type Waiting,
  type Withdrawal,
} from './store.ts'

/** Withdrawals above the limit for automatic approval: approving pays them, refusing returns the money (rules.md §6.3). */
export function withdrawalDesk(context: Context): DeskQueue {
  const { db, clock } = context
  return {
    ...actionsOf(context, 'withdrawal', async (tx, id, decision) => {
      const withdrawal = await lockPending(tx, id)
      if (!withdrawal) throw new Refusal('ALREADY_DECIDED')
      if (decision.verdict === 'refuse') await end(context, tx, withdrawal, 'voided', decision)
      else await markApproved(tx, id, decision.operatorId, clock.now())
      return withdrawal
    }),
    name: 'withdrawal',
    refusalInDoubt: false,
    referenceNeeded: false,
    count: () => countPending(db),
    list: async (page) => (await selectWaiting(db, 'withdrawal', page)).map(entryOf),
    async find(id) {
      const withdrawal = await findWaiting(db, 'withdrawal', id)
      return withdrawal && entryOf(withdrawal)
    },
  }
}

/**
 * Payouts of which the bank has not said for an hour whether they were made; it is asked on all the while, but sent
 * nothing. Approving says that it was paid, refusing that it was not and returns the money. One that is finished
 * is there because the bank contradicted itself: both only take note of it.
 */
export const payoutDesk = (context: Context): DeskQueue => ({
  ...actionsOf(context, 'payout', async (tx, id, decision) => {
    const withdrawal = await findWaiting(tx, 'payout', id)
    if (!withdrawal) throw new Refusal('ALREADY_DECIDED')
    if (withdrawal.state !== 'SUCCESS' && withdrawal.state !== 'FAILED') {
      // The money before the row, as a payout worker does it who is told by the bank at this moment.
      await end(context, tx, withdrawal, decision.verdict === 'approve' ? 'posted' : 'voided', decision)
    }
    if (!(await endReview(tx, { kind: 'payout', key: id }))) throw new Refusal('ALREADY_DECIDED')
    return withdrawal
  }),
  ...reviewQueue(
    context.db,
    'payout',
    {
      select: (db, after, limit) =>
        selectWaiting(db, 'payout', { limit, ...(after !== undefined && { after }) }),
      find: (db, id) => findWaiting(db, 'payout', id),
    },
    entryOf,
  ),
  refusalInDoubt: true,
})

/** What the desk does with an entry of either queue. */
function actionsOf(
  context: Context,
  name: Queue,
  decide: (tx: Tx, id: string, decision: DeskDecision) => Promise<Withdrawal>,
): Pick<DeskQueue, 'ended' | 'reversible' | 'reverse' | 'decide'> {
  return {
    ended: (id) => endOf(context, name, id),
    reversible: (id) => reversibleOf(context, name, id),
    reverse: (tx, journalKey, by) => reverse(context, tx, journalKey, by),
    async decide(tx, id, decision) {
      const { memberId } = await decide(tx, id, decision)
      await whenCommitted(tx, () => context.sockets.emit(memberRoom(memberId), 'withdrawals-changed'))
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
  await resolveByPerson(async () => {
    const [journal] = await endIn(ledger, tx, [ending])
    if (journal instanceof Error) throw journal
    return journal as Journal
  })
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
  reason: withdrawal.reviewReason ?? 'ABOVE_LIMIT',
  evidence: evidenceOf([
    ['withdrawalId', withdrawal.id],
    ['bankCode', withdrawal.bankCode],
    ['accountNo', withdrawal.accountNo],
    ['accountName', withdrawal.accountName],
    ['sentAt', withdrawal.sentAt?.toISOString()],
    ['lastAnswer', withdrawal.lastReason],
  ]),
  picture: null,
})
