/**
 * The chances and multipliers of the sandbox's three small games, which its page shows. Multipliers are
 * hundredths of the stake, stake included; in the long run each game returns 91 to 96 % of the stakes
 * (luck.test.ts).
 */

/**
 * The symbols of a reel: on how many of its 20 fields each is, and the multipliers of three and of the first
 * two.
 */
export const symbols = [
  { name: 'elephant', fields: 2, three: 60_00, two: 3_00 },
  { name: 'lotus', fields: 3, three: 25_00, two: 5_00 },
  { name: 'mango', fields: 4, three: 12_00, two: 4_00 },
  { name: 'kite', fields: 5, three: 6_00, two: 3_00 },
  { name: 'leaf', fields: 6, three: 4_00, two: 2_00 },
] as const
export type ReelSymbol = (typeof symbols)[number]['name']

/** The results of a match: in how many of 100 matches each occurs, and the multiplier of a right guess. */
export const ends = [
  { name: 'home', share: 38, pays: 2_45 },
  { name: 'draw', share: 26, pays: 3_60 },
  { name: 'away', share: 36, pays: 2_60 },
] as const
export type End = (typeof ends)[number]['name']

/** The multipliers for two digits: both right, or exactly one right in its place. */
export const digitsPay = { both: 70_00, one: 1_20 } as const

/** The outcome of a round as the page shows it. */
export type Show =
  | { game: 'slot'; reels: [ReelSymbol, ReelSymbol, ReelSymbol] }
  | { game: 'sport'; end: End; score: [home: number, away: number] }
  | { game: 'lotto'; drawn: string }
