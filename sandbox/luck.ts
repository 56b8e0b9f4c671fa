import { randomInt } from 'node:crypto'
import type { GameCategory } from '@krapao/contract/game.ts'
import { refused } from './answer.ts'
import { digitsPay, type End, ends, type ReelSymbol, type Show, symbols } from './odds.ts'

/** The outcome of a round. */
export interface Round {
  show: Show
  /** Stake included; 0 when lost. */
  winMinor: number
}

/**
 * Plays one round with random numbers of the operating system.
 * @param choice home, draw or away for a match, two digits for a lottery, undefined for the reels
 * @throws Answer 400 INVALID_REQUEST for a choice that the game does not have
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

/** The multiplier of three reels, in hundredths of the stake. */
export function reelsPay([first, second, third]: readonly [ReelSymbol, ReelSymbol, ReelSymbol]): number {
  if (first !== second) return 0
  const symbol = symbols.find(({ name }) => name === first)
  if (!symbol) return 0
  return second === third ? symbol.three : symbol.two
}

/** The multiplier of a guess of two digits, in hundredths of the stake. */
export function twoDigitsPay(guess: string, drawn: string): number {
  const right = Number(guess[0] === drawn[0]) + Number(guess[1] === drawn[1])
  return right === 2 ? digitsPay.both : right === 1 ? digitsPay.one : 0
}

const drawSymbol = (): ReelSymbol => pick(symbols, ({ fields }) => fields).name

/** A random score with the given result. */
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
