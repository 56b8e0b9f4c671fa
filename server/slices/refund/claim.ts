import { inEachLanguage } from '@krapao/contract/languages.ts'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { house, own } from '../../ledger/public.ts'
import type { CallKey, InnerKey } from '../../platform/call-key.ts'
import { keepClaim } from '../../platform/claims.ts'
import { transaction } from '../../platform/database.ts'
import { requireExpected } from '../../platform/expected.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import { textsBeside } from '../../platform/texts.ts'
import { Overtaken } from '../../platform/until-alone.ts'
import { findMember } from '../account/public.ts'
import { findOpen, grant, readBefore, termsOf } from '../bonus/public.ts'
import type { ActiveCampaign } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { idOfCall, untilMoved } from './once.ts'
import {
  type ClaimableDay,
  findClaimed,
  findMoved,
  insertClaim,
  insertMove,
  type RefundDay,
  selectUnclaimed,
} from './store.ts'
import { lossTermsOf } from './terms.ts'
import type en from './texts.en.json'

/**
 * How cashback comes to a member (rules.md §10): it is claimed to the account `refund`, and moved from there
 * to the wallet.
 */

/** A call to move waiting cashback: its `Idempotency-Key`, and the figures that the member was shown. */
interface Asked<Figures> {
  key?: CallKey | InnerKey | undefined
  expected?: Figures | undefined
}

/** A claim takes the days that a check lists: a month at most, and those that a bonus has kept. */
const claimableDays = defineSetting(
  'refund.claimableDays',
  Type.Integer({ minimum: 1, maximum: 31 }),
  30,
  'Days for which cashback can be claimed; today is none of them, and what is not claimed by then lapses. Days on which a bonus keeps it from being claimed are added',
)

/** The credit's title in the statement. */
const texts = textsBeside<typeof en>(import.meta.dirname)
const description = inEachLanguage((language) => texts[language].description)

/** The member's currency and the active campaign in it; null: there is none. */
export async function campaignOf(
  context: Context,
  memberId: string,
): Promise<{ currency: Currency; campaign: ActiveCampaign<'refund'> | null }> {
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('invalid-token')
  const { currency } = member
  return { currency, campaign: (await context.campaigns.findActive('refund', currency)) ?? null }
}

/** The days that a claim would be made of now, newest first, their sum, and for how many days each waits. */
export async function readClaimable(
  { db, clock, settings }: Context,
  memberId: string,
): Promise<{ days: ClaimableDay[]; sumMinor: number; claimableFor: number }> {
  const claimableFor = await settings.get(claimableDays)
  const days = await selectUnclaimed(db, memberId, { now: clock.now(), claimableFor })
  return { days, sumMinor: days.reduce((sum, { amountMinor }) => sum + amountMinor, 0), claimableFor }
}

/** Whether a bonus of the member is active, which closes the claim. */
export const hasActiveBonus = async ({ db }: Context, memberId: string): Promise<boolean> =>
  (await findOpen(db, memberId))?.state === 'ACTIVE'

/**
 * Claims every day that can be claimed.
 * @param key the caller's `Idempotency-Key`
 * @param expected the figures that the member was shown
 * @returns the claimed sum, in minor units
 * @throws Refusal `REFUND_INACTIVE`, `NO_REFUND`, `REFUND_CONDITION`, `REFUND_MINIMUM`, `FIGURES_CHANGED`
 */
export async function claim(
  context: Context,
  memberId: string,
  { key, expected }: Asked<{ amount: number }> = {},
): Promise<number> {
  const id = idOfCall('rc', memberId, key)
  return untilMoved(async () => {
    const claimed = await findClaimed(context.db, id)
    if (claimed !== undefined) return claimed
    const { currency, campaign } = await campaignOf(context, memberId)
    if (!campaign) throw new Refusal('REFUND_INACTIVE')
    const { days, sumMinor } = await readClaimable(context, memberId)
    if (sumMinor === 0) throw new Refusal('NO_REFUND')
    if (await hasActiveBonus(context, memberId)) throw new Refusal('REFUND_CONDITION')
    if (sumMinor < lossTermsOf(campaign.content).minMinor) throw new Refusal('REFUND_MINIMUM')
    // The transaction claims exactly these days, or is overtaken and looks again.
    requireExpected(expected, { amount: fromMinor(sumMinor) })
    await storeClaim(context, { id, memberId, currency, amountMinor: sumMinor }, days)
    return sumMinor
  })
}

/** @throws Overtaken */
async function storeClaim(
  { db, ledger, clock }: Context,
  claim: { id: string; memberId: string; currency: Currency; amountMinor: number },
  days: RefundDay[],
): Promise<void> {
  const { id, memberId, currency, amountMinor } = claim
  await transaction(db, async (tx) => {
    // The account is locked before the rows: another claim waits here.
    const journal = await ledger.postIn(tx, {
      key: `refund:${id}`,
      kind: 'refund',
      memberId,
      legs: [
        { account: { house: house.bonus }, asset: currency, amountMinor: -amountMinor },
        { account: { member: memberId, name: own.refund }, asset: currency, amountMinor },
      ],
      meta: { claimId: id, days: days.map(({ day }) => day) },
    })
    await keepClaim(tx)
    const dates = days.map(({ day }) => day)
    if (journal.replayed || !(await insertClaim(tx, { ...claim, createdAt: clock.now() }, dates))) {
      throw new Overtaken()
    }
  })
}

/**
 * Moves all claimed cashback to the wallet, under the condition of the active campaign.
 * @param key the caller's `Idempotency-Key`
 * @param expected the figures that the member was shown
 * @returns the moved sum, in minor units
 * @throws Refusal `REFUND_INACTIVE`, `NO_REFUND`, `BONUS_ALREADY_ACTIVE`, `FIGURES_CHANGED`
 */
export async function moveToWallet(
  context: Context,
  memberId: string,
  { key, expected }: Asked<ExpectedBonus> = {},
): Promise<number> {
  const { db, ledger, clock, campaigns } = context
  const id = idOfCall('rm', memberId, key)
  return untilMoved(async () => {
    const moved = await findMoved(db, id)
    if (moved !== undefined) return moved
    const { currency, campaign } = await campaignOf(context, memberId)
    if (!campaign) throw new Refusal('REFUND_INACTIVE')
    const amountMinor = (await ledger.balances(memberId)).get(own.refund)?.amountMinor ?? 0
    if (amountMinor === 0) throw new Refusal('NO_REFUND')
    const read = await readBefore(context, memberId)
    await transaction(db, async (tx) => {
      const { code, version, content } = await campaigns.requireActive(tx, campaign, 'REFUND_INACTIVE')
      const terms = termsOf(content.condition)
      const bonusId = await grant(
        context,
        tx,
        { memberId, currency, source: 'refund', campaign: code, version, description, terms },
        { from: { member: memberId, name: own.refund }, amountMinor, read, expected },
      )
      await keepClaim(tx)
      const move = { id, memberId, amountMinor, bonusId, createdAt: clock.now() }
      if (!(await insertMove(tx, move))) throw new Overtaken()
      const left = (await ledger.balancesIn(tx, memberId)).get(own.refund)?.amountMinor ?? 0
      if (left > 0) throw new Overtaken()
    })
    return amountMinor
  })
}
