import type { AnswerOf } from '@krapao/contract/client.ts'
import { isPersonalFact } from '@krapao/contract/personal-number.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deskMember, findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { auditShown } from '../operator/public.ts'
import { readItem, subjectOf } from './decided.ts'

/** Phone and account numbers that are masked to some roles, shown whole one by one (rules.md §17.8). */

/** @throws Refusal `NO_DATA` if there is no such member */
export async function numbersOfMember(
  context: Context,
  operator: OperatorCaller,
  memberId: string,
): Promise<AnswerOf<'POST /api/console/members/:id/numbers'>> {
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('NO_DATA')
  const { username, bankAccountNo } = deskMember(member)
  const numbers = [
    { label: 'username', value: username },
    { label: 'bankAccountNo', value: bankAccountNo },
  ]
  await auditShown(context, operator, { subject: `member:${memberId}`, memberId, numbers })
  return { username, bankAccountNo }
}

/**
 * The account numbers among the facts of an item, waiting or decided. Where it has none, nothing is audited.
 * @throws Refusal `NO_DATA` if there never was such an item
 */
export async function numbersOfItem(
  context: Context,
  operator: OperatorCaller,
  params: { queue: string; id: string },
): Promise<AnswerOf<'POST /api/console/desk/:queue/:id/numbers'>> {
  const { item, decision } = await readItem(context, operator, params)
  const { evidence = [], member = null } = item ?? decision ?? {}
  const numbers = evidence.filter(({ label }) => isPersonalFact(params.queue, label))
  if (numbers.length > 0) {
    await auditShown(context, operator, {
      subject: subjectOf(params),
      memberId: member?._id ?? null,
      numbers,
    })
  }
  return { numbers }
}
