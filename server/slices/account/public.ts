import type { Context } from '../context.ts'
import { loginServices } from './history/enter.ts'
import { memberFinder } from './members.ts'
import { sessionFinder } from './session.ts'

/** The exports of accounts for other parts of the server. */
export { forgetDevices } from './device-store.ts'
export { accountOf, type Device, deviceOf, rememberDevice } from './devices.ts'
export { attemptAgain, attemptLogin } from './guesses.ts'
export { type LoginListener, type NewLogin, onNewLogin } from './history/enter.ts'
export { shortenAddress } from './history/shorten-address.ts'
export { selectLoginsOf } from './history/store.ts'
export { type DeviceNames, namesIn } from './history/user-agent.ts'
export { countInvited, type Invitation, selectInvitations } from './inviter-store.ts'
export {
  currencyOf,
  lockActive,
  memberOutline,
  selectActivePhones,
  selectMemberNames,
  standingsOf,
} from './member-store.ts'
export { createMember, deskMember, findMember, findOwner, type Member, type NewMember } from './members.ts'
export { makeChallenge, takeSigned } from './passkey/challenge.ts'
export { isQuicklyGuessed, readRegistrationNumbers } from './rules.ts'
export {
  endOfNumber,
  searchAccountEnds,
  searchMemberIdsBy,
  searchMembers,
  searchPhoneEnds,
} from './search.ts'
export { hashPassword, hashToken, newToken, passwordFits } from './secrets.ts'
export {
  type MemberAccount,
  readMemberAccounts,
  readMembersByPhone,
  selectMemberAccounts,
  selectMembersByPhone,
} from './sender-store.ts'
export { admit, openSession, sessionOf } from './session.ts'
export { livingSessions } from './session-store.ts'
export { type KeptAccount, keepBankAccounts } from './store.ts'
export { accountTies, askedMembers, ownersOfAccount, tiedMember } from './tie-store.ts'

/** Things of this slice that are made once. */
export const accountServices = (context: Pick<Context, 'database' | 'clock' | 'log'>) => ({
  findMember: memberFinder(context),
  findSession: sessionFinder(context),
  ...loginServices(),
})
