// What other slices may use of the games.
export { GameCarousels } from './game-carousels.tsx'
export { canPlay, PlayNow } from './play-now.tsx'
