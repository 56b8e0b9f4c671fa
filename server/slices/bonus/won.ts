import { toMinor } from '@krapao/contract/money.ts'
import { lockWallet } from '../../ledger/public.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ActiveCampaign } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { lockBudget, moveBudget, promisedOf } from './budget-store.ts'
import { findOpen } from './condition/store.ts'
import { type BonusVersion, creditOrArm, mostOf, type Recipient } from './give.ts'
import { requireNoneWaiting, takeYielded } from './review.ts'

/**
 * Bonuses that are won before they are taken (rules.md §11.3): their part of the budget is reserved when they
 * are won, so nothing that happens to the campaign takes them away.
 */

type Bonus = ActiveCampaign<'bonus'>

const budgetOf = ({ content: { budget } }: Pick<Bonus, 'content'>): number | null =>
  budget === null ? null : toMinor(budget)

/** Those of these campaigns whose budget has a bonus left. */
export async function withBudget(handle: Db | Tx, campaigns: readonly Bonus[]): Promise<Bonus[]> {
  const limited = campaigns.filter(({ content }) => content.budget !== null)
  const promised =
    limited.length > 0
      ? await promisedOf(
          handle,
          limited.map(({ code }) => code),
        )
      : new Map<string, number>()
  return campaigns.filter((campaign) => {
    const budgetMinor = budgetOf(campaign)
    return (
      budgetMinor === null || (promised.get(campaign.code) ?? 0) + mostOf(campaign.content) <= budgetMinor
    )
  })
}

/**
 * Reserves a bonus. Where the budget has none left, a credit that waits for a person gives way to it. The
 * member's wallet is locked before.
 * @returns what is reserved, in minor units; undefined: there is none
 */
export async function reserveWon(
  needs: Pick<Context, 'clock' | 'desk' | 'services' | 'sockets'>,
  tx: Tx,
  campaign: Bonus,
): Promise<number | undefined> {
  const { code, content } = campaign
  const amountMinor = mostOf(content)
  const { givenMinor, reservedMinor } = await lockBudget(tx, code)
  const budgetMinor = budgetOf(campaign)
  const lackMinor = budgetMinor === null ? 0 : givenMinor + reservedMinor + amountMinor - budgetMinor
  if (lackMinor > 0) {
    const of = { source: 'bonus', campaign: code } as const
    if (!(await takeYielded(needs, tx, of, { leastMinor: lackMinor }))) return undefined
  }
  await moveBudget(tx, code, { reservedMinor: amountMinor })
  return amountMinor
}

/** What was reserved for one that is not taken any more can be given to somebody else. */
export const freeWon = (tx: Tx, code: string, reservedMinor: number): Promise<void> =>
  moveBudget(tx, code, { reservedMinor: -reservedMinor })

/**
 * Gives a bonus that was reserved, by the version that was won. Neither the campaign's limits nor what the
 * member has in all refuse it, because it was won; only one bonus at a time is taken.
 * @throws Refusal `BONUS_ALREADY_ACTIVE`, `FIGURES_CHANGED`: the transaction must roll back
 */
export async function giveWon(
  needs: Pick<Context, 'ledger' | 'clock' | 'services'>,
  tx: Tx,
  won: BonusVersion,
  { reservedMinor, ...recipient }: Omit<Recipient, 'whenStopped' | 'looksAtTies'> & { reservedMinor: number },
): Promise<void> {
  await lockWallet(tx, recipient.memberId, won.currency)
  await requireNoneWaiting(tx, recipient.memberId)
  if (await findOpen(tx, recipient.memberId)) throw new Refusal('BONUS_ALREADY_ACTIVE')
  await creditOrArm(needs, tx, won, { ...recipient, reservedMinor })
}
