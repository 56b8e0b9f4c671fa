import { randomUUID } from 'node:crypto'
import type { Language } from '@krapao/contract/languages.ts'
import type { ExpectedBonus, OpenBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { keepClaim } from '../../platform/claims.ts'
import { transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { findBonus } from './condition/store.ts'
import { bonusIdOf, giveBonus, lapseOf, readBefore } from './give.ts'
import { againOf } from './review.ts'
import { findReview } from './review-store.ts'
import { showBonus } from './show.ts'

/**
 * Arms a bonus, or credits a free one at once (rules.md §7.1).
 * @param key the caller's `Idempotency-Key`: the same key answers with the same bonus while it is open, also
 *   after a crash
 * @param expected what the member was shown
 * @throws Refusal `NO_DATA`, `BONUS_REVIEW` it waits for a person, and as `giveBonus`
 */
export async function activateBonus(
  context: Context,
  memberId: string,
  code: string,
  {
    key,
    language,
    expected,
  }: { key: string | undefined; language: Language; expected?: ExpectedBonus | undefined },
): Promise<OpenBonus> {
  const id = bonusIdOf(memberId, `bonus:${code}:${key ?? randomUUID()}`)
  if (!(await findBonus(context.db, id))) {
    const review = await findReview(context.db, id)
    if (review) throw new Refusal(againOf(review.state, 'BONUS_MAX_CLAIMED'))
    const [member, campaign] = await Promise.all([
      findMember(context, memberId),
      context.campaigns.findActive('bonus', code),
    ])
    if (!campaign || campaign.currency !== member?.currency) throw new Refusal('NO_DATA')
    const recipient = {
      memberId,
      id,
      read: await readBefore(context, memberId),
      lapsesAt: await lapseOf(context),
      whenStopped: 'NO_DATA' as const,
      looksAtTies: true,
      expected,
    }
    const outcome = await transaction(context.db, async (tx) => {
      const given = await giveBonus(context, tx, campaign, recipient)
      await keepClaim(tx)
      return given
    })
    if (outcome === 'waiting') throw new Refusal('BONUS_REVIEW')
  }
  return answerOf(context, id, language)
}

/** A bonus that was given just now. @throws Refusal `NO_DATA` it has ended since */
export async function answerOf(context: Context, id: string, language: Language): Promise<OpenBonus> {
  const bonus = await findBonus(context.db, id)
  const shown = bonus && bonus.endedAt === null ? await showBonus(context, bonus, language) : null
  if (!shown) throw new Refusal('NO_DATA')
  return shown
}
