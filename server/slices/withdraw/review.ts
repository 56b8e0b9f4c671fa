import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { ReasonCode } from '@krapao/contract/slices/desk/reason-codes.ts'
import { type StatementReason, statementReasons } from '@krapao/contract/slices/statement/statement.ts'
import {
  type DeskDecision,
  type DeskEnd,
  type DeskEntry,
  type DeskQueue,
  evidenceOf,
  type Reversible,
} from '../../desk/queue.ts'
import type { Journal } from '../../ledger/public.ts'
import { endReview, reviewQueue } from '../../outside/review.ts'
import { resolveByPerson } from '../../outside/two-phase.ts'
import { watchRefused } from '../../outside/watch.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { endIn } from './end.ts'
import { judgeAll, originOf } from './origin.ts'
import type { Judged } from './origin-rules.ts'
import { resolutionKey, withdrawalIdIn } from './rules.ts'
import {
  findEnded,
  lockPending,
  markApproved,
  markReversed,
  type Queue,
  selectWaiting,
  type Waiting,
  type Withdrawal,
  waitingIn,
} from './store.ts'

/**
 * Withdrawals above the limit of automatic payment: approving pays them, refusing returns the money (rules.md
 * §6.3).
 */
export function withdrawalDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    ...actionsOf(context, 'withdrawal', async (tx, id, decision) => {
      const withdrawal = await lockPending(tx, id)
      if (!withdrawal) throw new Refusal('ALREADY_DECIDED')
      if (decision.choice === 'refuse') await end(context, tx, withdrawal, 'voided', decision)
      else await markApproved(context, tx, id, decision.operatorId)
      return withdrawal
    }),
    name: 'withdrawal',
    refusalInDoubt: false,
    referenceNeeded: false,
    waiting: [waitingIn('withdrawal')],
    entries: async (ids) => (await selectWaiting(db, 'withdrawal', ids)).map(entryOf),
    evidence: async (entry) => ({ origin: await originOf(context, askedBy(entry)) }),
    async doubts(entries) {
      const judged = await judgeAll(context, entries.map(askedBy))
      const doubtsIn = ({ signs }: Judged) =>
        signs.flatMap((sign) => (sign.keepsFromClear ? [sign.sign] : []))
      return new Map(entries.map(({ id }, i) => [id, judged[i] ? doubtsIn(judged[i]) : []]))
    },
  }
}

/** A withdrawal as its money is judged by; each has a member. */
const askedBy = ({ memberId, createdAt, currency }: DeskEntry) => ({
  memberId: memberId ?? '',
  createdAt: new Date(createdAt),
  currency,
})

/**
 * Payouts without an answer of the bank for an hour; the bank is still asked, but they are not sent again.
 * Approving says that a payout was made; refusing says that it was not, and returns the money. The bank is
 * asked about a refused one on. A finished payout is in review because the bank contradicted itself: both
 * decisions only record that somebody has seen it.
 */
export const payoutDesk = (context: Context): DeskQueue => ({
  ...actionsOf(context, 'payout', async (tx, id, decision) => {
    const [withdrawal] = await selectWaiting(tx, 'payout', [id])
    if (!withdrawal) throw new Refusal('ALREADY_DECIDED')
    if (withdrawal.state !== 'SUCCESS' && withdrawal.state !== 'FAILED') {
      // The money before the row, in the same order as a payout worker that receives the bank's answer at
      // this moment.
      await end(context, tx, withdrawal, decision.choice === 'approve' ? 'posted' : 'voided', decision)
      if (decision.choice === 'refuse') await watchRefused(tx, { kind: 'payout', key: id }, context.clock)
    }
    if (!(await endReview(context, tx, { kind: 'payout', key: id }))) throw new Refusal('ALREADY_DECIDED')
    return withdrawal
  }),
  ...reviewQueue(context.db, 'payout', (db, ids) => selectWaiting(db, 'payout', ids), entryOf),
  waiting: [waitingIn('payout')],
  refusalInDoubt: true,
  refusalByTwo: 'NOT_CARRIED_OUT',
})

/** The decisions of both queues. */
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
      tx.afterCommit(() => context.sockets.emit(memberRoom(memberId), 'withdrawals-changed'))
    },
  }
}

/**
 * The reason as the member sees it: the code, if members are shown that one, else only that an operator
 * refused.
 */
const saidToMember = (code: ReasonCode | undefined): StatementReason =>
  statementReasons.find((known) => known === code) ?? 'OPERATOR_REFUSED'

/**
 * Ends a withdrawal by an operator's decision. @throws Refusal `ALREADY_DECIDED` if the bank's answer came
 * first
 */
async function end(
  context: Context,
  tx: Tx,
  { id, memberId, currency, amountMinor }: Withdrawal,
  phase: 'posted' | 'voided',
  { operatorId, reason: note, reasonCode }: DeskDecision,
): Promise<void> {
  // The statement shows the member the reason, for the codes that it has texts for.
  const refused = phase === 'voided' && { reason: saidToMember(reasonCode) }
  const ending = { id, memberId, currency, amountMinor, phase, operator: { operatorId, note }, ...refused }
  await resolveByPerson(async () => {
    const [journal] = await endIn(context, tx, [ending])
    if (journal instanceof Error) throw journal
    return journal as Journal
  })
}

/**
 * The outcome of a withdrawal that is in no queue. The queue of withdrawals decides whether to pay it, the
 * queue of payouts whether it was paid; a withdrawal that was never sent to the bank is no payout.
 */
async function endOf({ db }: Context, name: Queue, id: string): Promise<DeskEnd | undefined> {
  const row = await findEnded(db, id)
  if (!row || (name === 'payout' && row.sentAt === null)) return undefined
  const { memberId, amountMinor, currency, state, createdAt, finishedAt } = row
  const of = { memberId, amountMinor, currency }
  if (name === 'withdrawal') return { ...of, choice: 'approve', at: createdAt }
  if (finishedAt === null) return { ...of, choice: null, at: null }
  return { ...of, choice: state === 'SUCCESS' ? 'approve' : 'refuse', at: finishedAt }
}

/** A payment that the bank did not make after all, or that came back: the money returns to the member. */
async function reversibleOf({ db }: Context, name: Queue, id: string): Promise<Reversible | undefined> {
  const row = await findEnded(db, id)
  if (row?.state !== 'SUCCESS' || (name === 'payout' && row.sentAt === null)) return undefined
  const { memberId, amountMinor, currency, bankCode, accountNo, accountName, sentAt } = row
  return {
    journalKey: resolutionKey(id, 'posted'),
    memberId,
    amountMinor,
    currency,
    // In reversals of credits, `bankCode` and `accountNo` are the house's; here they are the payee's.
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
  const { memberId, postedAt: at } = await ledger.reverseIn(tx, journalKey, reason)
  const id = withdrawalIdIn(journalKey)
  if (!(await markReversed(tx, id, { operatorId, at }))) throw new Refusal('ALREADY_DECIDED')
  if (memberId) tx.afterCommit(() => sockets.emit(memberRoom(memberId), 'withdrawals-changed'))
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
