import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { BonusEnd, PastBonus } from '@krapao/contract/slices/bonus/list-past-bonuses.ts'
import type { Context } from '../context.ts'
import { isByHouse } from './by-hand/request.ts'
import { returnedBy } from './condition/returned.ts'
import { type MemberBonus, selectPast } from './condition/store.ts'
import { memberConditionOf } from './terms-of.ts'

/** A page of the member's bonuses that have ended, newest first; `page` from 1. */
export async function listPast(
  { db }: Pick<Context, 'db'>,
  memberId: string,
  { page, limit }: { page: number; limit: number },
  language: Language,
): Promise<AnswerOf<'POST /api/bonus/past'>> {
  const { total, bonuses } = await selectPast(db, memberId, { limit, offset: (page - 1) * limit })
  return { total, bonuses: bonuses.map((bonus) => shownPast(bonus, language)) }
}

function shownPast(bonus: MemberBonus & { endedAt: Date }, language: Language): PastBonus {
  const { id, source, campaign, description, terms, creditedAt, endedAt, endedBy, currency } = bonus
  const end = endOf(bonus)
  return {
    _id: id,
    source,
    code: campaign,
    title: description[language],
    end,
    creditedAt: creditedAt?.toISOString() ?? null,
    endedAt: endedAt.toISOString(),
    condition: memberConditionOf(terms),
    deposit: fromMinor(bonus.depositMinor),
    bonus: fromMinor(bonus.bonusMinor),
    figures: endedBy && {
      current: fromMinor(endedBy.currentMinor),
      required: fromMinor(endedBy.requiredMinor),
      total: fromMinor(endedBy.totalMinor),
      returned: end === 'REVERSED' && endedBy.state !== 'reversed' ? null : fromMinor(returnedBy(bonus)),
    },
    currency,
  }
}

function endOf({ state, creditedAt, endedFor }: MemberBonus): BonusEnd {
  if (state === 'ARMED' || state === 'ACTIVE') throw new TypeError('the bonus has not ended')
  if (isByHouse(endedFor)) return 'BY_HOUSE'
  if (state !== 'CANCELLED') return state
  if (creditedAt) return 'REVERSED'
  return endedFor === null ? 'LAPSED' : 'CANCELLED'
}
