import { createHash } from 'node:crypto'
import { toMinor } from '@krapao/contract/money.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { house, lockWallet, postingTime } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { requireExpected } from '../../platform/expected.ts'
import { lettersOf } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ActiveCampaign } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { listAccounts } from '../game/public.ts'
import { refreshGames } from '../wallet/public.ts'
import { lockBudget, moveBudget } from './budget-store.ts'
import { arm, figuresOf, grant, tooMuch, totalOf, totalWithStakes } from './condition/grant.ts'
import { findOpen, type Offered, receivedOf } from './condition/store.ts'
import { countsNow, refusalOf } from './eligibility.ts'
import { holdForReview, requireNoneWaiting, strongTies, takeYielded, tiedReceivers } from './review.ts'
import { refusedAt } from './review-store.ts'
import { armedDays } from './settings.ts'
import { termsOf } from './terms-of.ts'

/** The id of the bonus of a member's request: the same request again finds what it was given. */
export const bonusIdOf = (memberId: string, reference: string): string =>
  `bn${lettersOf(createHash('sha256').update(`bonus:${memberId}:${reference}`).digest().subarray(0, 26))}`

/**
 * Reads the balances of the member's games, before money under a condition is given: what was played before
 * is no play with it. Asks the providers, so not within a transaction.
 * @returns the games that answered, by code
 */
export async function readBefore(context: Context, memberId: string): Promise<Set<string>> {
  const began = context.clock.now()
  await refreshGames(context, memberId)
  const accounts = await listAccounts(context, memberId)
  return new Set(
    accounts.flatMap(({ code, isStale, balanceReadAt }) =>
      !isStale && balanceReadAt && balanceReadAt >= began ? [code] : [],
    ),
  )
}

/** When a bonus that is armed now is cancelled if no deposit comes for it. Not within a transaction. */
export const lapseOf = async ({ settings, clock }: Pick<Context, 'settings' | 'clock'>): Promise<Date> =>
  addSeconds(clock.now(), (await settings.get(armedDays)) * 86_400)

/** A version of a bonus, also one that is over. */
export type BonusVersion = Omit<ActiveCampaign<'bonus'>, 'endsAt'>

export interface Recipient {
  memberId: string
  /** Of the bonus (`bonusIdOf`). */
  id: string
  /** The games that were read just before (`readBefore`). */
  read: ReadonlySet<string>
  /** `lapseOf` */
  lapsesAt: Date
  /** How it is refused where the campaign was stopped since it was found. */
  whenStopped: 'NO_DATA' | 'INVALID_CODE'
  /**
   * Whether free credit waits where somebody tied to the member has had it (rules.md §7.5): not where it was
   * won.
   */
  looksAtTies: boolean
  /** The figures that the member was shown. */
  expected?: ExpectedBonus | undefined
}

/**
 * Gives a member the bonus of an active campaign of the member's currency: a free one is credited, another
 * one waits for the next deposit (rules.md §7.1). Locks the member's wallet, then the campaign's budget.
 * @param found the campaign as it was before the member's games were read
 * @returns `waiting`: a person has to let it
 * @throws Refusal `whenStopped`, `BONUS_ALREADY_ACTIVE`, `BONUS_REVIEW` it waits already,
 *   `BONUS_MAX_CLAIMED`, `BONUS_FULL`, `BONUS_REMAINING`, `FIGURES_CHANGED`: the transaction must roll back
 */
export async function giveBonus(
  needs: Pick<Context, 'ledger' | 'clock' | 'campaigns' | 'desk' | 'services' | 'sockets'>,
  tx: Tx,
  found: BonusVersion,
  { memberId, id, read, lapsesAt, whenStopped, looksAtTies, expected }: Recipient,
): Promise<'given' | 'waiting'> {
  await lockWallet(tx, memberId, found.currency)
  const campaign = await needs.campaigns.requireActive(tx, found, whenStopped)
  const { code, content } = campaign
  const of = { source: 'bonus', campaign: code } as const
  await requireNoneWaiting(tx, memberId, looksAtTies ? of : undefined)
  const open = await findOpen(tx, memberId)
  const received = (await receivedOf(tx, memberId, 'bonus')).get(code)
  const balances = await needs.ledger.balancesIn(tx, memberId)
  const ties = looksAtTies && content.credit.kind === 'free' ? await strongTies(tx, memberId) : []
  const budget = await lockBudget(tx, code)
  const nextMinor = mostOf(content)
  const maxTotalMinor = toMinor(content.maxTotal)
  const now = await postingTime(needs.ledger, tx)
  // A refused credit counts like a received one, so that nobody asks again until it is granted; it may still
  // be won.
  const refused = looksAtTies ? await refusedAt(tx, memberId, of) : []
  const receivedAt = [...(received?.at ?? []), ...refused]
  const totalMinor = await totalWithStakes(needs, tx, memberId, balances)
  const tied = await tiedReceivers(tx, ties, of, (at) => countsNow(content.type, at, now))
  const budgetMinor = content.budget === null ? null : toMinor(content.budget)
  const promisedMinor = budget.givenMinor + budget.reservedMinor
  const refusalWith = (givenMinor: number) =>
    refusalOf(
      { type: content.type, maxReceived: content.maxReceived, budgetMinor, maxTotalMinor },
      { receivedAt, hasActive: open !== undefined, totalMinor },
      { givenMinor, nextMinor, now },
    )
  let refusal = refusalWith(promisedMinor)
  if (refusal === 'BONUS_FULL' && !tied && budgetMinor !== null) {
    const leastMinor = promisedMinor + nextMinor - budgetMinor
    const yielded = await takeYielded(needs, tx, of, { leastMinor })
    if (yielded) refusal = refusalWith(promisedMinor - yielded.amountMinor)
  }
  if (refusal === 'BONUS_REMAINING') throw tooMuch({ totalMinor, maxTotalMinor })
  if (refusal) throw new Refusal(refusal)
  if (tied) {
    const offered = offeredBy(campaign, memberId)
    requireExpected(expected, figuresOf(offered, { bonusMinor: nextMinor, totalMinor: totalOf(balances) }))
    await moveBudget(tx, code, { reservedMinor: nextMinor })
    await holdForReview(needs, tx, offered, {
      source: 'bonus',
      id,
      createdAt: now,
      amountMinor: nextMinor,
      maxTotalMinor,
      tied,
    })
    return 'waiting'
  }
  await creditOrArm(needs, tx, campaign, { memberId, id, read, lapsesAt, expected, reservedMinor: 0 })
  return 'given'
}

/**
 * Credits a free bonus, lets another one wait for the next deposit, and counts it in the campaign's budget.
 * @param reservedMinor what the budget has kept for it, in minor units
 * @throws Refusal `BONUS_ALREADY_ACTIVE`, `FIGURES_CHANGED`
 */
export async function creditOrArm(
  needs: Pick<Context, 'ledger' | 'clock' | 'services'>,
  tx: Tx,
  campaign: BonusVersion,
  {
    memberId,
    id,
    read,
    lapsesAt,
    expected,
    reservedMinor,
  }: Omit<Recipient, 'whenStopped' | 'looksAtTies'> & { reservedMinor: number },
): Promise<void> {
  const { code, version, content } = campaign
  const { credit } = content
  const offered = offeredBy(campaign, memberId)
  const mostMinor = mostOf(content)
  if (credit.kind === 'free') {
    await moveBudget(tx, code, { givenMinor: mostMinor, reservedMinor: -reservedMinor })
    const from = { house: house.bonus }
    await grant(needs, tx, offered, { from, amountMinor: mostMinor, id, read, expected })
    return
  }
  requireExpected(expected, { version, amount: null, required: null })
  await moveBudget(tx, code, { reservedMinor: mostMinor - reservedMinor })
  const byDeposit = {
    minDepositMinor: toMinor(credit.minDeposit),
    percent: credit.percent,
    maxBonusMinor: mostMinor,
  }
  await arm(needs, tx, offered, { byDeposit, lapsesAt, id })
}

/** The most that one bonus of it brings, in minor units. */
export const mostOf = ({ credit }: ContentOf<'bonus'>): number =>
  toMinor(credit.kind === 'free' ? credit.amount : credit.maxBonus)

/** The credit that a campaign of bonuses or promotions gives a member. */
export function offeredBy(
  { kind, code, currency, version, content }: BonusVersion | ActiveCampaign<'promotion'>,
  memberId: string,
): Offered {
  const { title: description, condition } = content
  const terms = termsOf(condition)
  return { memberId, currency, source: kind, campaign: code, version, description, terms }
}
