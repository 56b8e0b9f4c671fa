import type { AnswerOf } from '@krapao/contract/client.ts'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deskMember, findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { audit } from '../operator/public.ts'
import { comparedFor, findEntry, queueOf, withOwners } from './list.ts'
import { refusalsOf } from './member-summary.ts'

type Answer = AnswerOf<'GET /api/console/desk/:queue/:id/evidence'>

/**
 * The evidence for a decision about a waiting item (rules.md §17.7), from the slice that owns it, with the
 * members' data as the asking operator sees them.
 * @throws Refusal `NO_DATA` if the item does not wait
 */
export async function evidenceAbout(
  context: Context,
  operator: OperatorCaller,
  { queue: name, id }: { queue: string; id: string },
): Promise<Answer> {
  const queue = queueOf(context, name)
  const entry = await findEntry(queue, id)
  if (!entry) throw new Refusal('NO_DATA')
  const { members, paidFor, reports, slips, origin, sharers, ...others } =
    (await queue.evidence?.(entry)) ?? {}
  return {
    ...others,
    ...(members && {
      members: (await withMembers(context, members)).map((possible) => ({
        ...possible,
        ...comparedFor(operator, { queue: queue.name, evidence: entry.evidence }, possible.member),
      })),
    }),
    ...(paidFor && { paidFor: await withMembers(context, paidFor) }),
    ...(reports && { reports: await withOwners(context, reports) }),
    ...(slips && { slips: await withMembers(context, slips) }),
    ...(sharers && { sharers: await withMembers(context, sharers) }),
    ...(origin && {
      origin: {
        ...origin,
        ties: await withMembers(context, origin.ties),
        refusals: entry.memberId === null ? [] : await refusalsOf(context, entry.memberId),
      },
    }),
  }
}

/**
 * Has the other side of an uncertain payment asked at once. The follow-up of the slice asks it, so that two
 * operators and a sweep at one moment make one question. Audited where it made one due.
 * @throws Refusal `NO_DATA` if the item does not wait, or nobody outside can settle it by an answer
 */
export async function askOutsideAgain(
  context: Context,
  { operatorId }: OperatorCaller,
  { queue: name, id }: { queue: string; id: string },
): Promise<AnswerOf<'POST /api/console/desk/:queue/:id/ask'>> {
  const queue = queueOf(context, name)
  const entry = await findEntry(queue, id)
  if (!entry || !queue.askOutside || entry.reason === 'CONTRADICTION') throw new Refusal('NO_DATA')
  const isAsked = await transaction(context.db, async (tx) => {
    if (!(await queue.askOutside?.(tx, entry, context.clock))) return false
    await audit(context, tx, {
      operatorId,
      action: 'desk.outside-asked',
      subject: `${name}:${id}`,
      reason: '',
      details: entry.memberId === null ? {} : { memberId: entry.memberId },
    })
    return true
  })
  return { status: isAsked ? 'ASKED' : 'UNDER_WAY' }
}

async function withMembers<Part extends { memberId: string }>(context: Context, parts: Part[]) {
  const shown = await Promise.all(
    parts.map(async ({ memberId, ...part }) => {
      const member = await findMember(context, memberId)
      return member ? [{ ...part, member: deskMember(member) }] : []
    }),
  )
  return shown.flat()
}
