import { randomUUID } from 'node:crypto'
import type { AnswerOf, ExpectedOf } from '@krapao/contract/client.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { WheelSlice } from '@krapao/contract/slices/campaign/content.ts'
import { claimErrors } from '@krapao/contract/slices/spinwheel/claim-coupon.ts'
import { house, lockWallet } from '../../ledger/public.ts'
import { keepClaim } from '../../platform/claims.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { untilAlone } from '../../platform/until-alone.ts'
import {
  type BonusVersion,
  bonusIdOf,
  giveBonus,
  giveWon,
  grant,
  lapseOf,
  readBefore,
  termsOf,
} from '../bonus/public.ts'
import type { Context } from '../context.ts'
import { coinLegs } from './coins.ts'
import { type Coupon, findCoupon, insertRequest, markClaimed } from './coupon-store.ts'
import { claimIdOf, prizeOf } from './rules.ts'
import { wheelOf } from './wheel.ts'

type ClaimAnswer = AnswerOf<'POST /api/spinwheel/coupon/claim'>
type ClaimExpected = ExpectedOf<'POST /api/spinwheel/coupon/claim'>
type ClaimError = (typeof claimErrors)[number]

/**
 * Claims a coupon, once (rules.md §11.3): what it brings and its state are one transaction. The member's
 * wallet is locked first, then the coupon, then the counts of a campaign.
 * @param key the caller's `Idempotency-Key`: the same key answers the same claim, also after a crash
 * @param expected the figures that the member was shown
 * @throws Refusal `FIGURES_CHANGED`
 * @returns why it was not claimed as an answer, as product.md §7 has it; the coupon is as it was then
 */
export async function claim(
  context: Context,
  memberId: string,
  couponId: string,
  { key, expected }: { key: string | undefined; expected: ClaimExpected | undefined },
): Promise<ClaimAnswer> {
  const claimId = claimIdOf(memberId, `${couponId}:${key ?? randomUUID()}`)
  const find = () => findCoupon(context.db, memberId, { id: couponId, now: context.clock.now() })
  return untilAlone(async () => {
    const coupon = await find()
    if (coupon?.claimId === claimId) return answerOf(coupon)
    const refused = refusalOf(coupon, context.clock.now())
    if (refused || !coupon) return { success: false, error: refused ?? 'NO_CLAIMABLE_COUPON' }
    const slice = prizeOf(await wheelOf(context, coupon), coupon)
    if (slice === 'NOT_THERE') return { success: false, error: 'INVALID_PRIZE_CODE' }
    if (slice === 'OTHER_TYPE') return { success: false, error: 'INVALID_COUPON_TYPE' }
    try {
      const give = await giverOf(context, coupon, slice, expected)
      await transaction(context.db, (tx) => claimIn(context, tx, coupon, { give, claimId }))
      return answerOf(coupon)
    } catch (error) {
      const code = error instanceof Refusal && claimErrors.find((known) => known === error.code)
      if (!code) throw error
      // Another claim of this coupon may be why its bonus is refused, and is what the member should hear of.
      const now = await find()
      if (now?.claimId === claimId) return answerOf(now)
      return { success: false, error: refusalOf(now, context.clock.now()) ?? code }
    }
  })
}

/** Why a coupon cannot be claimed now. */
function refusalOf(coupon: Coupon | undefined, now: Date): ClaimError | undefined {
  if (!coupon || coupon.state === 'CLAIMED' || coupon.state === 'REQUESTED') return 'NO_CLAIMABLE_COUPON'
  return coupon.state === 'EXPIRED' || coupon.expiresAt <= now ? 'COUPON_EXPIRED' : undefined
}

/** Gives the member the prize of a coupon, in the transaction of its claim. */
type Give = (tx: Tx) => Promise<unknown>

/** @throws Refusal one of `claimErrors`: the transaction must roll back then */
async function claimIn(
  { clock, desk }: Context,
  tx: Tx,
  { id, memberId, currency, type }: Coupon,
  { give, claimId }: { give: Give; claimId: string },
): Promise<void> {
  await lockWallet(tx, memberId, currency)
  const at = clock.now()
  const isItem = type === 'ITEM'
  if (!(await markClaimed(tx, { id, claimId, at, isItem }))) throw new Refusal('NO_CLAIMABLE_COUPON')
  await give(tx)
  await keepClaim(tx)
  if (isItem) await insertRequest(desk, tx, { id: claimId, couponId: id, at })
}

/**
 * The prize of a coupon. Everything that is asked of providers, campaigns and settings is asked here, before
 * the transaction.
 * @throws Refusal `INVALID_CODE` nothing was reserved, and its bonus is not active in the member's currency
 */
async function giverOf(
  context: Context,
  coupon: Coupon,
  { prize, label }: WheelSlice,
  expected: ClaimExpected | undefined,
): Promise<Give> {
  const { id, memberId, currency, version, amountMinor, bonus: won } = coupon
  switch (prize.kind) {
    case 'CREDIT': {
      const read = await readBefore(context, memberId)
      const terms = termsOf(prize.condition)
      const of = { source: 'luckydraw', campaign: currency, version, description: label } as const
      return (tx) =>
        grant(
          context,
          tx,
          { memberId, currency, terms, ...of },
          { from: { house: house.prize }, amountMinor, read, expected },
        )
    }
    case 'COIN':
      return (tx) =>
        context.ledger.postIn(tx, {
          key: `coupon:${id}`,
          kind: 'coin',
          memberId,
          legs: coinLegs(memberId, amountMinor),
          meta: { couponId: id },
        })
    case 'BONUS': {
      const bonus = await bonusOf(context, coupon, prize.code)
      const recipient = {
        memberId,
        id: bonusIdOf(memberId, `coupon:${id}`),
        read: await readBefore(context, memberId),
        lapsesAt: await lapseOf(context),
        expected,
      }
      if (won) {
        return (tx) => giveWon(context, tx, bonus, { ...recipient, reservedMinor: won.reservedMinor })
      }
      const asActivated = { ...recipient, whenStopped: 'INVALID_CODE' as const, looksAtTies: false }
      return (tx) => giveBonus(context, tx, bonus, asActivated)
    }
    default:
      // A person delivers an item.
      return async () => {}
  }
}

/** The bonus of a coupon: the version that was won, or the one that is active now. */
async function bonusOf(
  { campaigns }: Context,
  { currency, bonus: won }: Coupon,
  code: string,
): Promise<BonusVersion> {
  if (!won) {
    const active = await campaigns.findActive('bonus', code)
    if (active?.currency !== currency) throw new Refusal('INVALID_CODE')
    return active
  }
  const content = await campaigns.findVersion('bonus', won.code, won.version)
  if (!content) throw new TypeError(`no version ${won.version} of the bonus ${won.code}`)
  return { kind: 'bonus', code: won.code, version: won.version, currency, content }
}

const answerOf = ({ type, amountMinor }: Coupon): ClaimAnswer => ({
  success: true,
  type,
  amount: type === 'COIN' ? amountMinor : fromMinor(amountMinor),
  state: type === 'ITEM' ? 'REQUESTED' : 'CLAIMED',
})
