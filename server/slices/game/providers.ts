import type { GameCategory, GameCode } from '@krapao/contract/game.ts'

/** One provider in a new installation; an operator's later changes stay (product.md §3, §7). */
export interface ProviderSeed {
  code: GameCode
  name: string
  category: GameCategory
  ratio: number
  /** Name in `/api/autoLogin/{path}/{username}[/{password}]`. */
  autoLogin?: { path: string; withPassword?: true }
  /** It reports no settled bets. */
  hasNoBets?: true
  /** Its games are a live casino's, which its category does not say: that has sport and casino together. */
  isCasino?: true
}

/**
 * Hours in which a bet of a category is settled, also one that takes long: settled too soon, it would win
 * free of a condition.
 */
const openBetHours: Record<GameCategory, number> = {
  slot: 1,
  // A match is bet on days before it begins.
  sport: 168,
  // Around the New Year 18 days are between two draws of the Thai lottery.
  lotto: 432,
}

/** Hours in which a round of a live casino is settled. */
const openRoundHours = 1

/** `openBetHours` of a provider in a new installation, in hours (rules.md §7.2). */
export const openBetHoursOf = ({
  category,
  isCasino,
}: Pick<ProviderSeed, 'category' | 'isCasino'>): number =>
  isCasino ? openRoundHours : openBetHours[category]

/** The sixteen, in the order of the carousels. */
export const providerSeeds: ProviderSeed[] = [
  { code: 'PG', name: 'PG', category: 'slot', ratio: 1, autoLogin: { path: 'pg' } },
  { code: 'JOKER', name: 'Joker', category: 'slot', ratio: 1 },
  { code: 'SLOTXO', name: 'SlotXO', category: 'slot', ratio: 1 },
  { code: 'SUPERSLOT', name: 'Superslot', category: 'slot', ratio: 1 },
  {
    code: 'PGSLOT',
    name: 'PG Slot',
    category: 'slot',
    ratio: 1,
    autoLogin: { path: 'pgslot', withPassword: true },
  },
  { code: 'JOKER2', name: 'Joker 2', category: 'slot', ratio: 1, autoLogin: { path: 'joker2' } },
  { code: 'AREASLOT', name: 'Area Slot', category: 'slot', ratio: 1, autoLogin: { path: 'areaslot' } },
  {
    code: 'SLOTRACHA',
    name: 'Slot Racha',
    category: 'slot',
    ratio: 1,
    autoLogin: { path: 'slotracha', withPassword: true },
  },
  {
    code: 'CIRCUS',
    name: 'Circus',
    category: 'slot',
    ratio: 1,
    autoLogin: { path: 'circus', withPassword: true },
  },
  { code: 'SEXYGAME', name: 'Sexy Game', category: 'sport', ratio: 1, hasNoBets: true, isCasino: true },
  { code: 'UFABET', name: 'Ufabet', category: 'sport', ratio: 1 },
  { code: 'BETFLIX', name: 'Betflix', category: 'sport', ratio: 1, autoLogin: { path: 'betflix' } },
  {
    code: 'ASKMEBET',
    name: 'AskMeBet',
    category: 'sport',
    ratio: 1,
    autoLogin: { path: 'askmebet', withPassword: true },
  },
  { code: 'IMI', name: 'IMI', category: 'sport', ratio: 1, autoLogin: { path: 'imi', withPassword: true } },
  {
    code: 'HUAYHD',
    name: 'Huay HD',
    category: 'lotto',
    ratio: 1,
    autoLogin: { path: 'huayhd' },
    hasNoBets: true,
  },
  {
    code: 'USUN',
    name: 'Usun',
    category: 'lotto',
    ratio: 1,
    autoLogin: { path: 'usun', withPassword: true },
  },
]

/** The folder of our own pictures of a provider. */
export const artOf = (code: GameCode) => ({
  logo: `/art/games/${code.toLowerCase()}/logo.svg`,
  background: `/art/games/${code.toLowerCase()}/background.svg`,
})

/** Providers that show the Android and iOS buttons in the demo world. */
export const demoApps: GameCode[] = ['PG', 'HUAYHD']
