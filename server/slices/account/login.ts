import { createHash } from 'node:crypto'
import { bangkokDay } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { guess, refuseBurst } from './guesses.ts'
import { type Limits, leastAge, passwordMin, passwordProblems, refuse } from './rules.ts'
import { hashPassword, passwordFits } from './secrets.ts'
import { openSession } from './session.ts'
import { findCredential, findCredentialById, replacePassword } from './store.ts'

/**
 * Logs a member in (rules.md §2.2, §2.3). An unknown phone and a wrong password take the same way and time.
 * @returns the session token
 * @throws Refusal `WRONG_CREDENTIAL`, `INACTIVE_USER`, `REQUEST_LIMIT`, `REQUEST_LIMIT_1MIN`
 */
export async function logIn(
  context: Context,
  given: { username: string; password: string; remember: boolean; ip: string },
): Promise<string> {
  await refuseBurst(context, 'login', given.ip)
  // What is no phone number reaches the database only as a hash: it may hold anything.
  const phone = /^\d{8,11}$/.test(given.username) ? given.username : digest(given.username)
  const member = await guess(context, { account: `login:${phone}`, ip: given.ip }, async () => {
    const found = await findCredential(context.db, phone)
    return (await passwordFits(found?.password_hash, given.password)) ? found : undefined
  })
  if (!member) throw new Refusal('WRONG_CREDENTIAL')
  if (!member.is_active) throw new Refusal('INACTIVE_USER')
  return openSession(context, member.id, given.remember)
}

/**
 * Changes a member's password and ends the other sessions (rules.md §2.2).
 * @throws Refusal `WRONG_PASSWORD`, `INVALID_USER_INFO`, `REQUEST_LIMIT`
 */
export async function changePassword(
  context: Context,
  caller: Caller,
  given: { oldPassword: string; newPassword: string; ip: string },
): Promise<void> {
  const limits = await limitsNow(context)
  const member = await findCredentialById(context.db, caller.memberId)
  refuse(passwordProblems('newPassword', given.newPassword, limits, member.phone), limits)
  const right = await guess(context, { account: `change:${member.id}`, ip: given.ip }, async () =>
    (await passwordFits(member.password_hash, given.oldPassword)) ? true : undefined,
  )
  if (!right) throw new Refusal('WRONG_PASSWORD')
  await replacePassword(context.db, {
    memberId: caller.memberId,
    passwordHash: await hashPassword(given.newPassword),
    keepSession: caller.sessionHash,
    now: context.clock.now(),
  })
}

/** What the rules of a registration or a new password are today. */
export async function limitsNow(context: Context): Promise<Limits> {
  return {
    today: bangkokDay(context.clock.now()),
    leastAge: await context.settings.get(leastAge),
    passwordMin: await context.settings.get(passwordMin),
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
