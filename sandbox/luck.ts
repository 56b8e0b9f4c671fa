import { randomInt } from 'node:crypto'
import type { GameCategory } from '@krapao/contract/game.ts'
import { refused } from './answer.ts'

/**
 * The rules of the sandbox's three small games. Multipliers are hundredths of the stake, stake included; over a long
 * time each game gives back 91 to 96 % of what is staked (luck.test.ts).
 */

/** Symbols of a reel: how many of its 20 fields show it, and what three or the first two of it pay. */
export const symbols = [
  { name: 'elephant', fields: 2, three: 60_00, two: 3_00 },
  { name: 'lotus', fields: 3, three: 25_00, two: 5_00 },
  { name: 'mango', fields: 4, three: 12_00, two: 4_00 },
  { name: 'kite', fields: 5, three: 6_00, two: 3_00 },
  { name: 'leaf', fields: 6, three: 4_00, two: 2_00 },
] as const
export type ReelSymbol = (typeof symbols)[number]['name']

/** The three ends of a match: how many of 100 matches end so, and what a right guess pays. */
export const ends = [
  { name: 'home', share: 38, pays: 2_45 },
  { name: 'draw', share: 26, pays: 3_60 },
  { name: 'away', share: 36, pays: 2_60 },
] as const
export type End = (typeof ends)[number]['name']

/** What two digits pay: both right, or exactly one in its place. */
export const digitsPay = { both: 70_00, one: 1_20 } as const

/** What a round showed. */
export type Show =
  | { game: 'slot'; reels: [ReelSymbol, ReelSymbol, ReelSymbol] }
  | { game: 'sport'; end: End; score: [home: number, away: number] }
  | { game: 'lotto'; drawn: string }

export interface Round {
  show: Show
  /** In satang, stake included; 0 when lost. */
  winMinor: number
}

/**
 * Plays one round with the randomness of the operating system.
 * @param choice an end of the match, two digits, or nothing for the reels
 * @throws Answer 400 INVALID_REQUEST for a choice that the game does not know
 */
export function playRound(game: GameCategory, stakeMinor: number, choice: unknown): Round {
  const pay = (multiplier: number) => Math.floor((stakeMinor * multiplier) / 100)
  switch (game) {
    case 'slot': {
      const reels: [ReelSymbol, ReelSymbol, ReelSymbol] = [drawSymbol(), drawSymbol(), drawSymbol()]
      return { show: { game, reels }, winMinor: pay(reelsPay(reels)) }
    }
    case 'sport': {
      const guess = ends.find(({ name }) => name === choice)
      if (!guess) throw refused(400, 'INVALID_REQUEST', { field: 'choice', reason: 'home, draw or away' })
      const end = pick(ends, ({ share }) => share).name
      const winMinor = guess.name === end ? pay(guess.pays) : 0
      return { show: { game, end, score: drawScore(end) }, winMinor }
    }
    case 'lotto': {
      if (typeof choice !== 'string' || !/^\d\d$/.test(choice)) {
        throw refused(400, 'INVALID_REQUEST', { field: 'choice', reason: 'two digits' })
      }
      const drawn = String(randomInt(100)).padStart(2, '0')
      return { show: { game, drawn }, winMinor: pay(twoDigitsPay(choice, drawn)) }
    }
  }
}

/** What three reels pay, in hundredths of the stake. */
export function reelsPay([first, second, third]: readonly [ReelSymbol, ReelSymbol, ReelSymbol]): number {
  if (first !== second) return 0
  const symbol = symbols.find(({ name }) => name === first)
  if (!symbol) return 0
  return second === third ? symbol.three : symbol.two
}

/** What a guess of two digits pays, in hundredths of the stake. */
export function twoDigitsPay(guess: string, drawn: string): number {
  const right = Number(guess[0] === drawn[0]) + Number(guess[1] === drawn[1])
  return right === 2 ? digitsPay.both : right === 1 ? digitsPay.one : 0
}

const drawSymbol = (): ReelSymbol => pick(symbols, ({ fields }) => fields).name

/** A score that fits how the match ended. */
function drawScore(end: End): [number, number] {
  const less = randomInt(3)
  const more = less + 1 + randomInt(2)
  return end === 'draw' ? [less, less] : end === 'home' ? [more, less] : [less, more]
}

function pick<Item>(items: readonly Item[], weight: (item: Item) => number): Item {
  let at = randomInt(items.reduce((sum, item) => sum + weight(item), 0))
  for (const item of items) {
    at -= weight(item)
    if (at < 0) return item
  }
  throw new Error('no items to pick from')
}
