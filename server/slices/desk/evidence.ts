import type { AnswerOf } from '@krapao/contract/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deskMember, findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { findEntry, queueOf } from './list.ts'

type Answer = AnswerOf<'GET /api/console/desk/:queue/:id/evidence'>

/**
 * What a decision about a waiting item needs beyond its facts (rules.md §17.7), from the slice that owns it, with the
 * members' data.
 * @throws Refusal `NO_DATA` if the item does not wait
 */
export async function evidenceAbout(
  context: Context,
  { queue: name, id }: { queue: string; id: string },
): Promise<Answer> {
  const queue = queueOf(context, name)
  const entry = await findEntry(queue, id)
  if (!entry) throw new Refusal('NO_DATA')
  const { members, paidFor, ...others } = (await queue.evidence?.(entry)) ?? {}
  return {
    ...others,
    ...(members && { members: await withMembers(context, members) }),
    ...(paidFor && { paidFor: await withMembers(context, paidFor) }),
  }
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
