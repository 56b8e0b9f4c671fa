import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { AuditAction, AuditDetails } from '@krapao/contract/slices/operator/audit-actions.ts'
import type { DeskEntry, DeskQueue, Superseded } from '../../desk/queue.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember, type Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import { audit, lastAuditEvent, lockActing, requireChecked, requireUntied } from '../operator/public.ts'
import { finalActions, subjectOf, tooLate } from './decided.ts'
import {
  aboutOf,
  findEntry,
  isReferenceNeeded,
  isRivalled,
  itemsOf,
  lacksReference,
  minorOf,
  queueOf,
} from './list.ts'
import { mayStillDecide, readLimits, reasonForSecond, today, withAlone } from './people.ts'
import { readGames } from './read-games.ts'
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
  deleteVotes,
  insertVote,
  keepListed,
  listVotes,
  lockItem,
  readAlone,
  statementIn,
} from './store.ts'

type Outcome = AnswerOf<'POST /api/console/desk/:queue/:id/approve'> & { superseded?: Superseded }

/**
 * The names in an audit event for the number of operators that a decision takes, and for the votes before it.
 */
const counts = {
  approve: { needed: 'approvalsNeeded', before: 'approvedBefore' },
  refuse: { needed: 'refusalsNeeded', before: 'refusedBefore' },
} as const

/** The grounds of a decision: the item as the operator saw it, the vote, and the member that it names. */
interface Case {
  queue: DeskQueue
  /** The waiting item. */
  entry: DeskEntry
  /** The item with the transfer that the decision chooses, if it has to choose one. */
  about: DeskEntry
  said: Said
  statement: Statement
  member: Member | undefined
  /** Whether another member may be meant as well. */
  rivalled: boolean
  /** `DeskQueue.readGames` */
  gamesRead: ReadonlySet<string> | undefined
  limits: Awaited<ReturnType<typeof readLimits>>
  /** The last decision about the item, which must still be the last one when this one is recorded. */
  lastDecision: number | undefined
}

/**
 * Approves or refuses an item, alone or as one of two operators (see `secondBecause`). Vote, audit, effect
 * and the answer of its key are one transaction. Decisions about one item are made one after the other, so
 * that only one of several takes effect. The same key with the same content returns the first answer.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED` (with `decidedBy`, `choice`, `at`, all null where the item
 *   asks something else than was shown, the other side's `reference` where one was named, and `superseded`
 *   where this one closed the item without effect), `SECOND_OPERATOR`, `OPERATORS_TIED`, `CONFIRM_IDENTITY`,
 *   `NO_USER`, `TRANSFER_TAKEN`, `INVALID_AMOUNT`, `INVALID_REQUEST`, `IDEMPOTENCY_CONFLICT`,
 *   `INACTIVE_USER`, `NOT_CLEAR` where `clearAs` is given, `FORBIDDEN`, `PAYER_UNCLEAR`, and what the queue's
 *   own decision may be refused with
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
    // The same call came twice at once, and the other one was carried out.
    outcome = error instanceof Refusal ? await replay<Outcome>(context, decision, print) : undefined
    if (outcome === undefined) {
      const isLate = error instanceof Refusal && error.code === 'ALREADY_DECIDED'
      throw isLate && !(error instanceof OtherQuestion) ? await tooLate(context, queue, decision.id) : error
    }
  }
  if (outcome.superseded) {
    throw await tooLate(context, queue, decision.id, { superseded: outcome.superseded })
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
  if (decision.clearAs) await requireClear(context, seen, decision, decision.clearAs)
  else requireQuestion(seen.entry, said)
  return transaction(context.db, async (tx) => {
    await lockItem(tx, decision.queue, decision.id)
    // Another operator decided while this decision was checked or waited.
    const last = await lastAuditEvent(context, subjectOf(decision), finalActions, tx)
    if (last?.id !== seen.lastDecision) throw new Refusal('ALREADY_DECIDED')
    const outcome = await act(context, tx, decision, seen)
    await keep(context, tx, decision, print, outcome)
    tx.afterCommit(() => context.sockets.emit(consoleRoom, 'desk-changed', [decision.queue]))
    return outcome
  })
}

async function lookAt(context: Context, queue: DeskQueue, decision: Decision, said: Said): Promise<Case> {
  const last = await lastAuditEvent(context, subjectOf(decision), finalActions)
  const entry = await findEntry(queue, decision.id)
  if (!entry) throw new Refusal('ALREADY_DECIDED')
  const memberId = decision.choice === 'approve' ? (entry.memberId ?? said.memberId) : entry.memberId
  const member = memberId ? await findMember(context, memberId) : undefined
  const rivalled =
    decision.choice === 'approve' && member !== undefined && (await isRivalled(queue, entry, member.id))
  if (decision.choice === 'approve') requireSaid(queue, entry, said, { member, rivalled })
  if (said.payerNote !== undefined) await requirePayer(queue, entry)
  const { amountMinor } = minorOf(entry)
  return {
    queue,
    entry,
    about: decision.choice === 'approve' ? await chosen(queue, entry, said) : entry,
    said,
    statement: {
      choice: decision.choice,
      memberId: memberId ?? null,
      amountMinor: amountMinor ?? (said.amount === undefined ? null : toMinor(said.amount)),
      transferId: said.transferId ?? null,
      question: entry.question ?? null,
    },
    member,
    rivalled,
    gamesRead:
      decision.choice === 'approve' ? await readGames(context, queue, entry, decision.operator) : undefined,
    limits: await readLimits(context, entry.currency),
    lastDecision: last?.id,
  }
}

/**
 * An item that is approved together with others has to be clear, and what the operator saw.
 * @throws Refusal `NOT_CLEAR`
 */
async function requireClear(
  context: Context,
  { queue, entry }: Case,
  { operator }: Decision,
  shown: NonNullable<Decision['clearAs']>,
): Promise<void> {
  const [item] = await itemsOf(context, operator, queue, [entry])
  const isShown = item?.amount === shown.amount && item.member?._id === shown.memberId
  if (!item?.isClear || !isShown) throw new Refusal('NOT_CLEAR')
}

/**
 * The item asks something else than the operator was shown: nobody has decided that, whatever was decided of
 * it before.
 */
class OtherQuestion extends Refusal {
  constructor() {
    super('ALREADY_DECIDED', { choice: null, decidedBy: null, at: null })
  }
}

/**
 * A decision answers what the operator was shown.
 * @throws Refusal `INVALID_REQUEST` without it, `ALREADY_DECIDED` with `choice` null where the item asks
 *   something else now
 */
function requireQuestion({ question }: DeskEntry, said: Said): void {
  if (question !== undefined && said.question !== undefined && said.question !== question)
    throw new OtherQuestion()
  if (question !== said.question) {
    const reason = question === undefined ? 'the item has none' : 'as the item had it'
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'question', reason }] })
  }
}

/** An approval has to name what the item does not have, and must not name what it has. */
function requireSaid(
  queue: DeskQueue,
  entry: DeskEntry,
  said: Said,
  { member, rivalled }: Pick<Case, 'member' | 'rivalled'>,
): void {
  const wrong = (field: string, reason: string) =>
    new Refusal('INVALID_REQUEST', { fields: [{ field, reason }] })
  const known = 'the item says it itself'
  const hasOwner = queue.ownerless || entry.memberId !== null
  if (hasOwner && said.memberId !== undefined) throw wrong('memberId', known)
  if (entry.amount !== null && said.amount !== undefined) throw wrong('amount', known)
  if (!hasOwner && !member) throw new Refusal('NO_USER')
  if (entry.amount === null && said.amount === undefined) throw new Refusal('INVALID_AMOUNT')
  if (isReferenceNeeded(queue, entry) && said.reference === undefined) {
    throw wrong('reference', 'what the bank or provider knows it by')
  }
  if (rivalled && said.reference === undefined) {
    throw wrong('reference', 'another member may be meant as well: what proves that it is this one')
  }
}

/**
 * The sender has to be one that can be remembered, also where a second person is still to decide.
 * @throws Refusal `PAYER_UNCLEAR` with `why`
 */
async function requirePayer(queue: DeskQueue, entry: DeskEntry): Promise<void> {
  if (!queue.payerRefusal) {
    throw new Refusal('INVALID_REQUEST', {
      fields: [{ field: 'rememberPayer', reason: 'no sender is remembered here' }],
    })
  }
  const why = await queue.payerRefusal(entry)
  if (why) throw new Refusal('PAYER_UNCLEAR', { why })
}

/**
 * The item with the transfer that an approval chooses, if it has to choose one.
 * @throws Refusal `TRANSFER_TAKEN`, or `ALREADY_DECIDED` if a decision about this very item took it
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

/** Counts one vote, and carries the decision out if no further vote is needed. */
async function act(context: Context, tx: Tx, decision: Decision, seen: Case): Promise<Outcome> {
  const { queue, entry, about, said, statement, member, rivalled, gamesRead, limits } = seen
  const { id, choice } = decision
  const { operatorId } = decision.operator
  const votes = await votesOf(tx, decision, queue, entry)
  const alone = await readAlone(tx, operatorId, today(context), entry.currency)
  const amount = about.amount ?? (statement.amountMinor === null ? null : fromMinor(statement.amountMinor))
  const people = withAlone(limits, alone)
  const needed = reasonForSecond(queue, choice, { ...about, amount, member, rivalled }, people) ? 2 : 1
  // Decisions of the same operator meanwhile may have made it one of two people's.
  if (decision.clearAs && (needed > 1 || votes.length > 0)) throw new Refusal('NOT_CLEAR')
  const { step, with: others } = nextStep(votes, { ...statement, operatorId }, needed)
  if (step === 'second-operator') throw new Refusal('SECOND_OPERATOR')
  if (needed > 1 && choice === 'approve') await requireChecked(context, tx, decision.operator)
  if (step === 'done' && needed > 1) {
    const ids = others.map((vote) => vote.operatorId)
    await requireUntied(context, tx, operatorId, ids)
  }
  const details = {
    ...factsOf(seen),
    ...(decision.reasonCode && { reasonCode: decision.reasonCode }),
    [counts[choice].needed]: needed,
    [counts[choice].before]: others.map((vote) => ({ operatorId: vote.operatorId, name: vote.name })),
  }
  if (step === 'wait') {
    // A vote that differs, or whose operator may no longer decide, must never count again.
    await deleteVotes(tx, queue.name, id)
    await record(context, tx, decision, `desk.${choice}-first`, details)
    const { reason, reasonCode } = decision
    const at = context.clock.now()
    const { payerNote, reference } = said
    const vote = {
      queue: queue.name,
      itemId: id,
      operatorId,
      reason,
      reasonCode,
      payerNote,
      reference: reference?.trim(),
      at,
      ...statement,
    }
    if (!(await keepListed(tx, queue.name, id))) throw new Refusal('ALREADY_DECIDED')
    await insertVote(tx, vote)
    return { status: 'SECOND_OPERATOR_NEEDED' }
  }
  // Also one that does not count, and the operator's own: the payment that it names may have been made.
  const first = votes.find((vote) => vote.choice === choice)
  const superseded = await queue.decide(tx, id, {
    choice,
    operatorId,
    caller: decision.operator,
    reason: decision.reason || (decision.reasonCode ?? ''),
    ...(decision.reasonCode && { reasonCode: decision.reasonCode }),
    ...(entry.memberId === null && statement.memberId !== null && { memberId: statement.memberId }),
    ...(entry.amount === null && statement.amountMinor !== null && { amountMinor: statement.amountMinor }),
    ...(statement.transferId !== null && { transferId: statement.transferId }),
    ...(statement.question !== null && { question: statement.question }),
    ...(said.reference !== undefined && { reference: said.reference.trim() }),
    ...(said.payerNote !== undefined && { payerNote: said.payerNote }),
    ...(first && { first }),
    ...(gamesRead && { gamesRead }),
  })
  // An item that stays, as one that asks something else now, has none of them left.
  await deleteVotes(tx, queue.name, id)
  if (others.length === 0 && letsGo(choice, queue) && amount && !superseded) {
    const { currency } = entry
    await addAlone(tx, { operatorId, day: today(context), currency, amountMinor: toMinor(amount) })
  }
  const action: AuditAction = superseded ? 'desk.superseded' : `desk.${choice}`
  await record(context, tx, decision, action, { ...details, ...(superseded && { superseded }) })
  return { status: 'DONE', ...(superseded && { superseded }) }
}

/**
 * The votes that wait, with whether they count at this moment. Their operators and the deciding one are
 * locked: a suspension or a change of role waits for this decision, and decisions of one operator are counted
 * one after the other.
 * @throws Refusal `INACTIVE_USER`, `invalid-token`, `FORBIDDEN` if the deciding operator may no longer decide
 */
async function votesOf(tx: Tx, decision: Decision, queue: DeskQueue, entry: DeskEntry): Promise<CastVote[]> {
  const rows = await listVotes(tx, decision.queue, [decision.id])
  const voters = [...rows.map(({ operator_id }) => operator_id), ...(entry.madeBy ? [entry.madeBy] : [])]
  const people = new Map(
    (await lockActing(tx, decision.operator, 'decide', voters)).map((operator) => [operator.id, operator]),
  )
  return rows.map((row) => {
    const by = people.get(row.operator_id)
    const said = statementIn(row)
    const isNow = isAbout(said, aboutOf(entry)) && !lacksReference(queue, row)
    return {
      ...said,
      operatorId: row.operator_id,
      name: by?.name ?? '',
      counts: mayStillDecide(by) && isNow,
      at: row.at,
      reference: row.reference,
    }
  })
}

/**
 * The basis of a decision, for the audit log. The picture's signed link is left out: it expires soon, and
 * opens the picture for anybody.
 */
function factsOf({ about: entry, said, statement }: Case): AuditDetails {
  return {
    createdAt: entry.createdAt,
    ...minorOf(entry),
    currency: entry.currency,
    why: entry.reason,
    evidence: entry.evidence,
    ...(entry.question !== undefined && { question: entry.question }),
    ...(entry.counterparts?.length && { counterparts: entry.counterparts }),
    picture: entry.picture?.split('?')[0] ?? null,
    ...(statement.choice === 'approve' && {
      said: {
        memberId: said.memberId ?? null,
        amountMinor: said.amount === undefined ? null : toMinor(said.amount),
        transferId: said.transferId ?? null,
      },
      ...(said.reference !== undefined && { reference: said.reference }),
      ...(said.payerNote !== undefined && { rememberPayer: { note: said.payerNote } }),
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
