import { inEachLanguage } from '@krapao/contract/languages.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { own, postingTime } from '../../ledger/public.ts'
import type { CallKey, InnerKey } from '../../platform/call-key.ts'
import { keepClaim } from '../../platform/claims.ts'
import { bangkokDay } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { textsBeside } from '../../platform/texts.ts'
import { Overtaken } from '../../platform/until-alone.ts'
import { findMember, type Member } from '../account/public.ts'
import { findOpen, grant, readBefore, termsOf } from '../bonus/public.ts'
import type { Context } from '../context.ts'
import { idOfCall, untilMoved } from '../refund/public.ts'
import { findReceipts, hasPlayingFriend, insertReceipt } from './store.ts'
import type en from './texts.en.json'

/** The credit's title in the statement. */
const texts = textsBeside<typeof en>(import.meta.dirname)
const description = inEachLanguage((language) => texts[language].description)

/** The caller. @throws Refusal `invalid-token` */
export async function callerOf(context: Context, memberId: string): Promise<Member> {
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('invalid-token')
  return member
}

/**
 * Moves all invite money to the wallet, under the condition of the active campaign; once a Bangkok day
 * (rules.md §9).
 * @param key the caller's `Idempotency-Key`
 * @param expected what the member was shown
 * @returns what was moved, in minor units
 * @throws Refusal `INVITE_INACTIVE`, `INVITE_COLLECT`, `NO_INVITEE_PLAY_INFO`, `NO_INVITE_BONUS`,
 *   `BONUS_ALREADY_ACTIVE`, `FIGURES_CHANGED`
 */
export async function receive(
  context: Context,
  memberId: string,
  { key, expected }: { key?: CallKey | InnerKey | undefined; expected?: ExpectedBonus | undefined } = {},
): Promise<number> {
  const id = idOfCall('ir', memberId, key)
  return untilMoved(async () => {
    const { db, ledger, campaigns } = context
    const day = bangkokDay(await transaction(db, (tx) => postingTime(ledger, tx)))
    const { currency } = await callerOf(context, memberId)
    const campaign = await campaigns.findActive('invite', currency)
    const amountMinor = (await ledger.balances(memberId)).get(own.invite)?.amountMinor ?? 0
    const open = await findOpen(db, memberId)
    // Behind the balance and the bonus: a call that finds these changed by a receipt finds the receipt, too.
    const { received, onDay } = await findReceipts(db, { id, memberId, day })
    if (received !== undefined) return received
    if (!campaign) throw new Refusal('INVITE_INACTIVE')
    if (onDay) throw new Refusal('INVITE_COLLECT')
    if (amountMinor === 0) {
      throw new Refusal((await hasPlayingFriend(db, memberId)) ? 'NO_INVITE_BONUS' : 'NO_INVITEE_PLAY_INFO')
    }
    if (open) throw new Refusal('BONUS_ALREADY_ACTIVE')
    const read = await readBefore(context, memberId)
    await transaction(db, async (tx) => {
      const { code, version, content } = await campaigns.requireActive(tx, campaign, 'INVITE_INACTIVE')
      const terms = termsOf(content.condition)
      const bonusId = await grant(
        context,
        tx,
        { memberId, currency, source: 'invite', campaign: code, version, description, terms },
        { from: { member: memberId, name: own.invite }, amountMinor, read, expected },
      )
      await keepClaim(tx)
      const createdAt = await postingTime(ledger, tx)
      const receipt = { id, memberId, day, amountMinor, bonusId, createdAt }
      // The money is of the day that it was looked at for: the games may have answered after midnight.
      if (bangkokDay(createdAt) !== day || !(await insertReceipt(tx, receipt))) throw new Overtaken()
      // A friend's day may have been paid meanwhile.
      const left = (await ledger.balancesIn(tx, memberId)).get(own.invite)?.amountMinor ?? 0
      if (left > 0) throw new Overtaken()
    })
    return amountMinor
  })
}
