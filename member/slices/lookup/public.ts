// What other slices may use of the look-ups.
export { useBankNames, useBanks } from './banks.ts'
