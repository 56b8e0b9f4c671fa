// What other slices may use of the look-ups.
export { useBankNameList, useBankNames, useBanks } from './banks.ts'
export { Conditions } from './conditions.ts'
export { HowtoLink } from './howto-link.tsx'
export { shortBank } from './short-bank.ts'
