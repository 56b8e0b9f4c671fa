import type { AnswerOf } from '@krapao/contract/client.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { accountOf, type Device, isKnownDevice } from '../devices.ts'
import { forgiveGuesses } from '../guesses.ts'
import type { Entered } from '../history/enter.ts'
import { limitsNow } from '../login.ts'
import { type Caller, sendCode } from '../otp.ts'
import { phoneNamed } from '../phone-named.ts'
import { checkPhone, passwordProblems, refuse } from '../rules.ts'
import { hashPassword, hashToken } from '../secrets.ts'
import { openSession } from '../session.ts'
import { strangerText } from '../sms-text.ts'
import { findCredential, lockMember } from '../store.ts'
import { findVerified, startAnew, useCode } from './store.ts'

/** rules.md §2.7 */
const sendsOverall = defineSetting(
  'reset.sendsOverall',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  300,
  'Codes that set a new password sent in an hour altogether, before more of them have to wait, so that nobody can guess many',
)
const verifiedMinutes = defineSetting(
  'reset.verifiedMinutes',
  Type.Integer({ minimum: 1, maximum: 120 }),
  10,
  'Minutes after its code was right in which a new password may be set',
)

/**
 * Sends a code that sets a new password. To a number that no member has goes a message that says so: the
 * answer, its time and the limits are the same, and only the holder of the phone learns more (rules.md §2.7).
 * @throws Refusal `PHONE_NUMBER_REQUIRE_10_DIGIT`, `INVALID_USER_INFO`, and those of `sendCode`
 */
export async function sendResetCode(
  context: Context,
  { device, ...given }: Omit<Caller, 'knownDevice'> & { phoneNumber: string; device: Device },
): Promise<AnswerOf<'POST /api/login/reset/send'>> {
  checkPhone(given.phoneNumber, context.brand.variant, 'phoneNumber')
  const phone = await phoneNamed(context, given.phoneNumber)
  const member = await findCredential(context.db, phone)
  const max = await context.settings.get(sendsOverall)
  const isKnown = await isKnownDevice(context, accountOf({ circle: 'member', name: phone }), device)
  return sendCode(
    context,
    'reset',
    { ...given, phone, knownDevice: isKnown ? device.hash : undefined },
    {
      crowds: [{ key: 'otp:reset-overall', max }],
      ...(!member && { instead: strangerText(given.language, context.brand.smsName || context.brand.name) }),
    },
  )
}

/**
 * Sets a new password for the member whose phone was verified, and logs them in. All that could get in before
 * ends: sessions, passkeys, known devices, other codes.
 * @throws Refusal `UNVERIFIED_OTP` if the code was not verified, or is too old or used; `INVALID_USER_INFO`;
 *   `INACTIVE_USER`
 */
export async function resetPassword(
  context: Context,
  given: { otpToken: string; newPassword: string; remember: boolean; ip: string; device: Device },
): Promise<Entered> {
  const now = context.clock.now()
  const since = addSeconds(now, -60 * (await context.settings.get(verifiedMinutes)))
  const tokenHash = hashToken(given.otpToken)
  const phone = await findVerified(context.db, tokenHash, since)
  const member = phone && (await findCredential(context.db, phone))
  if (!phone || !member) throw new Refusal('UNVERIFIED_OTP')
  if (!member.is_active) throw new Refusal('INACTIVE_USER')
  const limits = await limitsNow(context)
  refuse(passwordProblems('newPassword', given.newPassword, limits, phone), limits)

  const passwordHash = await hashPassword(given.newPassword)
  const account = accountOf({ circle: 'member', name: phone })
  const ended = await transaction(context.db, async (tx) => {
    await lockMember(tx, member.id)
    if (!(await useCode(tx, { tokenHash, since, phone, now }))) throw new Refusal('UNVERIFIED_OTP')
    return startAnew(tx, { id: member.id, account, passwordHash, now })
  })
  for (const session of ended) context.sockets.endSession(session)
  await forgiveGuesses(context, { circle: 'member', name: phone, ip: given.ip, device: given.device })
  const token = await openSession(context, member.id, given.remember)
  return { token, memberId: member.id, phone }
}
