import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { AuditAction, AuditDetails } from '@krapao/contract/slices/operator/audit-actions.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { type Tx, whenCommitted } from '../../platform/database.ts'
import type { DeskEntry, DeskQueue, Overtaken } from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember, type Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import { audit, lastAuditEvent, lockOperators } from '../operator/public.ts'
import { finalActions, subjectOf, tooLate } from './decided.ts'
import { findEntry, isReferenceNeeded, minorOf, queueOf } from './list.ts'
import { mayStillDecide, readLimits, reasonForSecond, today, withAlone } from './people.ts'
import {
  type CastVote,
  type Decision,
  isAbout,
  letsGo,
  nextStep,
  type Said,
  type Statement,
} from './rules.ts'
import { fingerprintOf, keep, replay } from './same-call.ts'
import {
  addAlone,
  deleteVerdicts,
  insertVerdict,
  listVerdicts,
  lockItem,
  readAlone,
  statementIn,
} from './store.ts'

type Outcome = AnswerOf<'POST /api/console/desk/:queue/:id/approve'> & { overtaken?: Overtaken }

/** What an audit event says of how many votes a decision takes, and of the votes before it. */
const counts = {
  approve: { needed: 'approvalsNeeded', before: 'approvedBefore' },
  refuse: { needed: 'refusalsNeeded', before: 'refusedBefore' },
} as const

/** A decision: the item as the operator saw it, the vote, and the member that it names. */
interface Case {
  queue: DeskQueue
  /** As it waits. */
  entry: DeskEntry
  /** As the verdict is about it: with the transfer that it chooses, where it has to choose one. */
  about: DeskEntry
  said: Said
  statement: Statement
  member: Member | undefined
  limits: Awaited<ReturnType<typeof readLimits>>
  /** The last decision about the item, which must still be the last when ours is made. */
  lastDecision: number | undefined
}

/**
 * Approves or refuses an item, alone or as one of the two that it needs (see `secondBecause`). Verdict, audit, effect and
 * the answer of its key are one transaction; decisions about one item come one after the other, so that of several at
 * once one takes effect. The same key and words answer as the first time.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED` (with `decidedBy`, `verdict`, `at`, the other side's `reference` where one
 *   was named, and `overtaken` where this one closed the item without effect), `SECOND_OPERATOR`, `NO_USER`, `TRANSFER_TAKEN`, `INVALID_AMOUNT`, `INVALID_REQUEST`,
 *   `IDEMPOTENCY_CONFLICT`, `INACTIVE_USER`, `FORBIDDEN`, and what the queue's own decision may be refused with
 */
export async function decide(
  context: Context,
  decision: Decision,
  said: Said = {},
): Promise<{ status: Outcome['status'] }> {
  const queue = queueOf(context, decision.queue)
  const print = fingerprintOf(decision, said)
  let outcome = await replay<Outcome>(context, decision, print)
  try {
    outcome ??= await carryOut(context, queue, decision, said, print)
  } catch (error) {
    // The same call may have come twice at once, and the other one was carried out.
    outcome = error instanceof Refusal ? await replay<Outcome>(context, decision, print) : undefined
    if (outcome === undefined) {
      const isLate = error instanceof Refusal && error.code === 'ALREADY_DECIDED'
      throw isLate ? await tooLate(context, queue, decision.id) : error
    }
  }
  if (outcome.overtaken) {
    throw await tooLate(context, queue, decision.id, { overtaken: outcome.overtaken })
  }
  return { status: outcome.status }
}

async function carryOut(
  context: Context,
  queue: DeskQueue,
  decision: Decision,
  said: Said,
  print: string,
): Promise<Outcome> {
  const seen = await lookAt(context, queue, decision, said)
  return context.db.transaction().execute(async (tx) => {
    await lockItem(tx, decision.queue, decision.id)
    // Somebody decided while this one looked or waited.
    const last = await lastAuditEvent(context, subjectOf(decision), finalActions, tx)
    if (last?.id !== seen.lastDecision) throw new Refusal('ALREADY_DECIDED')
    const outcome = await act(context, tx, decision, seen)
    await keep(context, tx, decision, print, outcome)
    await whenCommitted(tx, () => context.sockets.emit(consoleRoom, 'desk-changed'))
    return outcome
  })
}

async function lookAt(context: Context, queue: DeskQueue, decision: Decision, said: Said): Promise<Case> {
  const last = await lastAuditEvent(context, subjectOf(decision), finalActions)
  const entry = await findEntry(queue, decision.id)
  if (!entry) throw new Refusal('ALREADY_DECIDED')
  const memberId = decision.verdict === 'approve' ? (entry.memberId ?? said.memberId) : entry.memberId
  const member = memberId ? await findMember(context, memberId) : undefined
  if (decision.verdict === 'approve') requireSaid(queue, entry, said, member)
  const { amountMinor } = minorOf(entry)
  return {
    queue,
    entry,
    about: decision.verdict === 'approve' ? await chosen(queue, entry, said) : entry,
    said,
    statement: {
      verdict: decision.verdict,
      memberId: memberId ?? null,
      amountMinor: amountMinor ?? (said.amount === undefined ? null : toMinor(said.amount)),
      transferId: said.transferId ?? null,
    },
    member,
    limits: await readLimits(context, entry.currency),
    lastDecision: last?.id,
  }
}

/** An approval names what the item does not tell, and nothing that it tells itself. */
function requireSaid(queue: DeskQueue, entry: DeskEntry, said: Said, member: Member | undefined): void {
  const wrong = (field: string, reason: string) =>
    new Refusal('INVALID_REQUEST', { fields: [{ field, reason }] })
  const told = 'the item tells it itself'
  const hasOwner = queue.ownerless || entry.memberId !== null
  if (hasOwner && said.memberId !== undefined) throw wrong('memberId', told)
  if (entry.amount !== null && said.amount !== undefined) throw wrong('amount', told)
  if (!hasOwner && !member) throw new Refusal('NO_USER')
  if (entry.amount === null && said.amount === undefined) throw new Refusal('INVALID_AMOUNT')
  if (isReferenceNeeded(queue, entry) && said.reference === undefined) {
    throw wrong('reference', 'what the bank or provider knows it by')
  }
}

/**
 * The item with the transfer that an approval chooses, where it has to choose one.
 * @throws Refusal `TRANSFER_TAKEN`, or `ALREADY_DECIDED` where a decision about this very item took it
 */
async function chosen(queue: DeskQueue, entry: DeskEntry, { transferId }: Said): Promise<DeskEntry> {
  const { withTransfer } = queue
  const wrong = (reason: string) =>
    new Refusal('INVALID_REQUEST', { fields: [{ field: 'transferId', reason }] })
  if (withTransfer && transferId === undefined) throw wrong('choose a transfer')
  if (!withTransfer && transferId !== undefined) throw wrong('nothing is to be chosen here')
  if (!withTransfer || transferId === undefined) return entry
  try {
    return await withTransfer(entry, transferId)
  } catch (error) {
    const isTaken = error instanceof Refusal && error.code === 'TRANSFER_TAKEN'
    throw isTaken && !(await findEntry(queue, entry.id)) ? new Refusal('ALREADY_DECIDED') : error
  }
}

/** Counts one verdict, and carries it out when it is the last that was needed. */
async function act(context: Context, tx: Tx, decision: Decision, seen: Case): Promise<Outcome> {
  const { queue, entry, about, said, statement, member, limits } = seen
  const { id, verdict } = decision
  const { operatorId } = decision.operator
  const votes = await votesOf(tx, decision, entry)
  const alone = await readAlone(tx, operatorId, today(context), entry.currency)
  const amount = about.amount ?? (statement.amountMinor === null ? null : fromMinor(statement.amountMinor))
  const people = withAlone(limits, alone)
  const needed = reasonForSecond(queue, verdict, { ...about, amount, member }, people) ? 2 : 1
  const { step, with: others } = nextStep(votes, { ...statement, operatorId }, needed)
  if (step === 'second-operator') throw new Refusal('SECOND_OPERATOR')
  const details = {
    ...factsOf(seen),
    [counts[verdict].needed]: needed,
    [counts[verdict].before]: others.map((one) => ({ operatorId: one.operatorId, name: one.name })),
  }
  if (step === 'wait') {
    // What says something else, and whose operator may decide no longer, counts never again.
    await deleteVerdicts(tx, queue.name, id)
    await record(context, tx, decision, `desk.${verdict}-first`, details)
    const { reason } = decision
    const at = context.clock.now()
    await insertVerdict(tx, { queue: queue.name, itemId: id, operatorId, reason, at, ...statement })
    return { status: 'SECOND_OPERATOR_NEEDED' }
  }
  const overtaken = await queue.decide(tx, id, {
    verdict,
    operatorId,
    reason: decision.reason,
    ...(entry.memberId === null && statement.memberId !== null && { memberId: statement.memberId }),
    ...(entry.amount === null && statement.amountMinor !== null && { amountMinor: statement.amountMinor }),
    ...(statement.transferId !== null && { transferId: statement.transferId }),
    ...(said.reference !== undefined && { reference: said.reference.trim() }),
  })
  // After the item's own row, as when it leaves the desk by itself (migration 0018).
  await deleteVerdicts(tx, queue.name, id)
  if (others.length === 0 && letsGo(verdict, queue) && amount && !overtaken) {
    const { currency } = entry
    await addAlone(tx, { operatorId, day: today(context), currency, amountMinor: toMinor(amount) })
  }
  const action: AuditAction = overtaken ? 'desk.overtaken' : `desk.${verdict}`
  await record(context, tx, decision, action, { ...details, ...(overtaken && { overtaken }) })
  return { status: 'DONE', ...(overtaken && { overtaken }) }
}

/**
 * The verdicts that wait, with whether they count at this moment. Their operators and the deciding one are locked: who is
 * shut out or demoted meanwhile waits for this decision, and one operator's decisions are counted one after the other.
 * @throws Refusal `INACTIVE_USER`, `FORBIDDEN` where the deciding one may no longer
 */
async function votesOf(tx: Tx, decision: Decision, entry: DeskEntry): Promise<CastVote[]> {
  const rows = await listVerdicts(tx, decision.queue, [decision.id])
  const ids = [decision.operator.operatorId, ...rows.map(({ operator_id }) => operator_id)]
  const people = new Map((await lockOperators(tx, [...new Set(ids)])).map((one) => [one.id, one]))
  const own = people.get(decision.operator.operatorId)
  if (!own?.isActive) throw new Refusal('INACTIVE_USER')
  if (!may(own.role, 'decide')) throw new Refusal('FORBIDDEN')
  return rows.map((row) => {
    const by = people.get(row.operator_id)
    const said = statementIn(row)
    const isNow = isAbout(said, minorOf(entry))
    return { ...said, operatorId: row.operator_id, name: by?.name ?? '', counts: mayStillDecide(by) && isNow }
  })
}

/** What a decision was made on, for the audit log; the picture's signed link would soon be worthless, and is a key. */
function factsOf({ about: entry, said, statement }: Case): AuditDetails {
  return {
    createdAt: entry.createdAt,
    ...minorOf(entry),
    currency: entry.currency,
    why: entry.reason,
    evidence: entry.evidence,
    ...(entry.counterparts?.length && { counterparts: entry.counterparts }),
    picture: entry.picture?.split('?')[0] ?? null,
    ...(statement.verdict === 'approve' && {
      said: {
        memberId: said.memberId ?? null,
        amountMinor: said.amount === undefined ? null : toMinor(said.amount),
        transferId: said.transferId ?? null,
      },
      ...(said.reference !== undefined && { reference: said.reference }),
    }),
  }
}

const record = (
  context: Context,
  tx: Tx,
  decision: Decision,
  action: AuditAction,
  details: AuditDetails,
): Promise<void> =>
  audit(context, tx, {
    operatorId: decision.operator.operatorId,
    action,
    subject: subjectOf(decision),
    reason: decision.reason,
    details,
  })
