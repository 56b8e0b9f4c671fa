import { randomUUID } from 'node:crypto'
import { type Currency, toMinor } from '@krapao/contract/money.ts'
import type { OpenBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import type { Promotion } from '@krapao/contract/slices/promotion/promotion.ts'
import { house, lockWallet } from '../../ledger/public.ts'
import { bangkokDay } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { Language } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineAmounts, defineSetting, Type } from '../../platform/settings.ts'
import { findMember } from '../account/public.ts'
import {
  bonusIdOf,
  findBonus,
  findOpen,
  grant,
  memberConditionOf,
  offeredBy,
  readBefore,
  receivedOf,
  showBonus,
  termsOf,
  totalOf,
} from '../bonus/public.ts'
import type { ActiveCampaign } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { addUse, lockUses } from './store.ts'

/** Codes that credit money under a condition, once per member (rules.md §8). */

defineSetting(
  'promotion.searchesPerMinute',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  20,
  'Promotion codes that a member may try in a minute',
)
export const maxTotal = defineAmounts(
  'promotion.maxTotal',
  { THB: 50, LAK: 30_000 },
  'A member with more than this in all has to play on before using a promotion code',
)

/** The promotion of a code that the member typed. @throws Refusal `NO_PROMOTION` also for one of another currency */
async function findFor(
  context: Context,
  memberId: string,
  typed: string,
): Promise<ActiveCampaign<'promotion'>> {
  const [member, campaign] = await Promise.all([
    findMember(context, memberId),
    context.campaigns.findActive('promotion', typed.toUpperCase()),
  ])
  if (!campaign || campaign.currency !== member?.currency) throw new Refusal('NO_PROMOTION')
  return campaign
}

export async function findPromotion(
  context: Context,
  memberId: string,
  typed: string,
  language: Language,
): Promise<Promotion> {
  const { code, currency, endsAt, content } = await findFor(context, memberId, typed)
  const { title, description, amount, condition } = content
  return {
    code,
    title: title[language],
    description: description[language],
    percentFail: condition.percentFail,
    amount,
    condition: memberConditionOf(termsOf(condition)),
    currency,
    endsAt: endsAt?.toISOString() ?? null,
  }
}

/**
 * Credits a promotion, once per member, under the code's limits (rules.md §8).
 * @param key the caller's `Idempotency-Key`: the same key answers with the same bonus while it is open, also after a crash
 * @throws Refusal `NO_PROMOTION`, `PROMOTION_RECEIVED`, `BONUS_ALREADY_ACTIVE`, `BONUS_FULL`, `BONUS_REMAINING`
 */
export async function activatePromotion(
  context: Context,
  memberId: string,
  typed: string,
  { key, language }: { key: string | undefined; language: Language },
): Promise<OpenBonus> {
  const id = bonusIdOf(memberId, `promotion:${typed.toUpperCase()}:${key ?? randomUUID()}`)
  if (!(await findBonus(context.db, id))) {
    const campaign = await findFor(context, memberId, typed)
    const read = await readBefore(context, memberId)
    const maxTotalMinor = await maxTotalOf(context, campaign.currency)
    await transaction(context.db, (tx) => use(context, tx, campaign, { memberId, id, read, maxTotalMinor }))
  }
  const bonus = await findBonus(context.db, id)
  const shown = bonus?.state === 'ACTIVE' ? await showBonus(context, bonus, language) : null
  if (!shown) throw new Refusal('PROMOTION_RECEIVED')
  return shown
}

const maxTotalOf = async ({ settings }: Context, currency: Currency): Promise<number> =>
  toMinor(await settings.get(maxTotal[currency]))

/**
 * Locks the member's wallet, then the code's uses.
 * @param found the campaign as it was before the member's games were read
 */
async function use(
  context: Context,
  tx: Tx,
  found: ActiveCampaign<'promotion'>,
  {
    memberId,
    id,
    read,
    maxTotalMinor,
  }: { memberId: string; id: string; read: ReadonlySet<string>; maxTotalMinor: number },
): Promise<void> {
  await lockWallet(tx, memberId, found.currency)
  const campaign = await context.campaigns.requireActive(tx, found, 'NO_PROMOTION')
  const { code, content } = campaign
  if ((await receivedOf(tx, memberId, 'promotion')).has(code)) throw new Refusal('PROMOTION_RECEIVED')
  if (await findOpen(tx, memberId)) throw new Refusal('BONUS_ALREADY_ACTIVE')
  const day = bangkokDay(context.clock.now())
  const { uses, today } = await lockUses(tx, code, day)
  if (uses >= content.uses || (content.usesPerDay !== null && today >= content.usesPerDay)) {
    throw new Refusal('BONUS_FULL')
  }
  if (totalOf(await context.ledger.balancesIn(tx, memberId)) > maxTotalMinor) {
    throw new Refusal('BONUS_REMAINING')
  }
  const amountMinor = toMinor(content.amount)
  await addUse(tx, code, { day, amountMinor })
  await grant(context, tx, offeredBy(campaign, memberId), {
    from: { house: house.bonus },
    amountMinor,
    id,
    read,
  })
}
