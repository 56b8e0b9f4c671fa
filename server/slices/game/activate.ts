import { addSeconds } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { findAccount, findProvider } from './public.ts'
import { claimGrace, sealedFor, usernameOf } from './rules.ts'
import { type Account, claimOpening, claimReset, endClaim, type Provider } from './store.ts'

/** Username and password at a provider, unsealed: for the member who owns them, never for a log. */
export interface Credential {
  username: string
  password: string
}

/**
 * Opens the member's account at a provider, once (rules.md §4.1). The username is always the same, so a
 * provider that opened the account without our receiving the answer returns that account at the next try.
 * @throws Refusal `NO_GAME`, `SLOT_ALREADY_ACTIVE`, `SLOT_BEING_OPENED` and `SLOT_ACTIVATE_FAIL` (may be
 *   tried again)
 */
export async function activate(context: Context, memberId: string, code: string): Promise<Credential> {
  const provider = await offeredProvider(context, code)
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('invalid-token')
  const account = { memberId, code: provider.code, username: usernameOf(memberId), asset: member.currency }
  const now = context.clock.now()
  if (!(await claimOpening(context, account, now, addSeconds(now, provider.timeoutSeconds + claimGrace)))) {
    const opened = await findAccount(context, memberId, provider.code)
    throw new Refusal(opened ? 'SLOT_ALREADY_ACTIVE' : 'SLOT_BEING_OPENED')
  }
  return replaceCredential(context, account, 'SLOT_ACTIVATE_FAIL', () =>
    context.games.openAccount(provider, account.username, member.currency),
  )
}

/**
 * Sets a new password at the provider.
 * @throws Refusal `NO_GAME`, `SLOT_NO_ACCOUNT`, `SLOT_RESET_PASSWORD_FAIL` (also while another reset is on
 *   its way)
 */
export async function resetPassword(context: Context, memberId: string, code: string): Promise<Credential> {
  const provider = await offeredProvider(context, code)
  const account = await ownAccount(context, memberId, provider)
  const now = context.clock.now()
  // Two resets at once could store the older password last.
  if (!(await claimReset(context, account, now, addSeconds(now, provider.timeoutSeconds + claimGrace)))) {
    throw new Refusal('SLOT_RESET_PASSWORD_FAIL')
  }
  return replaceCredential(context, account, 'SLOT_RESET_PASSWORD_FAIL', () =>
    context.games.resetPassword(provider, account.username),
  )
}

/** The member's stored credential. @throws Refusal `NO_GAME`, `SLOT_NO_ACCOUNT` */
export async function readCredential(context: Context, memberId: string, code: string): Promise<Credential> {
  const provider = await findProvider(context, code)
  if (!provider) throw new Refusal('NO_GAME')
  return openCredential(context, await ownAccount(context, memberId, provider))
}

export const openCredential = ({ sealer }: Context, account: Account): Credential => ({
  username: account.username,
  password: sealer.open(account.sealedPassword, sealedFor(account.memberId, account.code)),
})

/** @throws Refusal `NO_GAME` */
async function offeredProvider(context: Context, code: string): Promise<Provider> {
  const provider = await findProvider(context, code)
  if (!provider?.enabled) throw new Refusal('NO_GAME')
  return provider
}

/** @throws Refusal `SLOT_NO_ACCOUNT` */
export async function ownAccount(context: Context, memberId: string, { code }: Provider): Promise<Account> {
  const account = await findAccount(context, memberId, code)
  if (!account) throw new Refusal('SLOT_NO_ACCOUNT')
  return account
}

/** Under a claim: asks the provider for a credential, stores it, and gives the claim back in any case. */
async function replaceCredential(
  context: Context,
  { memberId, code }: Pick<Account, 'memberId' | 'code'>,
  failure: 'SLOT_ACTIVATE_FAIL' | 'SLOT_RESET_PASSWORD_FAIL',
  ask: () => Promise<Credential>,
): Promise<Credential> {
  let credential: Credential
  try {
    context.sealer.requireKey()
    credential = await ask()
  } catch (error) {
    await endClaim(context, { memberId, code }, context.clock.now())
    // This node may not seal, so nothing was asked.
    if (error instanceof Refusal) throw error
    context.log.warn({ game: code, memberId, reason: (error as Error).message }, failure)
    throw new Refusal(failure)
  }
  const sealed = context.sealer.seal(credential.password, sealedFor(memberId, code))
  await endClaim(context, { memberId, code }, context.clock.now(), sealed)
  return { username: credential.username, password: credential.password }
}
