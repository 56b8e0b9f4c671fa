import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { DeskEntry, DeskQueue, Verdict } from '../../platform/desk.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { audit, lastDeed } from '../operator/public.ts'
import { neededFor, queueOf, snapshotOf } from './list.ts'
import { agree, nextStep, type Statement } from './rules.ts'
import { deleteVerdicts, insertVerdict, listVerdicts, lockItem } from './store.ts'

/** What an operator says about one item. */
interface Decision {
  queue: string
  id: string
  verdict: Verdict
  operator: OperatorCaller
  reason: string
}

/** Whose it is and how much (major units), where the item does not tell; with an approval only. */
interface Said {
  memberId?: string | undefined
  amount?: number | undefined
}

type Outcome = AnswerOf<'POST /api/console/desk/:queue/:id/approve'>

/** The deeds after which an item is decided. */
const final = ['desk.approve', 'desk.refuse', 'desk.overtaken']

/** What an audited deed says of how many it takes, and of who said so before. */
const counts = {
  approve: { needed: 'approvalsNeeded', before: 'approvedBefore' },
  refuse: { needed: 'refusalsNeeded', before: 'refusedBefore' },
} as const

/**
 * Approves or refuses an item, alone or as one of the two that a large amount needs (see `operatorsNeeded`). Verdict,
 * audit and effect are one transaction; decisions about one item come one after the other, so that of several at once one
 * takes effect.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED` (with `overtaken` where this one closed the item without effect),
 *   `SECOND_OPERATOR`, `NO_USER`, `INVALID_AMOUNT`, `INVALID_REQUEST`, and what the queue's own decision may be refused with
 */
export async function decide(context: Context, decision: Decision, said: Said = {}): Promise<Outcome> {
  const queue = queueOf(context, decision.queue)
  const { entry, lastDecision } = await findEntry(context, queue, decision)
  const statement = await statementOf(context, entry, decision.verdict, said)
  const amount = statement.amountMinor === null ? entry.amount : fromMinor(statement.amountMinor)
  const needed = await neededFor(context, queue, decision.verdict, { ...entry, amount })
  const outcome = await inTurn(context, decision, lastDecision, (tx) =>
    act(context, tx, queue, decision, { entry, statement, needed }),
  )
  // Its end is kept, so this comes after the commit.
  if (outcome.overtaken) throw new Refusal('ALREADY_DECIDED', { overtaken: outcome.overtaken })
  return { status: outcome.status }
}

/** Counts one verdict, and carries it out when it is the last that was needed. */
async function act(
  context: Context,
  tx: Tx,
  queue: DeskQueue,
  decision: Decision,
  { entry, statement, needed }: { entry: DeskEntry; statement: Statement; needed: number },
): Promise<Outcome & { overtaken?: string }> {
  const { id, verdict, reason } = decision
  const { operatorId } = decision.operator
  const standing = (await listVerdicts(tx, queue.name, [id])).map((row) => ({
    operatorId: row.operator_id,
    name: row.operator_name,
    verdict: row.verdict,
    memberId: row.member_id,
    amountMinor: row.amount_minor,
  }))
  const step = nextStep(standing, { ...statement, operatorId }, needed)
  if (step === 'second-operator') throw new Refusal('SECOND_OPERATOR')
  const { memberId, amountMinor } = statement
  const before = standing.filter((one) => agree(one, statement)).map(({ verdict: _, ...who }) => who)
  const details = {
    ...snapshotOf(entry),
    ...(verdict === 'approve' && { said: { memberId, amountMinor } }),
    [counts[verdict].needed]: needed,
    [counts[verdict].before]: before,
  }
  if (step !== 'done') {
    await record(context, tx, decision, `desk.${verdict}-first`, details)
    if (step.afresh) await deleteVerdicts(tx, queue.name, id)
    const at = context.clock.now()
    await insertVerdict(tx, { queue: queue.name, itemId: id, operatorId, reason, at, ...statement })
    return { status: 'SECOND_OPERATOR_NEEDED' }
  }
  const overtaken = await queue.decide(tx, id, {
    verdict,
    operatorId,
    reason,
    ...(memberId !== null && { memberId }),
    ...(amountMinor !== null && { amountMinor }),
  })
  // After the item's own row, as when it leaves the desk by itself (migration 0018).
  await deleteVerdicts(tx, queue.name, id)
  const action = overtaken ? 'desk.overtaken' : `desk.${verdict}`
  await record(context, tx, decision, action, { ...details, ...(overtaken && { overtaken }) })
  return { status: 'DONE', ...(overtaken && { overtaken }) }
}

const subjectOf = ({ queue, id }: Decision): string => `${queue}:${id}`

/** The item as it waits, and the last decision about it, which must still be the last when ours is made. */
async function findEntry(
  context: Context,
  queue: DeskQueue,
  decision: Decision,
): Promise<{ entry: DeskEntry; lastDecision: number | undefined }> {
  const last = await lastDeed(context, subjectOf(decision), final)
  const entry = await queue.find(decision.id)
  if (!entry) {
    const decided = last ?? (await lastDeed(context, subjectOf(decision), final))
    throw new Refusal(decided ? 'ALREADY_DECIDED' : 'NO_DATA')
  }
  return { entry, lastDecision: last?.id }
}

/** What is said: a refusal names nothing, an approval has to name what the item does not tell. */
async function statementOf(
  context: Context,
  entry: DeskEntry,
  verdict: Verdict,
  said: Said,
): Promise<Statement> {
  if (verdict === 'refuse') return { verdict, memberId: null, amountMinor: null }
  const wrong = (field: string) =>
    new Refusal('INVALID_REQUEST', { fields: [{ field, reason: 'the item tells it itself' }] })
  if (entry.memberId !== null && said.memberId !== undefined) throw wrong('memberId')
  if (entry.amount !== null && said.amount !== undefined) throw wrong('amount')
  if (entry.memberId === null && !(said.memberId && (await findMember(context, said.memberId)))) {
    throw new Refusal('NO_USER')
  }
  if (entry.amount === null && said.amount === undefined) throw new Refusal('INVALID_AMOUNT')
  return {
    verdict,
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
