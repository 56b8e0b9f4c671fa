import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { ContentOf, WheelSlice } from '@krapao/contract/slices/campaign/content.ts'
import type { Hmac, WeightedSlice } from '@krapao/contract/slices/spinwheel/draw.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { requestId } from '../../platform/request-id.ts'
import { defineAmounts } from '../../platform/settings.ts'

/** Decisions about coins and the wheel (rules.md §11), without database, clock or network. */

export const coinPrice = defineAmounts(
  'coin.price',
  { THB: 100, LAK: 60_000 },
  'What has to be deposited and staked on a Bangkok day for one coin of the wheel; 0: none. In force for a member from the next day on which the member deposits or plays',
)

export type Wheel = ContentOf<'wheel'>

/**
 * Coins of a day: as often as both its deposits and its valid stakes have the price in them (rules.md §11.1).
 * Amounts in satang or att.
 */
export const coinsOf = ({
  sumMinor,
  validMinor,
  priceMinor,
}: {
  sumMinor: number
  validMinor: number
  priceMinor: number
}): number => (priceMinor === 0 ? 0 : Math.floor(Math.max(0, Math.min(sumMinor, validMinor)) / priceMinor))

/** The same for the same member and key, so that a request that is made again finds what it did before. */
export const spinIdOf = (memberId: string, key: string): string => `sp${requestId('spin', memberId, key)}`
export const claimIdOf = (memberId: string, key: string): string => `cl${requestId('claim', memberId, key)}`
export const newCouponId = (): string => `cp${randomLetters(26)}`
export const newSeedId = (): string => `sd${randomLetters(26)}`

/** The client's part of a draw where the client sent none. */
export const newClientSeed = (): string => randomBytes(16).toString('hex')
/** 64 hexadecimal digits. */
export const newServerSeed = (): string => randomBytes(32).toString('hex')
/**
 * The commitment to a server seed before it is revealed: SHA-256 of its digits as ASCII text, in hexadecimal
 * digits.
 */
export const commitmentOf = (serverSeed: string): string =>
  createHash('sha256').update(serverSeed, 'ascii').digest('hex')
export const hmacOf =
  (serverSeed: string): Hmac =>
  (message) =>
    createHmac('sha256', serverSeed).update(message, 'ascii').digest()

/** A slice in a draw; `left`: how often it can be won still, null: without end. */
export interface SliceNow extends WeightedSlice {
  left: number | null
}

/**
 * The slices that are drawn from now: one whose stock is used up has weight 0, and what it had is the
 * fallback's (rules.md §11.3).
 * @param won how often slices of this version were won, by code
 * @param without slices, by code, whose prize cannot be had now, as if their stock were used up
 */
export function slicesNow(
  { slices, fallback }: Pick<Wheel, 'slices' | 'fallback'>,
  won: ReadonlyMap<string, number>,
  without: ReadonlySet<string> = new Set(),
): SliceNow[] {
  const now = slices.map(({ code, weight, stock }) => ({
    code,
    weight,
    left: without.has(code) ? 0 : stock === null ? null : Math.max(0, stock - (won.get(code) ?? 0)),
  }))
  const gone = now.reduce((sum, { weight, left }) => (left === 0 ? sum + weight : sum), 0)
  return now.map(({ code, weight, left }) => {
    if (left === 0) return { code, weight: 0, left }
    return { code, weight: code === fallback ? weight + gone : weight, left }
  })
}

/**
 * Why a prize cannot be claimed. NOT_THERE: its slice is not part of the version; OTHER_TYPE: it is of
 * another type there.
 */
export function prizeOf(
  wheel: Wheel | undefined,
  { code, type }: { code: string; type: string },
): WheelSlice | 'NOT_THERE' | 'OTHER_TYPE' {
  const slice = wheel?.slices.find((candidate) => candidate.code === code)
  if (!slice) return 'NOT_THERE'
  return slice.prize.kind === type ? slice : 'OTHER_TYPE'
}

/**
 * Rounds of spins with coins that were won; a wheel that gives more coins than it takes would go on for ever.
 */
const rounds = 20

/**
 * The average win of a number of coins on a wheel: money, with coins that are won spent as well, and stock
 * used up. @returns amount on the wire, baht or kip, not rounded
 */
export function expectedMoney(wheel: Wheel, coins: number): number {
  const won = new Map<string, number>()
  let money = 0
  for (let left = coins, round = 0; left >= 1 && round < rounds; round++) {
    const now = slicesNow(wheel, won)
    const sum = now.reduce((total, { weight }) => total + weight, 0)
    let next = 0
    let over = 0
    const count = (slice: WheelSlice, times: number) => {
      won.set(slice.code, (won.get(slice.code) ?? 0) + times)
      if (slice.prize.kind === 'CREDIT') money += times * slice.prize.amount
      if (slice.prize.kind === 'COIN') next += times * slice.prize.coins
    }
    for (const [at, slice] of wheel.slices.entries()) {
      const { weight = 0, left: stock = null } = now[at] ?? {}
      const times = (left * weight) / sum
      const given = stock === null ? times : Math.min(times, stock)
      over += times - given
      count(slice, given)
    }
    const fallback = wheel.slices.find(({ code }) => code === wheel.fallback)
    if (fallback && over > 0) count(fallback, over)
    left = next
  }
  return money
}
