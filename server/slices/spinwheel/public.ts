/** The exports of the wheel for the script that calculates spins again. */
export { type CheckedSpin, checkSpin, readSpins } from './check-spin.ts'
export { selectRevealed } from './store.ts'
