import type { AnswerOf } from '@krapao/contract/client.ts'
import { dayAfter } from '@krapao/contract/dates.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { own } from '../../ledger/public.ts'
import { shownCondition } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { campaignOf, hasActiveBonus, readClaimable } from './claim.ts'
import { lossOf, type Sum } from './loss.ts'
import { type RefundDay, selectClaims } from './store.ts'

type CheckAnswer = AnswerOf<'GET /api/refund/check'>
type Line = CheckAnswer['days'][number]['lines'][number]

/** The cashback that a member can claim, and its calculation, line by line. */
export async function check(context: Context, memberId: string, language: Language): Promise<CheckAnswer> {
  const [{ currency, campaign }, { days, sumMinor, claimableFor }, bonus, balances] = await Promise.all([
    campaignOf(context, memberId),
    readClaimable(context, memberId),
    hasActiveBonus(context, memberId),
    context.ledger.balances(memberId),
  ])
  const content = campaign?.content
  const condition = content ? shownCondition(content.condition) : null
  const min = content?.min ?? 0
  const claimable = fromMinor(sumMinor)
  return {
    result: content !== undefined && claimable > 0 && claimable >= min,
    bonus,
    info: content?.info[language] ?? '',
    refundAmount: fromMinor(balances.get(own.refund)?.amountMinor ?? 0),
    refundSuccess: condition?.percent ?? 0,
    refundFail: condition?.percentFail ?? 0,
    claimable,
    days: days.map((day) => ({
      ...toDay(day),
      min,
      until: dayAfter(day.day, claimableFor + day.heldDays),
    })),
    condition,
    terms: content ? { percent: content.percent, min: content.min, max: content.max } : null,
    version: campaign?.version ?? null,
    currency,
  }
}

const toDay = (day: RefundDay): Omit<CheckAnswer['days'][number], 'min' | 'until'> => ({
  day: day.day,
  lines: linesOf(day),
  loss: fromMinor(day.lossMinor),
  percent: day.percent,
  max: fromMinor(day.maxMinor),
  amount: fromMinor(day.amountMinor),
})

/** Their losses add up to the loss that counts. */
function linesOf({ products, bonusFunded, carriedMinor }: RefundDay): Line[] {
  const amounts = ({ stakeMinor, winMinor }: Sum) => ({
    stake: fromMinor(stakeMinor),
    win: fromMinor(winMinor),
  })
  const lines = products.map(
    ({ product, ...sum }): Line => ({
      kind: 'product',
      product,
      ...amounts(sum),
      loss: fromMinor(lossOf(sum)),
    }),
  )
  if (bonusFunded) {
    const loss = fromMinor(-lossOf(bonusFunded))
    lines.push({ kind: 'bonus-funded', product: '', ...amounts(bonusFunded), loss })
  }
  if (carriedMinor > 0) {
    const won = { stakeMinor: 0, winMinor: carriedMinor }
    lines.push({ kind: 'carried', product: '', ...amounts(won), loss: fromMinor(lossOf(won)) })
  }
  return lines
}

/** A page of a member's claims, newest first; `page` from 1. */
export async function listClaims(
  context: Context,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<AnswerOf<'POST /api/refund'>> {
  const [{ currency }, { total, claims }] = await Promise.all([
    campaignOf(context, memberId),
    selectClaims(context.db, memberId, { limit, offset: (page - 1) * limit }),
  ])
  return {
    total,
    refunds: claims.map(({ id, amountMinor, createdAt }) => ({
      _id: id,
      refundAmount: fromMinor(amountMinor),
      createdAt: createdAt.toISOString(),
    })),
    currency,
  }
}
