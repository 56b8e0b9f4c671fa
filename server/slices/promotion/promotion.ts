import { randomUUID } from 'node:crypto'
import type { Language } from '@krapao/contract/languages.ts'
import { type Currency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { ExpectedBonus, OpenBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import type { Promotion } from '@krapao/contract/slices/promotion/promotion.ts'
import { house, lockWallet, postingTime } from '../../ledger/public.ts'
import { keepClaim } from '../../platform/claims.ts'
import { bangkokDay } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import { requireExpected } from '../../platform/expected.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineAmounts, defineSetting, Type } from '../../platform/settings.ts'
import { findMember } from '../account/public.ts'
import {
  againOf,
  bonusIdOf,
  figuresOf,
  findBonus,
  findOpen,
  findReview,
  grant,
  holdForReview,
  offeredBy,
  readBefore,
  receivedOf,
  refusedAt,
  requireNoneWaiting,
  showBonus,
  strongTies,
  takeYielded,
  tiedReceivers,
  tooMuch,
  totalOf,
  totalWithStakes,
} from '../bonus/public.ts'
import { type ActiveCampaign, shownCondition } from '../campaign/public.ts'
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
  'Most that a member may have in all to use a promotion code',
)

/**
 * The promotion of a code that the member typed. @throws Refusal `NO_PROMOTION` also for one of another
 * currency
 */
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
  const { code, version, currency, endsAt, content } = await findFor(context, memberId, typed)
  const { title, description, amount, condition } = content
  const totalMinor = await transaction(context.db, async (tx) =>
    totalWithStakes(context, tx, memberId, await context.ledger.balancesIn(tx, memberId)),
  )
  return {
    code,
    version,
    title: title[language],
    description: description[language],
    percentFail: condition.percentFail,
    amount,
    condition: shownCondition(condition),
    maxTotal: await context.settings.get(maxTotal[currency]),
    total: fromMinor(totalMinor),
    currency,
    endsAt: endsAt?.toISOString() ?? null,
  }
}

/**
 * Credits a promotion, once per member, under the code's limits (rules.md §8).
 * @param key the caller's `Idempotency-Key`: the same key answers with the same bonus while it is open, also
 *   after a crash
 * @param expected what the member was shown
 * @throws Refusal `NO_PROMOTION`, `PROMOTION_RECEIVED`, `BONUS_ALREADY_ACTIVE`, `BONUS_FULL`,
 *   `BONUS_REMAINING` with `total` and `maximum`, `BONUS_REVIEW` it waits for a person, `FIGURES_CHANGED`
 */
export async function activatePromotion(
  context: Context,
  memberId: string,
  typed: string,
  {
    key,
    language,
    expected,
  }: { key: string | undefined; language: Language; expected?: ExpectedBonus | undefined },
): Promise<OpenBonus> {
  const id = bonusIdOf(memberId, `promotion:${typed.toUpperCase()}:${key ?? randomUUID()}`)
  if (!(await findBonus(context.db, id))) {
    const review = await findReview(context.db, id)
    if (review) throw new Refusal(againOf(review.state, 'PROMOTION_RECEIVED'))
    const campaign = await findFor(context, memberId, typed)
    const read = await readBefore(context, memberId)
    const maxTotalMinor = await maxTotalOf(context, campaign.currency)
    const outcome = await transaction(context.db, async (tx) => {
      const used = await use(context, tx, campaign, { memberId, id, read, maxTotalMinor, expected })
      await keepClaim(tx)
      return used
    })
    if (outcome === 'waiting') throw new Refusal('BONUS_REVIEW')
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
 * @returns `waiting`: a person has to let it
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
    expected,
  }: {
    memberId: string
    id: string
    read: ReadonlySet<string>
    maxTotalMinor: number
    expected: ExpectedBonus | undefined
  },
): Promise<'given' | 'waiting'> {
  await lockWallet(tx, memberId, found.currency)
  const campaign = await context.campaigns.requireActive(tx, found, 'NO_PROMOTION')
  const { code, content } = campaign
  const of = { source: 'promotion', campaign: code } as const
  await requireNoneWaiting(tx, memberId, of)
  // A refused credit counts like a received one, so that nobody asks again until it is granted.
  const isUsed = (await receivedOf(tx, memberId, 'promotion')).has(code)
  if (isUsed || (await refusedAt(tx, memberId, of)).length > 0) throw new Refusal('PROMOTION_RECEIVED')
  if (await findOpen(tx, memberId)) throw new Refusal('BONUS_ALREADY_ACTIVE')
  const ties = await strongTies(tx, memberId)
  const now = await postingTime(context.ledger, tx)
  const day = bangkokDay(now)
  const { uses, today } = await lockUses(tx, code, day)
  const tied = await tiedReceivers(tx, ties, of)
  const lackingToday = content.usesPerDay === null ? 0 : today + 1 - content.usesPerDay
  const lacking = Math.max(uses + 1 - content.uses, lackingToday)
  if (lacking > 0) {
    // One place is taken for one; a code whose limit was lowered lacks more.
    const mayTake = !tied && lacking === 1
    const needed = lackingToday > 0 ? { day } : {}
    if (!mayTake || !(await takeYielded(context, tx, of, needed))) throw new Refusal('BONUS_FULL')
  }
  const balances = await context.ledger.balancesIn(tx, memberId)
  const totalMinor = await totalWithStakes(context, tx, memberId, balances)
  if (totalMinor > maxTotalMinor) throw tooMuch({ totalMinor, maxTotalMinor })
  const amountMinor = toMinor(content.amount)
  const offered = offeredBy(campaign, memberId)
  if (tied) {
    requireExpected(expected, figuresOf(offered, { bonusMinor: amountMinor, totalMinor: totalOf(balances) }))
    await addUse(tx, code, { day, amountMinor: 0 })
    const held = { source: 'promotion', id, createdAt: now, amountMinor, maxTotalMinor, tied } as const
    await holdForReview(context, tx, offered, held)
    return 'waiting'
  }
  await addUse(tx, code, { day, amountMinor })
  await grant(context, tx, offered, {
    from: { house: house.bonus },
    amountMinor,
    id,
    read,
    expected,
  })
  return 'given'
}
