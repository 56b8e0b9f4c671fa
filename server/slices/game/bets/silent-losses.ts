import type { GameCode } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { type SettledOrVoid, settledBet } from './store.ts'

/**
 * Play at providers that report no bets (rules.md §4.6), without database, clock or network. What was lost
 * there may be lost, or be the stake of a bet that is open. It waits for the provider's hours; what comes
 * back meanwhile is of the bets that wait. All amounts in minor units.
 */

/** A loss that may be a stake still. */
export interface SilentLoss {
  /** Of the play result's journal. */
  key: string
  memberId: string
  game: GameCode
  product: string
  currency: Currency
  leftMinor: number
  lostAt: Date
  /** When it counts as lost. */
  dueAt: Date
}

/** A play result. */
export interface SilentPlay extends Omit<SilentLoss, 'leftMinor' | 'lostAt'> {
  /** Won (positive) or lost. */
  amountMinor: number
  playedAt: Date
}

/**
 * The ids of bets of play results begin with it, followed by the key of the result that settled them. Where
 * an earlier result had placed them, its key follows behind `#`.
 */
const prefix = 'play:'

/** The keys of the play results that settled such a bet and placed it; undefined: a provider reported it. */
export function playKeysOf({ id }: { id: string }): { settledBy: string; placedBy: string } | undefined {
  if (!id.startsWith(prefix)) return undefined
  const [settledBy = '', placedBy = settledBy] = id.slice(prefix.length).split('#')
  return { settledBy, placedBy }
}

/**
 * What play results make of the losses that wait, in their order. A win settles them: where it is larger than
 * all of them, each has its share of it. What of them comes back without a win was void.
 * @param waiting the losses of these members at these games, the oldest first
 * @returns the losses that wait then, and the bets that are settled
 */
export function followPlay(
  waiting: readonly SilentLoss[],
  plays: readonly SilentPlay[],
): { waiting: SilentLoss[]; bets: SettledOrVoid[] } {
  let left = [...waiting]
  const bets: SettledOrVoid[] = []
  for (const play of plays) {
    const { amountMinor, playedAt, ...of } = play
    if (amountMinor < 0) left.push({ ...of, leftMinor: -amountMinor, lostAt: playedAt })
    if (amountMinor <= 0) continue
    const open = left.filter((loss) => isOf(loss, play) && loss.dueAt > playedAt)
    const stakedMinor = open.reduce((sum, { leftMinor }) => sum + leftMinor, 0)
    if (stakedMinor === 0) {
      bets.push(betOf(of, { id: of.key, stakeMinor: 0, winMinor: amountMinor, settledAt: playedAt }))
      continue
    }
    let winMinor = amountMinor
    let staked = stakedMinor
    const settled = new Map<SilentLoss, number>()
    for (const loss of open) {
      if (winMinor === 0) break
      const isWon = amountMinor > stakedMinor
      // The last one has what rounding leaves.
      const share = isWon ? shareOf(winMinor, loss.leftMinor, staked) : Math.min(loss.leftMinor, winMinor)
      const stakeMinor = isWon ? loss.leftMinor : share
      const id = `${of.key}#${loss.key}`
      const bet = betOf(loss, { id, stakeMinor, winMinor: share, settledAt: playedAt })
      bets.push({ ...bet, placedAt: loss.lostAt, ...(!isWon && { validStakeMinor: 0 }) })
      settled.set(loss, loss.leftMinor - stakeMinor)
      winMinor -= share
      staked -= loss.leftMinor
    }
    left = left.flatMap((loss) => {
      const leftMinor = settled.get(loss) ?? loss.leftMinor
      return leftMinor === 0 ? [] : [{ ...loss, leftMinor }]
    })
  }
  return { waiting: left, bets }
}

/** The bet that a loss was whose hours are over. */
export const lostBet = (loss: SilentLoss): SettledOrVoid => ({
  ...betOf(loss, { id: loss.key, stakeMinor: loss.leftMinor, winMinor: 0, settledAt: loss.dueAt }),
  placedAt: loss.lostAt,
})

const isOf = (loss: SilentLoss, play: SilentPlay): boolean =>
  loss.memberId === play.memberId && loss.game === play.game

const betOf = (
  { memberId, game, product, currency }: Pick<SilentLoss, 'memberId' | 'game' | 'product' | 'currency'>,
  { id, ...bet }: Pick<SettledOrVoid, 'id' | 'stakeMinor' | 'winMinor' | 'settledAt'>,
): SettledOrVoid => settledBet({ ...bet, id: `${prefix}${id}`, game, memberId, product, currency })

/** The share of an amount, rounded down. */
const shareOf = (amountMinor: number, partMinor: number, ofMinor: number): number =>
  Number((BigInt(amountMinor) * BigInt(partMinor)) / BigInt(ofMinor))
