import { describe, expect, it } from 'vitest'
import { playRound, reelsPay, twoDigitsPay } from './luck.ts'
import { ends, symbols } from './odds.ts'

describe('the small games return 91 to 96 % of the stakes in the long run', () => {
  const within = (back: number) => {
    expect(back).toBeGreaterThan(91)
    expect(back).toBeLessThan(96)
  }

  it('reels: averaged over all 8,000 positions', () => {
    let paid = 0
    for (const a of symbols)
      for (const b of symbols)
        for (const c of symbols) paid += a.fields * b.fields * c.fields * reelsPay([a.name, b.name, c.name])
    within(paid / 8_000)
  })

  it.each(ends)('match: on $name', ({ share, pays }) => within((share * pays) / 100))

  it('two digits: averaged over all 100 draws', () => {
    let paid = 0
    for (let drawn = 0; drawn < 100; drawn++) paid += twoDigitsPay('07', String(drawn).padStart(2, '0'))
    within(paid / 100)
  })
})

describe('a round', () => {
  it('has a score that fits the result of the match, and pays only the right guess', () => {
    for (let n = 0; n < 300; n++) {
      const { show, winMinor } = playRound('sport', 1_000, 'home')
      if (show.game !== 'sport') throw new Error('not a match')
      const [home, away] = show.score
      expect(show.end).toBe(home > away ? 'home' : home < away ? 'away' : 'draw')
      expect(winMinor).toBe(show.end === 'home' ? 2_450 : 0)
    }
  })

  it('pays the stake times the multiplier, rounded down to whole satang', () => {
    for (let n = 0; n < 200; n++) {
      const { winMinor } = playRound('sport', 1, 'home')
      expect([0, 2]).toContain(winMinor)
    }
  })

  it('has different outcomes', () => {
    const shown = new Set(
      Array.from({ length: 200 }, () => JSON.stringify(playRound('slot', 100, undefined).show)),
    )
    expect(shown.size).toBeGreaterThan(30)
  })
})
