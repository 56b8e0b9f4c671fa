import { fromMinor, toMinor } from '../../money.ts'
import type { CampaignContent, ContentOf, Prize, WheelSlice } from './content.ts'

/**
 * The cost that a campaign may have, for its author and the person who approves it; in the campaign's
 * currency (rules.md §19.7). No dependency: the form works it out while it is filled in, and the server
 * decides by it.
 */

/** What the house gives in all; null: without end. */
export function budgetOf(content: CampaignContent): number | null {
  if (content.kind === 'bonus') return content.budget
  return content.kind === 'promotion' ? times(content.amount, content.uses) : null
}

/**
 * The most that is given at once: a bonus, a code, a day's share of a loss, the largest prize in money; null:
 * no money.
 */
export function mostAtOnce(content: CampaignContent): number | null {
  switch (content.kind) {
    case 'bonus':
      return mostOfBonus(content)
    case 'promotion':
      return content.amount
    case 'invite':
    case 'refund':
      return content.max
    case 'wheel': {
      const amounts = content.slices.flatMap(({ prize }) => (prize.kind === 'CREDIT' ? [prize.amount] : []))
      return amounts.length === 0 ? null : Math.max(...amounts)
    }
  }
}

/** The most that a bonus brings a member at once. */
export const mostOfBonus = ({ credit }: Pick<ContentOf<'bonus'>, 'credit'>): number =>
  credit.kind === 'free' ? credit.amount : credit.maxBonus

/** What the cost of a wheel depends on beside its content. */
export interface CostFacts {
  /** The deposits that bring a coin; 0: none do. */
  coinPrice: number
  /** Bonuses that a slice may give: the most that one brings, and what all of them may; null: without end. */
  bonuses: { code: string; most: number; budget: number | null }[]
}

/**
 * In which time a member may have an amount: ever, in a Bangkok day, in a week from Monday, in a day for each
 * invited friend, with one spin.
 */
export const memberSpans = ['once', 'day', 'week', 'friend', 'spin'] as const
export type MemberSpan = (typeof memberSpans)[number]

/** The most that a campaign may cost. */
export interface Exposure {
  /** Of all members together; null: nothing limits it. */
  inAll: number | null
  /** Of one member; null: it gives no money. */
  member: { amount: number; per: MemberSpan } | null
  /** Of a wheel: a spin on average. */
  spin: {
    /** Null: spins bring a coin or more on average, so that they never end. */
    cost: number | null
    /** The same in per cent of a coin's price; null: it has no end, or deposits bring no coins. */
    percent: number | null
  } | null
}

/** The most that a content may cost. Numbers that are not typed in yet count as nothing. */
export function exposureOf(content: CampaignContent, facts: CostFacts): Exposure {
  switch (content.kind) {
    case 'bonus': {
      const per = content.type === 'limit' ? 'once' : content.type
      const amount = times(mostOfBonus(content), content.maxReceived)
      return { inAll: budgetOf(content), member: { amount, per }, spin: null }
    }
    case 'promotion':
      return { inAll: budgetOf(content), member: { amount: known(content.amount), per: 'once' }, spin: null }
    case 'invite':
      return { inAll: null, member: { amount: known(content.max), per: 'friend' }, spin: null }
    case 'refund':
      return { inAll: null, member: { amount: known(content.max), per: 'day' }, spin: null }
    case 'wheel': {
      const most = Math.max(0, ...content.slices.map(({ prize }) => moneyOf(prize, facts)))
      return {
        inAll: wheelInAll(content, facts),
        member: most === 0 ? null : { amount: most, per: 'spin' },
        spin: spinOf(content, facts),
      }
    }
  }
}

/**
 * The money that a prize costs: a credit its amount, a bonus its most, what the operator hands out its value
 * where it has one. A coin is another spin.
 */
function moneyOf(prize: Prize, facts: CostFacts): number {
  if (prize.kind === 'CREDIT') return known(prize.amount)
  if (prize.kind === 'ITEM') return known(prize.value ?? 0)
  return prize.kind === 'BONUS' ? (bonusOf(prize, facts)?.most ?? 0) : 0
}

const bonusOf = ({ code }: { code: string }, { bonuses }: CostFacts) =>
  bonuses.find((bonus) => bonus.code === code)

/** The most that all slices of a version bring together, by their stocks and the budgets of their bonuses. */
function wheelInAll({ slices }: ContentOf<'wheel'>, facts: CostFacts): number | null {
  const ends = slices.map(({ prize, stock }) => {
    const amount = moneyOf(prize, facts)
    if (amount === 0) return 0
    const byStock = stock === null ? Number.POSITIVE_INFINITY : times(amount, stock)
    const bonus = prize.kind === 'BONUS' ? bonusOf(prize, facts) : undefined
    return Math.min(byStock, bonus?.budget ?? Number.POSITIVE_INFINITY)
  })
  const sum = ends.reduce((total, end) => total + end, 0)
  return Number.isFinite(sum) ? rounded(sum) : null
}

function spinOf(wheel: ContentOf<'wheel'>, facts: CostFacts): Exposure['spin'] {
  const average = spinCost(wheel, (prize) => moneyOf(prize, facts))
  if (!Number.isFinite(average)) return { cost: null, percent: null }
  const percent = facts.coinPrice > 0 ? rounded((average / facts.coinPrice) * 100) : null
  return { cost: rounded(average), percent }
}

/**
 * What a spin costs on average, with coins that are won spent as well. A slice with a stock counts as the
 * fallback where that is dearer: once the stock is used up, the fallback is in its place (rules.md §11.3).
 * @returns not rounded; infinity: spins bring a coin or more on average, and money with it
 */
export function spinCost(
  { slices, fallback }: Pick<ContentOf<'wheel'>, 'slices' | 'fallback'>,
  moneyOf: (prize: Prize) => number,
): number {
  const worth = ({ prize }: WheelSlice) => ({
    money: moneyOf(prize),
    coins: prize.kind === 'COIN' ? known(prize.coins) : 0,
  })
  const last = slices.find(({ code }) => code === fallback)
  const parts = slices.map((slice) => {
    const rest = last && slice.stock !== null ? [worth(last)] : []
    // One without any left is never won.
    return { weight: known(slice.weight), ways: slice.stock === 0 ? rest : [worth(slice), ...rest] }
  })
  const sum = parts.reduce((total, { weight }) => total + weight, 0)
  if (sum === 0) return 0
  // What is dearer depends on what a coin is worth, which is what a spin costs: by turns, until it stays.
  for (let cost = 0; ; ) {
    const at = ({ money, coins }: { money: number; coins: number }) => money + coins * cost
    let [money, coins] = [0, 0]
    for (const { weight, ways } of parts) {
      const [first, ...others] = ways
      if (!first) continue
      const dearest = others.reduce((way, other) => (at(other) > at(way) ? other : way), first)
      money += (weight / sum) * dearest.money
      coins += (weight / sum) * dearest.coins
    }
    const next = money === 0 ? 0 : coins >= 1 ? Number.POSITIVE_INFINITY : money / (1 - coins)
    // Beyond what floating point makes of the same sum.
    if (!(next > cost * (1 + 1e-9))) return cost
    if (next === Number.POSITIVE_INFINITY) return next
    cost = next
  }
}

/** A number that may not be typed in yet. */
const known = (value: number): number => (Number.isFinite(value) ? value : 0)

/** To the smallest unit of the wire. */
const rounded = (amount: number): number => fromMinor(toMinor(amount))

const times = (amount: number, count: number): number => fromMinor(toMinor(known(amount)) * known(count))
