import { addSeconds } from '../../platform/clock.ts'
import { evaluate } from './condition/condition.ts'
import { type ByDeposit, bonusOf, type Terms, weightedStake } from './condition/terms.ts'

/**
 * The course that a bonus would have taken for members (rules.md §7.4), without database, clock or network.
 */

/** A member's month. Days are Bangkok days, YYYY-MM-DD; amounts in minor units. */
export interface Life {
  /** In the order of their days. */
  bets: { day: string; product: string; stakeMinor: number; winMinor: number }[]
  deposits: { day: string; amountMinor: number }[]
}

export interface Tried {
  terms: Terms
  /** Null: free credit of `amountMinor`. */
  byDeposit: ByDeposit | null
  amountMinor: number
  budgetMinor: number | null
  uses: number | null
  usesPerDay: number | null
  leastFloorMinor: number
  /** The end of what is known. */
  until: Date
}

export interface Replayed {
  members: number
  met: number
  failed: number
  givenMinor: number
  /** The sum that members would have kept beyond their own money. */
  keptMinor: number
}

interface Credit {
  life: Life
  day: string
  depositMinor: number
  bonusMinor: number
}

/**
 * Gives each member the bonus once, the earliest first while there is some left, and follows what they bet.
 */
export function replay(lives: readonly Life[], tried: Tried): Replayed {
  const wished = lives
    .flatMap((life) => creditOf(life, tried) ?? [])
    .sort((credit, other) => (credit.day < other.day ? -1 : credit.day > other.day ? 1 : 0))
  const given = withinLimits(wished, tried)
  const ends = given.map((credit) => follow(credit, tried))
  const count = (state: string) => ends.filter((end) => end.state === state).length
  return {
    members: given.length,
    met: count('met'),
    failed: count('failed'),
    givenMinor: given.reduce((sum, { bonusMinor }) => sum + bonusMinor, 0),
    keptMinor: ends.reduce((sum, { keptMinor }) => sum + keptMinor, 0),
  }
}

/** When a member would have received it: with the first large enough deposit, or on the first day of play. */
function creditOf(life: Life, { byDeposit, amountMinor }: Tried): Credit | undefined {
  if (!byDeposit) {
    const day = life.bets[0]?.day
    return day === undefined ? undefined : { life, day, depositMinor: 0, bonusMinor: amountMinor }
  }
  for (const { day, amountMinor: depositMinor } of life.deposits) {
    const bonusMinor = bonusOf(byDeposit, depositMinor)
    if (bonusMinor > 0) return { life, day, depositMinor, bonusMinor }
  }
  return undefined
}

function withinLimits(wished: Credit[], { budgetMinor, uses, usesPerDay }: Tried): Credit[] {
  const given: Credit[] = []
  const perDay = new Map<string, number>()
  let givenMinor = 0
  for (const credit of wished) {
    const today = perDay.get(credit.day) ?? 0
    const isOver =
      (budgetMinor !== null && givenMinor + credit.bonusMinor > budgetMinor) ||
      (uses !== null && given.length >= uses) ||
      (usesPerDay !== null && today >= usesPerDay)
    if (isOver) continue
    given.push(credit)
    perDay.set(credit.day, today + 1)
    givenMinor += credit.bonusMinor
  }
  return given
}

/** Day by day, as the rules decide at the end of each. */
function follow(
  { life, day: first, depositMinor, bonusMinor }: Credit,
  { terms, leastFloorMinor, until }: Tried,
): { state: 'met' | 'failed' | 'open'; keptMinor: number } {
  const baseMinor = depositMinor + bonusMinor
  const creditedAt = new Date(`${first}T00:00:00+07:00`)
  const expiresAt = addSeconds(creditedAt, terms.days * 86_400)
  const credited = { terms, depositMinor, bonusMinor, baseMinor, expiresAt }
  let turnoverMinor = 0
  let totalMinor = baseMinor
  const byDay = Map.groupBy(
    life.bets.filter(({ day }) => day >= first),
    ({ day }) => day,
  )
  const decide = (now: Date) =>
    evaluate(credited, { turnoverMinor, totalMinor, addedMinor: 0, openMinor: 0, now }, leastFloorMinor)
  for (const [day, bets] of byDay) {
    const begins = new Date(`${day}T00:00:00+07:00`)
    if (begins >= expiresAt) break
    for (const bet of bets) {
      if (terms.mode === 'turnover') turnoverMinor += weightedStake(bet, terms)
      // Losses beyond it were of the member's other money.
      totalMinor = Math.max(0, totalMinor + bet.winMinor - bet.stakeMinor)
    }
    const { state, ownMinor, removedMinor } = decide(begins)
    if (state === 'met') return { state, keptMinor: Math.max(0, totalMinor - removedMinor - ownMinor) }
    // Own money was played first: what is left at the floor is of the bonus, and stays with the member.
    if (state === 'failed') return { state, keptMinor: Math.min(totalMinor, bonusMinor) }
  }
  return { state: until >= expiresAt ? 'failed' : 'open', keptMinor: 0 }
}
