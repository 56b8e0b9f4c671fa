import { describe, expect, it } from 'vitest'
import { ends, playRound, reelsPay, symbols, twoDigitsPay } from './luck.ts'

describe('the small games give back 91 to 96 % over time', () => {
  const within = (back: number) => {
    expect(back).toBeGreaterThan(91)
    expect(back).toBeLessThan(96)
  }

  it('reels: over all 8,000 positions', () => {
    let paid = 0
    for (const a of symbols)
      for (const b of symbols)
        for (const c of symbols) paid += a.fields * b.fields * c.fields * reelsPay([a.name, b.name, c.name])
    within(paid / 8_000)
  })

  it.each(ends)('match: on $name', ({ share, pays }) => within((share * pays) / 100))

  it('two digits: over all 100 draws', () => {
    let paid = 0
    for (let drawn = 0; drawn < 100; drawn++) paid += twoDigitsPay('07', String(drawn).padStart(2, '0'))
    within(paid / 100)
  })
})

describe('a round', () => {
  it('shows a score that fits how the match ended, and pays only the right guess', () => {
    for (let n = 0; n < 300; n++) {
      const { show, winMinor } = playRound('sport', 1_000, 'home')
      if (show.game !== 'sport') throw new Error('not a match')
      const [home, away] = show.score
      expect(show.end).toBe(home > away ? 'home' : home < away ? 'away' : 'draw')
      expect(winMinor).toBe(show.end === 'home' ? 2_450 : 0)
    }
  })

  it('pays whole satang, never more than the multiplier', () => {
    for (let n = 0; n < 200; n++) {
      const { winMinor } = playRound('sport', 1, 'home')
      expect([0, 2]).toContain(winMinor)
    }
  })

  it('comes out differently from time to time', () => {
    const shown = new Set(
      Array.from({ length: 200 }, () => JSON.stringify(playRound('slot', 100, undefined).show)),
    )
    expect(shown.size).toBeGreaterThan(30)
  })
})
