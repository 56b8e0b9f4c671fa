import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { DeskDecision, DeskEntry } from '../../platform/desk.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { audit, lastDeed } from '../operator/public.ts'
import { neededFor, queueOf, snapshotOf } from './list.ts'
import { nextStep, type Statement } from './rules.ts'
import { deleteApprovals, insertApproval, listApprovals, lockItem } from './store.ts'

/** One item and who decides about it. */
interface Decision {
  queue: string
  id: string
  operator: OperatorCaller
  reason: string
}

/** The deeds after which an item is decided. */
const final = ['desk.approve', 'desk.refuse']

/**
 * Approves an item, alone or as one of the two that a large amount needs. Approval, audit and effect are one
 * transaction; decisions about one item come one after the other, so that of several at once one takes effect.
 * @param said whose it is and how much (major units), where the item does not tell
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED`, `SECOND_OPERATOR`, `NO_USER`, `INVALID_AMOUNT`, `INVALID_REQUEST`, and
 *   what the queue's own decision may be refused with
 */
export async function approve(
  context: Context,
  decision: Decision,
  said: { memberId?: string | undefined; amount?: number | undefined },
): Promise<AnswerOf<'POST /api/console/desk/:queue/:id/approve'>> {
  const { operator, reason } = decision
  const { entry, lastDecision } = await findEntry(context, decision)
  const statement = await statementOf(context, entry, said)
  const amount = statement.amountMinor === null ? entry.amount : fromMinor(statement.amountMinor)
  const needed = await neededFor(context, entry.currency, amount)

  return inTurn(context, decision, lastDecision, async (tx) => {
    const standing = (await listApprovals(tx, decision.queue, [entry.id])).map((row) => ({
      operatorId: row.operator_id,
      name: row.operator_name,
      memberId: row.member_id,
      amountMinor: row.amount_minor,
    }))
    const step = nextStep(standing, { ...statement, operatorId: operator.operatorId }, needed)
    if (step === 'second-operator') throw new Refusal('SECOND_OPERATOR')
    const details = {
      ...snapshotOf(entry),
      said: statement,
      approvalsNeeded: needed,
      approvedBefore: standing,
    }
    await record(context, tx, decision, step === 'done' ? 'desk.approve' : 'desk.approve-first', details)
    if (step === 'done') {
      await deleteApprovals(tx, decision.queue, entry.id)
      await carryOut(context, tx, decision, { verdict: 'approve', ...statement })
      return { status: 'DONE' as const }
    }
    if (step.afresh) await deleteApprovals(tx, decision.queue, entry.id)
    await insertApproval(tx, {
      queue: decision.queue,
      itemId: entry.id,
      operatorId: operator.operatorId,
      reason,
      at: context.clock.now(),
      ...statement,
    })
    return { status: 'SECOND_OPERATOR_NEEDED' as const }
  })
}

/**
 * Refuses an item; one operator suffices (rules.md §6.3 asks for two to approve).
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED`, and what the queue's own decision may be refused with
 */
export async function refuse(context: Context, decision: Decision): Promise<void> {
  const { entry, lastDecision } = await findEntry(context, decision)
  await inTurn(context, decision, lastDecision, async (tx) => {
    await record(context, tx, decision, 'desk.refuse', snapshotOf(entry))
    await deleteApprovals(tx, decision.queue, entry.id)
    await carryOut(context, tx, decision, { verdict: 'refuse', memberId: null, amountMinor: null })
  })
}

const subjectOf = ({ queue, id }: Decision): string => `${queue}:${id}`

/** The item as it waits, and the last decision about it, which must still be the last when ours is made. */
async function findEntry(
  context: Context,
  decision: Decision,
): Promise<{ entry: DeskEntry; lastDecision: number | undefined }> {
  const queue = queueOf(context, decision.queue)
  const last = await lastDeed(context, subjectOf(decision), final)
  const entry = await queue.find(decision.id)
  if (!entry) {
    const decided = last ?? (await lastDeed(context, subjectOf(decision), final))
    throw new Refusal(decided ? 'ALREADY_DECIDED' : 'NO_DATA')
  }
  return { entry, lastDecision: last?.id }
}

/** What the approval has to say where the item does not tell: whose it is, and how much. */
async function statementOf(
  context: Context,
  entry: DeskEntry,
  said: { memberId?: string | undefined; amount?: number | undefined },
): Promise<Statement> {
  const wrong = (field: string) =>
    new Refusal('INVALID_REQUEST', { fields: [{ field, reason: 'the item tells it itself' }] })
  if (entry.memberId !== null && said.memberId !== undefined) throw wrong('memberId')
  if (entry.amount !== null && said.amount !== undefined) throw wrong('amount')
  if (entry.memberId === null && !(said.memberId && (await findMember(context, said.memberId)))) {
    throw new Refusal('NO_USER')
  }
  if (entry.amount === null && said.amount === undefined) throw new Refusal('INVALID_AMOUNT')
  return {
    memberId: said.memberId ?? null,
    amountMinor: said.amount === undefined ? null : toMinor(said.amount),
  }
}

/** Runs `act` in a transaction, alone with this item. */
function inTurn<T>(
  context: Context,
  decision: Decision,
  lastDecision: number | undefined,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  return context.db.transaction().execute(async (tx) => {
    await lockItem(tx, decision.queue, decision.id)
    // Somebody decided while this one looked or waited.
    const last = await lastDeed(context, subjectOf(decision), final, tx)
    if (last?.id !== lastDecision) throw new Refusal('ALREADY_DECIDED')
    return act(tx)
  })
}

const record = (
  context: Context,
  tx: Tx,
  decision: Decision,
  action: string,
  details: Record<string, unknown>,
): Promise<void> =>
  audit(context, tx, {
    operatorId: decision.operator.operatorId,
    action,
    subject: subjectOf(decision),
    reason: decision.reason,
    details,
  })

function carryOut(
  context: Context,
  tx: Tx,
  { queue, id, operator, reason }: Decision,
  { verdict, memberId, amountMinor }: Statement & Pick<DeskDecision, 'verdict'>,
): Promise<void> {
  return queueOf(context, queue).decide(tx, id, {
    verdict,
    operatorId: operator.operatorId,
    reason,
    ...(memberId !== null && { memberId }),
    ...(amountMinor !== null && { amountMinor }),
  })
}
