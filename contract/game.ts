/** Game providers by code (product.md §3). No dependency: the browser uses this file too. */

export const gameCodes = [
  'JOKER',
  'SEXYGAME',
  'BETFLIX',
  'ASKMEBET',
  'UFABET',
  'SUPERSLOT',
  'PG',
  'SLOTXO',
  'IMI',
  'USUN',
  'AREASLOT',
  'CIRCUS',
  'SLOTRACHA',
  'PGSLOT',
  'JOKER2',
  'HUAYHD',
] as const
export type GameCode = (typeof gameCodes)[number]

export const gameCategories = ['slot', 'sport', 'lotto'] as const
export type GameCategory = (typeof gameCategories)[number]

/** One end of a transfer: the main wallet or a game account. */
export const walletEnd = 'WALLET'
export type TransferEnd = typeof walletEnd | GameCode
