import { randomUUID } from 'node:crypto'
import type { OpenBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { transaction } from '../../platform/database.ts'
import type { Language } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { findBonus } from './condition/store.ts'
import { bonusIdOf, giveBonus, lapseOf, readBefore } from './give.ts'
import { showBonus } from './show.ts'

/**
 * Arms a bonus, or credits a free one at once (rules.md §7.1).
 * @param key the caller's `Idempotency-Key`: the same key answers with the same bonus while it is open, also after a crash
 * @throws Refusal `NO_DATA` and as `giveBonus`
 */
export async function activateBonus(
  context: Context,
  memberId: string,
  code: string,
  { key, language }: { key: string | undefined; language: Language },
): Promise<OpenBonus> {
  const id = bonusIdOf(memberId, `bonus:${code}:${key ?? randomUUID()}`)
  const given = await findBonus(context.db, id)
  if (!given) {
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
    }
    await transaction(context.db, (tx) => giveBonus(context, tx, campaign, recipient))
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
