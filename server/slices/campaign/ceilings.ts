import type { Currency } from '@krapao/contract/money.ts'
import { type Ceilings, ceilingProblems } from '@krapao/contract/slices/campaign/ceilings.ts'
import type { CampaignContent } from '@krapao/contract/slices/campaign/content.ts'
import { mostOfBonus } from '@krapao/contract/slices/campaign/cost.ts'
import type { Problem } from '@krapao/contract/slices/campaign/problems.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { amountNamed, defineAmounts, defineSetting, readSettings, Type } from '../../platform/settings.ts'
import { selectOfferedBonuses } from './store.ts'

/** What the house lets campaigns cost (rules.md §19.7). */

export const creditCeiling = defineAmounts(
  'campaign.maxCredit',
  { THB: 10_000, LAK: 6_000_000 },
  'Most credit that one bonus, code, prize or day of cashback or invite money may bring a member',
)
export const budgetCeiling = defineAmounts(
  'campaign.maxBudget',
  { THB: 1_000_000, LAK: 600_000_000 },
  'Most that a campaign may give in all: the budget of a bonus, amount and uses of a code',
)
export const spinCeiling = defineSetting(
  'campaign.spinCostPercent',
  Type.Number({ minimum: 0, maximum: 1000 }),
  60,
  'Most that a spin of the wheel may cost on average, in per cent of the price of a coin',
)

/**
 * The ceilings of a currency, and the figures of other slices that costs are worked out from. Those are found
 * by name: the slices of bonuses and of the wheel import this one.
 * @param handle the caller's transaction, where it has one
 */
export async function readCeilings(handle: Db | Tx, currency: Currency, now: Date): Promise<Ceilings> {
  const leastFloor = amountNamed('bonus.leastFloor', currency)
  const coinPrice = amountNamed('coin.price', currency)
  const [credit, budget] = [creditCeiling[currency], budgetCeiling[currency]]
  const value = await readSettings(handle, [credit, budget, spinCeiling, leastFloor, coinPrice])
  return {
    credit: value(credit),
    budget: value(budget),
    spinPercent: value(spinCeiling),
    leastFloor: value(leastFloor),
    coinPrice: value(coinPrice),
    bonuses: dearestOf(await selectOfferedBonuses(handle, currency, now)),
  }
}

/**
 * The bonuses by code. Of one that has several versions, such as one for a festival, the dearest counts.
 */
function dearestOf(versions: Awaited<ReturnType<typeof selectOfferedBonuses>>): Ceilings['bonuses'] {
  return [...Map.groupBy(versions, ({ code }) => code)].map(([code, of]) => {
    const budgets = of.map(({ content }) => content.budget)
    return {
      code,
      most: Math.max(...of.map(({ content }) => mostOfBonus(content))),
      budget: budgets.includes(null) ? null : Math.max(...budgets.map((budget) => budget ?? 0)),
    }
  })
}

/** Everything by which a content is above the ceilings of now. */
export const problemsAbove = async (
  handle: Db | Tx,
  content: CampaignContent,
  now: Date,
): Promise<Problem[]> => ceilingProblems(content, await readCeilings(handle, content.currency, now))
