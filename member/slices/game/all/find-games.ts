import { type GameCategory, gameCategories } from '@krapao/contract/game.ts'
import type { GameAccount } from '../../wallet/public.ts'

/** Which games are shown: all, the member's favourites, or those of a category. */
export type Choice = 'all' | 'favourite' | GameCategory
export const choices: readonly Choice[] = ['all', 'favourite', ...gameCategories]

type Found = Pick<GameAccount, 'code' | 'name' | 'category' | 'isActive' | 'isFavourite' | 'playedAt'>

/** Letters and digits alone, so that "pg slot", "PG-Slot" and "pgslot" are the same. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The games that were asked for, by a part of their name. */
export function findGames<G extends Found>(
  games: G[],
  { search, choice }: { search: string; choice: Choice },
): G[] {
  const wanted = bare(search)
  return games.filter(
    (game) =>
      (choice === 'all' || (choice === 'favourite' ? game.isFavourite : game.category === choice)) &&
      (bare(game.name).includes(wanted) || bare(game.code).includes(wanted)),
  )
}

/** Favourites first, then what was played last, then the member's own; otherwise the operator's order. */
export const usualOrder = <G extends Found>(games: G[]): G[] =>
  [...games].sort(
    (a, b) =>
      Number(b.isFavourite) - Number(a.isFavourite) ||
      (b.playedAt ?? '').localeCompare(a.playedAt ?? '') ||
      Number(b.isActive) - Number(a.isActive),
  )
