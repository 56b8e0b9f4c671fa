/** What two members have in common (rules.md §2.10). */
export const tieReasons = [
  // both have logged in by one device
  'DEVICE',
  // their registered bank accounts are one
  'BANK_ACCOUNT',
  // a deposit of the one was paid from an account that paid for the other, or is the other's
  'PAYER',
  // one name and one birth date
  'PERSON',
  // the one invited the other
  'INVITER',
  // both logged in from one network within an hour
  'ADDRESS',
] as const
export type TieReason = (typeof tieReasons)[number]
