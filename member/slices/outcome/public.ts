// What other slices and the app may use of outcomes.

export { useSeen } from './read.ts'
