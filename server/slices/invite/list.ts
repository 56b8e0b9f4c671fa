import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { own } from '../../ledger/public.ts'
import { countInvited, findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { callerOf } from './receive.ts'
import { shortenName } from './rules.ts'
import { selectPaid } from './store.ts'

/** A page of what a member's friends brought, newest first; `page` from 1. */
export async function listInvites(
  context: Context,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<AnswerOf<'POST /api/invite'>> {
  const [{ currency }, { total, days }, friends, balances] = await Promise.all([
    callerOf(context, memberId),
    selectPaid(context.db, memberId, { limit, offset: (page - 1) * limit }),
    countInvited(context.db, memberId),
    context.ledger.balances(memberId),
  ])
  const names = await namesOf(
    context,
    days.map(({ inviteeId }) => inviteeId),
  )
  return {
    total,
    invites: days.map((one) => ({
      _id: String(one.id),
      from: { name: shortenName(names.get(one.inviteeId) ?? '') },
      amount: fromMinor(one.amountMinor),
      createdAt: one.createdAt.toISOString(),
      day: one.day,
      stake: fromMinor(one.stakeMinor),
      win: fromMinor(one.winMinor),
      percent: one.percent,
    })),
    friends,
    amount: fromMinor(balances.get(own.invite)?.amountMinor ?? 0),
    currency,
  }
}

async function namesOf(context: Context, ids: string[]): Promise<Map<string, string>> {
  const friends = await Promise.all([...new Set(ids)].map((id) => findMember(context, id)))
  return new Map(friends.flatMap((friend) => (friend ? [[friend.id, friend.name]] : [])))
}
