/** Pseudo-random choices (mulberry32): the same seed gives the same choices. */
export interface Dice {
  /** 0 up to 1. */
  roll(): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  one<T>(of: readonly T[]): T
  /** One of the names, by weight. */
  weighted<K extends string>(weights: Record<K, number>): K
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(roll() * (max - min + 1))
  return {
    roll,
    between,
    one: (of) => of[between(0, of.length - 1)] as (typeof of)[number],
    weighted<K extends string>(weights: Record<K, number>) {
      const entries = Object.entries<number>(weights) as [K, number][]
      let left = roll() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return (entries.at(-1) as [K, number])[0]
    },
  }
}
