import { fromMinor, toMinor } from '../../money.ts'
import type { CampaignContent, Condition, ContentOf } from './content.ts'
import { budgetOf, type CostFacts, exposureOf, mostOfBonus } from './cost.ts'
import type { Problem, ProblemCode } from './problems.ts'

/**
 * The brakes of the house (rules.md §19.7): what a campaign may cost at most, and that a condition is one.
 * The form says it while it is filled in; the server refuses by it when a version is sent, and again when it
 * is approved. No dependency: the browser uses this file too.
 */

/** Amounts in the currency of the campaign. */
export interface Ceilings extends CostFacts {
  /** Most credit that one bonus, code, prize or day of cashback or invite money may bring. */
  credit: number
  /** Most that a campaign may give in all, where its content says how much that is. */
  budget: number
  /** Most that a spin may cost on average, in per cent of a coin's price. */
  spinPercent: number
  /** A bonus has failed when its member has this or less in all (`bonus.leastFloor`). */
  leastFloor: number
}

/** Most of free credit at which its condition may fail, in per cent: the rest stays with the member. */
export const mostFreeFloor = 50

/** Everything by which a content is beyond the brakes, with the fields of the call's body. */
export function ceilingProblems(content: CampaignContent, ceilings: Ceilings): Problem[] {
  const found: Problem[] = []
  const add: Add = (field, problem, bound) => found.push({ field: `content/${field}`, problem, bound })
  if (content.kind === 'bonus') checkBonus(content, ceilings, add)
  else if (content.kind === 'promotion') checkPromotion(content, ceilings, add)
  else if (content.kind === 'wheel') checkWheel(content, ceilings, add)
  else checkAmount('max', content.max, ceilings, add)
  return found
}

type Add = (field: string, problem: ProblemCode, bound: number) => void

function checkBonus(bonus: ContentOf<'bonus'>, ceilings: Ceilings, add: Add): void {
  const { credit, budget, condition } = bonus
  const field = credit.kind === 'free' ? 'credit/amount' : 'credit/maxBonus'
  checkAmount(field, mostOfBonus(bonus), ceilings, add)
  if (credit.kind === 'free') {
    checkFree({ field, amount: credit.amount, condition, under: 'condition' }, ceilings, add)
    // Nothing else ends it.
    if (budget === null) add('budget', 'NO_BUDGET', ceilings.budget)
  } else checkDeposit(credit, condition, ceilings, add)
  if (budget !== null && budget > ceilings.budget) add('budget', 'ABOVE_BUDGET', ceilings.budget)
}

function checkPromotion(promotion: ContentOf<'promotion'>, ceilings: Ceilings, add: Add): void {
  const { amount, condition } = promotion
  checkAmount('amount', amount, ceilings, add)
  checkFree({ field: 'amount', amount, condition, under: 'condition' }, ceilings, add)
  if ((budgetOf(promotion) ?? 0) > ceilings.budget) add('uses', 'ABOVE_BUDGET', ceilings.budget)
}

function checkWheel(wheel: ContentOf<'wheel'>, ceilings: Ceilings, add: Add): void {
  for (const [at, { prize }] of wheel.slices.entries()) {
    if (prize.kind !== 'CREDIT') continue
    const { amount, condition } = prize
    const field = `slices/${at}/prize/amount`
    checkAmount(field, amount, ceilings, add)
    checkFree({ field, amount, condition, under: `slices/${at}/prize/condition` }, ceilings, add)
  }
  const { spin } = exposureOf(wheel, ceilings)
  if (!spin) return
  if (spin.cost === null || (spin.percent ?? 0) > ceilings.spinPercent)
    add('slices', 'SPIN_COST', ceilings.spinPercent)
}

function checkAmount(field: string, amount: number, { credit }: Ceilings, add: Add): void {
  if (amount > credit) add(field, 'ABOVE_CREDIT', credit)
}

/**
 * Money without a deposit is the house's to the last satang, and what is left at the floor stays with the
 * member (rules.md §7.2). So the floor lies below the credit, or there would be no condition, and at half of
 * it at most, or losing a little would bring the rest.
 */
function checkFree(
  { field, amount, condition, under }: { field: string; amount: number; condition: Condition; under: string },
  { leastFloor }: Ceilings,
  add: Add,
): void {
  if (amount <= leastFloor) add(field, 'REACHES_FLOOR', leastFloor)
  if (condition.percentFail > mostFreeFloor) add(`${under}/percentFail`, 'ABOVE_MAX', mostFreeFloor)
}

/**
 * A deposit is the member's own money. The floor lies below it: at a floor above it the member would end with
 * more than was paid in, without a condition. The smallest deposit decides: for a larger one the floor's
 * share is the same, and less where the bonus has reached its maximum.
 */
function checkDeposit(
  { minDeposit, percent, maxBonus }: Extract<ContentOf<'bonus'>['credit'], { kind: 'deposit' }>,
  { percentFail }: Condition,
  { leastFloor }: Ceilings,
  add: Add,
): void {
  if (minDeposit <= leastFloor) add('credit/minDeposit', 'REACHES_FLOOR', leastFloor)
  const bonus = Math.min(maxBonus, share(minDeposit, percent))
  const floor = share(minDeposit + bonus, percentFail)
  if (floor >= minDeposit) add('condition/percentFail', 'FLOOR_ABOVE_DEPOSIT', floor)
}

/** A percentage of an amount, rounded down; NaN: one of them is not typed in yet. */
const share = (amount: number, percent: number): number =>
  Number.isFinite(amount) && Number.isFinite(percent)
    ? fromMinor(Number((BigInt(toMinor(amount)) * BigInt(Math.round(percent * 100))) / 10_000n))
    : Number.NaN
