import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
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
  language: Language,
): Promise<AnswerOf<'POST /api/invite'>> {
  const [{ currency }, { total, days }, friends, balances] = await Promise.all([
    callerOf(context, memberId),
    selectPaid(context.db, memberId, { limit, offset: (page - 1) * limit }),
    countInvited(context.db, memberId),
    context.ledger.balances(memberId),
  ])
  const campaign = await context.campaigns.findActive('invite', currency)
  const names = await namesOf(
    context,
    days.map(({ inviteeId }) => inviteeId),
  )
  return {
    total,
    invites: days.map((invite) => ({
      _id: String(invite.id),
      from: { name: shortenName(names.get(invite.inviteeId) ?? '') },
      amount: fromMinor(invite.amountMinor),
      createdAt: invite.createdAt.toISOString(),
      day: invite.day,
      stake: fromMinor(invite.stakeMinor),
      win: fromMinor(invite.winMinor),
      bonusLoss: fromMinor(invite.bonusLossMinor),
      carried: fromMinor(invite.carriedMinor),
      percent: invite.percent,
    })),
    friends,
    amount: fromMinor(balances.get(own.invite)?.amountMinor ?? 0),
    terms: campaign ? termsIn(campaign.content) : null,
    info: campaign?.content.info[language] ?? '',
    currency,
  }
}

const termsIn = ({ percent, min, max }: ContentOf<'invite'>) => ({ percent, min, max })

async function namesOf(context: Context, ids: string[]): Promise<Map<string, string>> {
  const friends = await Promise.all([...new Set(ids)].map((id) => findMember(context, id)))
  return new Map(friends.flatMap((friend) => (friend ? [[friend.id, friend.name]] : [])))
}
