import { fromMinor } from '@krapao/contract/money.ts'
import { flowsOf } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember, type Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import { boundsOf, type Period } from './rules.ts'

/** The sums of a member's deposits and withdrawals within a time, in baht or kip, and the member. */
export async function readSums(
  context: Context,
  memberId: string,
  period: Period,
): Promise<{ member: Member; sums: { in: number; out: number } }> {
  const [member, [flows = []]] = await Promise.all([
    findMember(context, memberId),
    flowsOf(context.db, memberId, [boundsOf(period)]),
  ])
  // The session was read a moment ago, so the member exists.
  if (!member) throw new Refusal('invalid-token')
  const { inMinor = 0, outMinor = 0 } = flows.find(({ asset }) => asset === member.currency) ?? {}
  return { member, sums: { in: fromMinor(inMinor), out: fromMinor(outMinor) } }
}
