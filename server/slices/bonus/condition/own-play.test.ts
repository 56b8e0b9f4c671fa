import { describe, expect, it } from 'vitest'
import type { StoredBet } from '../../game/public.ts'
import { playedWith } from './own-play.ts'
import type { Terms } from './terms.ts'

const creditedAt = new Date('2026-05-01T12:00:00Z')
const [before, after] = [new Date('2026-05-01T11:00:00Z'), new Date('2026-05-01T13:00:00Z')]
const terms: Terms = {
  mode: 'turnover',
  multiplePercent: 1000,
  weights: { sport: 50 },
  otherWeight: 100,
  basis: 'credit',
  percentFail: 5,
  maxCashOutMinor: null,
  mayForfeit: true,
  days: 30,
}
const bet = (stakeMinor: number, winMinor: number, change: Partial<StoredBet> = {}): StoredBet => ({
  game: 'PG',
  id: 'a',
  memberId: 'm',
  product: 'slot',
  currency: 'THB',
  stakeMinor,
  winMinor,
  validStakeMinor: stakeMinor,
  placedAt: null,
  settledAt: after,
  firstSettledAt: after,
  countedDay: '2026-05-01',
  ...change,
})
const of = (left: number, ...bets: StoredBet[]) => {
  const played = playedWith({ creditedAt, terms, ownOpenLeft: left === 0 ? {} : { PG: left } }, bets)
  return [played.turnoverMinor, played.ownPlayMinor, played.ownOpenLeft.PG ?? 0]
}

describe('bets are to a bonus: turnover, own play, what is left on bets of before', () => {
  it.each<[string, number, StoredBet[], number[]]>([
    ['placed after', 0, [bet(100, 250, { placedAt: after })], [100, 0, 0]],
    [
      'placed after, though there were stakes before',
      500,
      [bet(100, 250, { placedAt: after })],
      [100, 0, 500],
    ],
    ['placed at the credit', 0, [bet(100, 0, { placedAt: creditedAt })], [100, 0, 0]],
    ['placed before and won', 100, [bet(100, 250, { placedAt: before })], [0, 150, 0]],
    ['placed before and lost', 100, [bet(100, 0, { placedAt: before })], [0, -100, 0]],
    ['placed before, void', 100, [bet(100, 100, { placedAt: before })], [0, 0, 0]],
    ['placed before, and nobody had seen the stake', 0, [bet(100, 250, { placedAt: before })], [0, 150, 0]],
    ['placed before, larger than what was seen', 60, [bet(100, 250, { placedAt: before })], [0, 150, 0]],
    ['settled before', 100, [bet(100, 30, { settledAt: before, firstSettledAt: before })], [0, -70, 0]],
    // A win of which the balance was read before its bet was reported.
    ['a win that is in the base', -150, [bet(100, 250, { placedAt: before })], [0, 0, 0]],
    ['a part of a win that is in the base', -50, [bet(100, 250, { placedAt: before })], [0, 100, 0]],
    ['a loss beside a win that is in the base', -50, [bet(100, 0, { placedAt: before })], [0, -100, -50]],
    // Nobody says when it was placed.
    ['unknown, and nothing was staked', 0, [bet(100, 250)], [100, 0, 0]],
    ['unknown, all of it from before', 300, [bet(100, 250)], [0, 150, 200]],
    ['unknown, in part from before', 40, [bet(100, 250)], [60, 60, 0]],
    ['unknown, its share rounded up', 1, [bet(3, 10)], [2, 3, 0]],
    ['unknown, one after the other', 150, [bet(100, 0), bet(100, 0)], [50, -150, 0]],
    ['by weight', 50, [bet(100, 0, { product: 'sport' })], [25, -50, 0]],
    ['a void stake meets nothing', 0, [bet(100, 100, { validStakeMinor: 0 })], [0, 0, 0]],
    // Corrections are differences.
    ['a win that is taken back', 0, [bet(0, -200, { validStakeMinor: 0, placedAt: before })], [0, -200, 0]],
    ['a stake that is voided', 0, [bet(0, 0, { validStakeMinor: -100, placedAt: after })], [-100, 0, 0]],
  ])('%s', (_, left, bets, expected) => expect(of(left, ...bets)).toEqual(expected))

  it('where the balance decides, no stake is counted', () => {
    const balance: Terms = { ...terms, mode: 'balance', percentSuccess: 150 }
    const { turnoverMinor, ownPlayMinor } = playedWith({ creditedAt, terms: balance, ownOpenLeft: {} }, [
      bet(100, 0),
      bet(100, 300, { placedAt: before }),
    ])
    expect([turnoverMinor, ownPlayMinor]).toEqual([0, 200])
  })
})
