import type { Phone } from '@krapao/contract/phone.ts'
import { bangkokDay } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http.ts'
import { consumeLimits } from '../../platform/limits/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { forgetDevices } from './device-store.ts'
import { accountOf, type Device } from './devices.ts'
import { attemptAgain, attemptLogin } from './guesses.ts'
import { birthDateRequired, type Limits, passwordProblems, readRegistrationNumbers, refuse } from './rules.ts'
import { hashPassword, passwordFits } from './secrets.ts'
import { openSession } from './session.ts'
import { findCredential, findCredentialById, replacePassword } from './store.ts'

/** rules.md §2.2 */
export const changesPerDay = defineSetting(
  'password.changesPerDay',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  10,
  'Times that a member may change the own password in a Bangkok day; a forgotten one is set anew by a code all the same',
)

/**
 * Logs a member in (rules.md §2.2, §2.3). An unknown phone and a wrong password are handled alike and take
 * the same time.
 * @returns the session token, and the member's phone and id
 * @throws Refusal `WRONG_CREDENTIAL`, `INACTIVE_USER`, `REQUEST_LIMIT`, `REQUEST_LIMIT_1MIN`
 */
export async function logIn(
  context: Context,
  given: { phone: Phone; password: string; remember: boolean; ip: string; device: Device },
): Promise<{ token: string; phone: string; memberId: string }> {
  const { phone, password, ip, device } = given
  const guess = { circle: 'member', name: phone, password, ip, device } as const
  const member = await attemptLogin(context, guess, async () => {
    const found = await findCredential(context.db, phone)
    return (await passwordFits(found?.password_hash, given.password)) ? found : undefined
  })
  if (!member) throw new Refusal('WRONG_CREDENTIAL')
  if (!member.is_active) throw new Refusal('INACTIVE_USER')
  const token = await openSession(context, member.id, given.remember, member.password_hash)
  return { token, phone, memberId: member.id }
}

/**
 * Changes a member's password and ends the other sessions (rules.md §2.2). Every device has to log in again
 * before it is known.
 * @throws Refusal `WRONG_PASSWORD`, also where the password was set anew meanwhile; `INVALID_USER_INFO`,
 *   `REQUEST_LIMIT`, `INACTIVE_USER`, `invalid-token`
 */
export async function changePassword(
  context: Context,
  caller: Caller,
  given: { oldPassword: string; newPassword: string },
): Promise<void> {
  const limits = await limitsNow(context)
  const member = await findCredentialById(context.db, caller.memberId)
  refuse(passwordProblems('newPassword', given.newPassword, limits, member.phone), limits)
  const right = await attemptAgain(context, member.id, async () =>
    (await passwordFits(member.password_hash, given.oldPassword)) ? true : undefined,
  )
  if (!right) throw new Refusal('WRONG_PASSWORD')
  const now = context.clock.now()
  const max = await context.settings.get(changesPerDay)
  const hits = await consumeLimits(context.database, now, [
    { key: `password-change:${caller.memberId}`, max, within: 'day', code: 'REQUEST_LIMIT' },
  ])
  const passwordHash = await hashPassword(given.newPassword)
  const change = { before: member.password_hash, passwordHash, now }
  const ended = await replacePassword(context.db, caller, change).catch(async (error) => {
    await hits.giveBack()
    throw error
  })
  for (const session of ended) context.sockets.endSession(session)
  await forgetDevices(context.db, accountOf({ circle: 'member', name: member.phone }))
}

/** The present rules of a registration or a new password. */
export async function limitsNow(context: Context): Promise<Limits> {
  return {
    today: bangkokDay(context.clock.now()),
    ...(await readRegistrationNumbers(context)),
    isBirthDateRequired: await context.settings.get(birthDateRequired),
  }
}
