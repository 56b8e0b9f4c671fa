/** The wheel's exports: for the script that calculates spins again, and for other parts of the server. */
export { type CheckedSpin, checkSpin, readSpins } from './check-spin.ts'
export { countStakes, creditCoins, takeBackCoins } from './coins.ts'
export { waitingPrizes } from './coupon-store.ts'
export { selectRevealed } from './store.ts'
