import type { Language } from '@krapao/contract/languages.ts'
import { toMinor } from '@krapao/contract/money.ts'
import type { Bonus, MemberBanner } from '@krapao/contract/slices/bonus/bonus.ts'
import type { BonusPage } from '@krapao/contract/slices/bonus/list-bonuses.ts'
import type { Banner } from '@krapao/contract/slices/campaign/content.ts'
import { findMember } from '../account/public.ts'
import { shownCondition } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { totalOf } from './condition/grant.ts'
import { type Received, receivedOf } from './condition/store.ts'
import { countReceived, countsNow } from './eligibility.ts'

/** Most entries of what a member received. */
const maxShown = 100

/** The bonuses on offer in the member's currency, each with what the member has of it (product.md §3). */
export async function listBonuses(context: Context, memberId: string, language: Language): Promise<Bonus[]> {
  const [member, campaigns, received] = await Promise.all([
    findMember(context, memberId),
    context.campaigns.listActive('bonus'),
    receivedOf(context.db, memberId, 'bonus'),
  ])
  const now = context.clock.now()
  return campaigns
    .filter(({ currency }) => currency === member?.currency)
    .map(({ code, version, currency, endsAt, content }) => {
      const { title, description, type, maxReceived, condition, banners, credit, maxTotal } = content
      const own = received.get(code)
      return {
        code,
        version,
        title: title[language],
        description: description[language],
        type,
        maxReceived,
        percentFail: condition.percentFail,
        banners: banners.map((banner) => bannerOf(banner, language)),
        credit,
        condition: shownCondition(condition),
        maxTotal,
        currency,
        endsAt: endsAt?.toISOString() ?? null,
        isReceived: countReceived(type, own?.at ?? [], now) >= maxReceived,
        userBonus: own ? userBonusOf(own, type, now) : null,
      }
    })
}

/** Offers on a page, where it is not said. */
const perPage = 10

/**
 * A page of the same, in the order in which a member wants to see them: the own one, what can be taken, what
 * the member has too much for, what was received as often as it is given.
 */
export async function pageOfBonuses(
  context: Context,
  memberId: string,
  language: Language,
  { page = '1', limit = String(perPage) }: { page?: string; limit?: string },
): Promise<BonusPage> {
  const [bonuses, balances] = await Promise.all([
    listBonuses(context, memberId, language),
    context.ledger.balances(memberId),
  ])
  const totalMinor = totalOf(balances)
  const places: Bonus[][] = [[], [], [], []]
  for (const bonus of bonuses) places[placeOf(bonus, totalMinor)]?.push(bonus)
  const first = (Number(page) - 1) * Number(limit)
  return { total: bonuses.length, bonuses: places.flat().slice(first, first + Number(limit)) }
}

function placeOf({ userBonus, isReceived, maxTotal }: Bonus, totalMinor: number): 0 | 1 | 2 | 3 {
  if (userBonus?.isActive) return 0
  if (isReceived) return 3
  return totalMinor > toMinor(maxTotal) ? 2 : 1
}

export const bannerOf = ({ image, html }: Banner, language: Language): MemberBanner => ({
  image: `/files/campaign/${image}`,
  html: html[language],
})

const userBonusOf = ({ id, isOpen, at }: Received, type: Bonus['type'], now: Date): Bonus['userBonus'] => ({
  _id: id,
  isActive: isOpen,
  received: at
    .filter((instant) => countsNow(type, instant, now))
    .slice(-maxShown)
    .map((instant) => ({ updatedAt: instant.toISOString() })),
})
