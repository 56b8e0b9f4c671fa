import { describe, expect, it } from 'vitest'
import { followPlay, lostBet, playKeysOf, type SilentPlay } from './silent-losses.ts'

const at = (hour: number): Date => new Date(Date.UTC(2026, 4, 1, hour))
/** A play result of an hour; what is lost counts two hours later. */
const play = (hour: number, amountMinor: number, change: Partial<SilentPlay> = {}): SilentPlay => ({
  key: `p${hour}`,
  memberId: 'm',
  game: 'HUAYHD',
  product: 'lotto',
  currency: 'THB',
  amountMinor,
  playedAt: at(hour),
  dueAt: at(hour + 2),
  ...change,
})
const of = (...plays: SilentPlay[]) => {
  const { waiting, bets } = followPlay([], plays)
  return {
    waiting: waiting.map(({ key, leftMinor }) => `${key} ${leftMinor}`),
    bets: bets.map(({ id, stakeMinor, winMinor, validStakeMinor }) =>
      [id, stakeMinor, winMinor, ...(validStakeMinor === null ? [] : ['void'])].join(' '),
    ),
  }
}

describe('play at a provider that reports no bets', () => {
  it.each<[string, SilentPlay[], string[], string[]]>([
    ['a loss waits', [play(1, -50)], ['p1 50'], []],
    ['a win counts', [play(1, 70)], [], ['play:p1 0 70']],
    ['a ticket is given back', [play(1, -50), play(2, 50)], [], ['play:p2#p1 50 50 void']],
    ['a part comes back', [play(1, -50), play(2, 20)], ['p1 30'], ['play:p2#p1 20 20 void']],
    ['a ticket wins', [play(1, -50), play(2, 900)], [], ['play:p2#p1 50 900']],
    [
      'two of them share a win',
      [play(1, -50), play(2, -100), play(2.5, 301)],
      [],
      ['play:p2.5#p1 50 100', 'play:p2.5#p2 100 201'],
    ],
    [
      'the oldest comes back first',
      [play(1, -50), play(2, -100), play(2.5, 70)],
      ['p2 80'],
      ['play:p2.5#p1 50 50 void', 'play:p2.5#p2 20 20 void'],
    ],
    ['what comes back too late is a win', [play(1, -50), play(3, 50)], ['p1 50'], ['play:p3 0 50']],
    ['of another game', [play(1, -50), play(2, 50, { game: 'SEXYGAME' })], ['p1 50'], ['play:p2 0 50']],
    ['of another member', [play(1, -50), play(2, 50, { memberId: 'n' })], ['p1 50'], ['play:p2 0 50']],
    ['an earlier win takes nothing', [play(1, 50), play(2, -50)], ['p2 50'], ['play:p1 0 50']],
  ])('%s', (_, plays, waiting, bets) => expect(of(...plays)).toEqual({ waiting, bets }))

  it('keeps the sum of what was won and lost, however it comes', () => {
    const plays = [-50, -30, 20, 400, -10, -10, 5, 5, -100].map((minor, i) => play(i / 10, minor))
    const { waiting, bets } = followPlay([], plays)
    const all = [...bets, ...waiting.map(lostBet)]
    expect(all.reduce((sum, { stakeMinor, winMinor }) => sum + winMinor - stakeMinor, 0)).toBe(230)
  })

  it('makes a bet that was lost of what waited, with both times', () => {
    const [loss] = followPlay([], [play(1, -50)]).waiting
    expect(loss && lostBet(loss)).toMatchObject({
      id: 'play:p1',
      stakeMinor: 50,
      winMinor: 0,
      placedAt: at(1),
      settledAt: at(3),
    })
  })

  it('names the results that settled and placed a bet', () => {
    expect(playKeysOf({ id: 'play:p2#p1' })).toEqual({ settledBy: 'p2', placedBy: 'p1' })
    expect(playKeysOf({ id: 'play:p1' })).toEqual({ settledBy: 'p1', placedBy: 'p1' })
    expect(playKeysOf({ id: '4711' })).toBeUndefined()
  })
})
