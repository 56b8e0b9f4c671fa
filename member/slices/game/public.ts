// What other slices may use of the games.
export { CarouselRooms } from './carousel-rooms.tsx'
export { GameAccount } from './game-account.ts'
export { gameToPlay, PlayWith } from './play-last.tsx'
export { PlayNow } from './play-now.tsx'
export { RecentGames } from './recent-games.tsx'
export { canPlay } from './use-play.ts'
