/** What other parts of the server may ask of accounts. */
export { accountOf, type Device, deviceOf, forgetDevices, rememberDevice } from './devices.ts'
export { attemptAgain, attemptLogin } from './guesses.ts'
export { createMember, findMember, findOwner, type Member, type NewMember } from './members.ts'
export { isQuicklyGuessed, readRegistrationNumbers } from './rules.ts'
export { searchMembers } from './search.ts'
export { hashPassword, hashToken, newToken, passwordFits } from './secrets.ts'
export { admit, openSession, sessionOf } from './session.ts'
export { keepBankAccounts } from './store.ts'
