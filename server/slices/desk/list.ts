import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { DeskEntry, DeskQueue, Verdict } from '../../platform/desk.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember, type Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import { deskPage, mayDecide, operatorsNeeded, secondOperatorFrom } from './rules.ts'
import { listVerdicts, type VerdictRow } from './store.ts'

type Page = AnswerOf<'GET /api/console/desk/:queue'>
type Item = Page['items'][number]

/** A queue by name. @throws Refusal `NO_DATA` where no slice offers it */
export function queueOf(context: Context, name: string): DeskQueue {
  const queue = context.desk.queues().find((one) => one.name === name)
  if (!queue) throw new Refusal('NO_DATA')
  return queue
}

/** How much waits in each queue. */
export async function countQueues(
  context: Context,
  role: OperatorCaller['role'],
): Promise<AnswerOf<'GET /api/console/desk'>> {
  const queues = await Promise.all(
    context.desk.queues().map(async (queue) => ({
      queue: queue.name,
      count: await queue.count(),
      mayDecide: mayDecide(role),
    })),
  )
  return { queues }
}

/** What waits in a queue, oldest first, with the members' data and the verdicts so far. */
export async function listItems(context: Context, name: string, after: string | undefined): Promise<Page> {
  const queue = queueOf(context, name)
  const entries = await queue.list({ ...(after !== undefined && { after }), limit: deskPage + 1 })
  const shown = entries.slice(0, deskPage)
  const verdicts = await listVerdicts(
    context.db,
    name,
    shown.map(({ id }) => id),
  )
  const items = await Promise.all(
    shown.map((entry) =>
      itemOf(
        context,
        queue,
        entry,
        verdicts.filter(({ item_id }) => item_id === entry.id),
      ),
    ),
  )
  return { items, next: entries.length > deskPage ? (shown.at(-1)?.id ?? null) : null }
}

async function itemOf(
  context: Context,
  queue: DeskQueue,
  { memberId, ...entry }: DeskEntry,
  verdicts: VerdictRow[],
): Promise<Item> {
  const said = verdicts[0]
  const amount = entry.amount ?? (said?.amount_minor ? fromMinor(said.amount_minor) : null)
  const memberOf = async (id: string | null) => {
    const member = id === null ? undefined : await findMember(context, id)
    return member ? deskMember(member) : null
  }
  return {
    ...entry,
    queue: queue.name,
    member: await memberOf(memberId),
    verdicts: await Promise.all(
      verdicts.map(async (one) => ({
        verdict: one.verdict,
        operatorId: one.operator_id,
        name: one.operator_name,
        at: one.at.toISOString(),
        reason: one.reason,
        member: await memberOf(one.member_id),
        amount: one.amount_minor === null ? null : fromMinor(one.amount_minor),
      })),
    ),
    approvalsNeeded: await neededFor(context, queue, 'approve', { ...entry, amount }),
    refusalsNeeded: await neededFor(context, queue, 'refuse', entry),
  }
}

/** How many operators must say so about an amount, in the currency's major unit. */
export async function neededFor(
  { settings }: Context,
  { refusalInDoubt }: DeskQueue,
  verdict: Verdict,
  { amount, currency }: Pick<DeskEntry, 'amount' | 'currency'>,
): Promise<number> {
  const limit = await settings.get(secondOperatorFrom[currency])
  return operatorsNeeded(verdict, { amount, limit, refusalInDoubt })
}

/** A member as operators see them. */
export const deskMember = (member: Member) => ({
  _id: member.id,
  name: member.name,
  username: member.username,
  bankCode: member.bankCode,
  bankAccountName: member.bankAccountName,
  bankAccountNo: member.bankAccountNo,
})

/** What a decision was made on, for the audit log; the picture's signed link would soon be worthless, and is a key. */
export function snapshotOf(entry: DeskEntry): Record<string, unknown> {
  return {
    createdAt: entry.createdAt,
    memberId: entry.memberId,
    amountMinor: entry.amount === null ? null : toMinor(entry.amount),
    currency: entry.currency,
    why: entry.reason,
    evidence: entry.evidence,
    picture: entry.picture?.split('?')[0] ?? null,
  }
}
