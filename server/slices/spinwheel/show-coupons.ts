import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { ContentOf, Prize } from '@krapao/contract/slices/campaign/content.ts'
import type { Coupon as ShownCoupon } from '@krapao/contract/slices/spinwheel/wheel.ts'
import { findOpen, findWaiting } from '../bonus/public.ts'
import { shownCondition } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { type Coupon, selectCoupons } from './coupon-store.ts'
import { wheelsOf } from './wheel.ts'

/** Coupons as their member sees them; texts in the caller's language. */

/** The most coupons that are shown. */
const shownCoupons = 100

export async function listCoupons(
  context: Context,
  memberId: string,
  language: Language,
): Promise<AnswerOf<'GET /api/spinwheel/coupon'>> {
  const { db, clock } = context
  const now = clock.now()
  const coupons = await selectCoupons(db, memberId, now, shownCoupons)
  const [wheelAt, bonusOf, open, waiting] = await Promise.all([
    wheelsOf(context, coupons),
    bonusesOf(context, coupons),
    findOpen(db, memberId),
    findWaiting(db, memberId),
  ])
  return coupons.map((coupon) => {
    const { id, code, version, type, amountMinor, currency, createdAt, expiresAt, latestAt } = coupon
    const slice = wheelAt(coupon)?.slices.find((candidate) => candidate.code === code)
    // One whose time has just ended is not marked yet.
    const state = coupon.state === 'AVAILABLE' && expiresAt <= now ? 'EXPIRED' : coupon.state
    const isHeld =
      (type === 'BONUS' && (open ?? waiting) !== undefined) || (type === 'CREDIT' && open !== undefined)
    return {
      _id: id,
      prize: { name: slice?.label[language] ?? code, slice: code },
      type,
      amount: type === 'COIN' ? amountMinor : fromMinor(amountMinor),
      currency,
      under: underOf(coupon, slice?.prize, bonusOf(coupon, slice?.prize)),
      version,
      state,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      heldUntil: state === 'AVAILABLE' && isHeld && expiresAt < latestAt ? latestAt.toISOString() : null,
    }
  })
}

interface BonusVersion {
  version: number
  content: ContentOf<'bonus'>
  isReserved: boolean
}

/** The bonuses of several coupons: the version that was won, or the one that is active now. */
async function bonusesOf(
  { campaigns }: Context,
  coupons: readonly Coupon[],
): Promise<(coupon: Coupon, prize: Prize | undefined) => BonusVersion | undefined> {
  const ofBonuses = coupons.filter(({ type }) => type === 'BONUS')
  const nameOf = ({ code, version }: { code: string; version: number }) => `${code}/${version}`
  const reserved = new Map(ofBonuses.flatMap(({ bonus }) => (bonus ? [[nameOf(bonus), bonus] as const] : [])))
  const [active, found] = await Promise.all([
    ofBonuses.some(({ bonus }) => bonus === null) ? campaigns.listActive('bonus') : [],
    Promise.all(
      [...reserved].map(async ([name, { code, version }]) => {
        return [name, await campaigns.findVersion('bonus', code, version)] as const
      }),
    ),
  ])
  const contents = new Map(found)
  return ({ bonus, currency }, prize) => {
    if (prize?.kind !== 'BONUS') return undefined
    if (bonus) {
      const content = contents.get(nameOf(bonus))
      return content && { version: bonus.version, content, isReserved: true }
    }
    const now = active.find((candidate) => candidate.code === prize.code && candidate.currency === currency)
    return now && { version: now.version, content: now.content, isReserved: false }
  }
}

/** The condition of what a coupon brings; null: none, or the bonus of the coupon is not offered. */
function underOf(
  { version, amountMinor }: Coupon,
  prize: Prize | undefined,
  bonus: BonusVersion | undefined,
): ShownCoupon['under'] {
  if (prize?.kind === 'CREDIT') {
    const condition = shownCondition(prize.condition)
    return { version, condition, amount: fromMinor(amountMinor), maxTotal: null }
  }
  if (!bonus) return null
  const { credit, condition, maxTotal } = bonus.content
  return {
    version: bonus.version,
    condition: shownCondition(condition),
    amount: credit.kind === 'free' ? credit.amount : null,
    // One that was won is given whatever the member has.
    maxTotal: bonus.isReserved ? null : maxTotal,
  }
}
