import type { AnswerOf } from '@krapao/contract/client.ts'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { Counterpart, DeskEnd, DeskQueue } from '../../desk/queue.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deskMember, findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { type AuditRow, lastAuditEvent } from '../operator/public.ts'
import { findEntry, itemsOf, queueOf, withOwners } from './list.ts'
import { reversalOf } from './reversal.ts'

/** The outcomes of items: by whom, when, how and why (rules.md §17.1). */

type Answer = AnswerOf<'GET /api/console/desk/:queue/:id'>
type Shown = NonNullable<Answer['decision']>
type Decided = Omit<Shown, 'reversible' | 'reversal'>

/** The audited actions after which an item is decided. */
export const finalActions = ['desk.approve', 'desk.refuse', 'desk.superseded']

export const subjectOf = ({ queue, id }: { queue: string; id: string }): string => `${queue}:${id}`

/**
 * One item: as it waits, or its outcome.
 * @throws Refusal `NO_DATA` if there never was one of this id
 */
export async function readItem(
  context: Context,
  operator: OperatorCaller,
  params: { queue: string; id: string },
): Promise<Answer> {
  const queue = queueOf(context, params.queue)
  const entry = await findEntry(queue, params.id)
  const [item] = entry ? await itemsOf(context, operator, queue, [entry]) : []
  if (item) return { state: 'WAITING', item, decision: null }
  const decided = await decidedOf(context, queue, params.id)
  if (!decided) throw new Refusal('NO_DATA')
  const { reversible, reversal } = await reversalOf(context, queue, params.id)
  // A deposit that was taken back counts as failed in its own rows, but the decision was a credit.
  const choice = reversal?.state === 'DONE' ? 'approve' : decided.choice
  return { state: 'DECIDED', item: null, decision: { ...decided, choice, reversible, reversal } }
}

/**
 * The last decision of operators, or else the outcome in the owner's own rows; undefined if neither knows the
 * item.
 */
async function decidedOf(context: Context, queue: DeskQueue, id: string): Promise<Decided | undefined> {
  const event = await lastAuditEvent(context, subjectOf({ queue: queue.name, id }), finalActions)
  if (event) return fromAuditEvent(context, event)
  const end = await queue.ended(id)
  return end && fromEnd(context, end)
}

/** The recorded details of a decision; `act` in decide.ts writes them. */
interface Kept {
  memberId?: string | null
  amountMinor?: number | null
  currency?: Currency
  why?: string
  evidence?: Decided['evidence']
  counterparts?: Counterpart[]
  said?: { memberId?: string | null; amountMinor?: number | null }
  reference?: string
  superseded?: Decided['superseded']
  reasonCode?: string
  approvedBefore?: { operatorId: string; name: string }[]
  refusedBefore?: { operatorId: string; name: string }[]
}

/** The decision that an audit event of `finalActions` records. */
export async function fromAuditEvent(context: Context, event: AuditRow): Promise<Decided> {
  const kept = event.details as Kept
  const amountMinor = kept.amountMinor ?? kept.said?.amountMinor ?? null
  const before = kept.approvedBefore ?? kept.refusedBefore ?? []
  return {
    ...whoDid(event),
    reason: event.reason,
    reasonCode: kept.reasonCode ?? null,
    superseded: kept.superseded ?? null,
    reference: kept.reference ?? null,
    before: before.map(({ operatorId, name }) => ({ _id: operatorId, name })),
    member: await memberOf(context, kept.memberId ?? kept.said?.memberId ?? null),
    amount: amountMinor === null ? null : fromMinor(amountMinor),
    currency: kept.currency ?? 'THB',
    why: (kept.why as Decided['why']) ?? null,
    evidence: kept.evidence ?? [],
    ...(kept.counterparts && { counterparts: await withOwners(context, kept.counterparts) }),
  }
}

async function fromEnd(context: Context, end: DeskEnd): Promise<Decided> {
  return {
    ...whoDid(end),
    reason: end.reason ?? '',
    reasonCode: null,
    superseded: end.superseded ?? null,
    reference: null,
    before: [],
    member: await memberOf(context, end.memberId),
    amount: end.amountMinor === null ? null : fromMinor(end.amountMinor),
    currency: end.currency,
    why: null,
    evidence: [],
  }
}

async function memberOf(context: Context, id: string | null) {
  const member = id === null ? undefined : await findMember(context, id)
  return member ? deskMember(member) : null
}

/** The operator, choice and time of a decision; a refusal of a later decision carries the same. */
function whoDid(by: AuditRow | DeskEnd): Pick<Decided, 'choice' | 'decidedBy' | 'at'> {
  if (!('action' in by)) {
    const decidedBy = by.by ? { _id: by.by.id, name: by.by.name } : null
    return { choice: by.choice, decidedBy, at: by.at?.toISOString() ?? null }
  }
  const decidedBy = by.operator_id === null ? null : { _id: by.operator_id, name: by.operator_name ?? '' }
  // A superseded decision was an approval, because only approvals can be superseded (see `DeskQueue.decide`).
  const choice = by.action === 'desk.refuse' ? 'refuse' : 'approve'
  return { choice, decidedBy, at: by.at.toISOString() }
}

/**
 * The refusal of a decision that came too late: it names the operator, also if it was the caller, the choice,
 * the time, and the other side's reference.
 * @returns `NO_DATA` if there never was such an item
 */
export async function tooLate(
  context: Context,
  queue: DeskQueue,
  id: string,
  details: Record<string, unknown> = {},
): Promise<Refusal> {
  const decided = await decidedOf(context, queue, id)
  if (!decided) return new Refusal('NO_DATA')
  const { choice, decidedBy, at, superseded, reference } = decided
  return new Refusal('ALREADY_DECIDED', {
    choice,
    decidedBy,
    at,
    ...(superseded && { superseded }),
    ...(reference && { reference }),
    ...details,
  })
}
