/** The wheel's exports: for the script that calculates spins again, and what operators see of a member. */
export { type CheckedSpin, checkSpin, readSpins } from './check-spin.ts'
export { selectRevealed } from './store.ts'
