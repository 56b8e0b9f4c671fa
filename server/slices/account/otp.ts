import { otpResendSeconds } from '@krapao/contract/limits.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Language } from '../../platform/http.ts'
import { addressKey, takeTurns } from '../../platform/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { refuseBurst } from './guesses.ts'
import { checkPhone } from './rules.ts'
import { hashOtpCode, hashToken, newOtpCode, newOtpRef, newToken } from './secrets.ts'
import { phoneExists } from './store.ts'
import * as store from './store-otp.ts'

/** The numbers of rules.md §2.4. */
const seconds = defineSetting(
  'otp.seconds',
  Type.Integer({ minimum: 60, maximum: 3600 }),
  300,
  'Seconds that a code is valid',
)
const tries = defineSetting('otp.tries', Type.Integer({ minimum: 1, maximum: 20 }), 5, 'Tries at one code')
const resendSeconds = defineSetting(
  'otp.resendSeconds',
  Type.Integer({ minimum: 10, maximum: 3600 }),
  otpResendSeconds,
  'Seconds before a phone may be sent another code',
)
const sendsPerPhone = defineSetting(
  'otp.sendsPerPhone',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  5,
  'Codes sent to one phone in a Bangkok day',
)
const sendsPerAddress = defineSetting(
  'otp.sendsPerAddress',
  Type.Integer({ minimum: 1, maximum: 100_000 }),
  20,
  'Codes sent for one address in a Bangkok day',
)
const verifiedMinutes = defineSetting(
  'otp.verifiedMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  30,
  'Minutes that a verified phone stays verified',
)

/**
 * Sends a code to a phone that nobody has registered (rules.md §2.4). `OTP_VERIFIED` when it was verified a while ago.
 * @throws Refusal `PHONE_NUMBER_REQUIRE_10_DIGIT`, `EXISTING_USER`, `OTP_BLOCK` and `REQUEST_LIMIT_1MIN` with
 * `retryAfter` in seconds, `OTP_SEND_FAIL`
 */
export async function sendOtp(
  context: Context,
  given: { phone: string; ip: string; language: Language },
): Promise<{ otpRef: string; otpToken: string; code: 'OK' | 'OTP_VERIFIED' }> {
  const { phone, ip } = given
  await refuseBurst(context, 'otp-send', ip)
  checkPhone(phone, context.brand.variant, 'phoneNumber')
  if (await phoneExists(context.db, phone)) throw new Refusal('EXISTING_USER')
  if (await isPhoneVerified(context, phone)) return { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' }

  const { settings } = context
  const now = context.clock.now()
  const turns = await takeTurns(context.database, now, [
    { key: `otp:phone:${phone}`, max: await settings.get(sendsPerPhone), within: 'day', code: 'OTP_BLOCK' },
    {
      key: `otp:address:${addressKey(ip)}`,
      max: await settings.get(sendsPerAddress),
      within: 'day',
      code: 'OTP_BLOCK',
    },
    {
      key: `otp:resend:${phone}`,
      max: 1,
      within: await settings.get(resendSeconds),
      code: 'REQUEST_LIMIT_1MIN',
    },
  ])

  const otpToken = newToken()
  const code = newOtpCode()
  const otpRef = newOtpRef()
  const lasts = await settings.get(seconds)
  await store.insertOtp(context.db, {
    tokenHash: hashToken(otpToken),
    phone,
    codeHash: hashOtpCode(otpToken, phone, code),
    ref: otpRef,
    ip,
    now,
    expiresAt: addSeconds(now, lasts),
  })
  try {
    const text = smsText[given.language](context.brand.name, code, otpRef, Math.floor(lasts / 60))
    await context.sms.send({ phone, text, otpRef, code })
  } catch (error) {
    context.log.warn({ otpRef, reason: (error as Error).message }, 'one-time password not sent')
    // What was not sent counts nowhere: the person may press again at once.
    await store.deleteOtp(context.db, hashToken(otpToken))
    await turns.giveBack()
    throw new Refusal('OTP_SEND_FAIL')
  }
  return { otpRef, otpToken, code: 'OK' }
}

/**
 * Checks a code (rules.md §2.4). The right code again answers alike, for a browser that missed the first answer.
 * @throws Refusal `OTP_TOKEN_INVALID` (no token of ours), `OTP_NOT_EXIST`, `OTP_EXPIRED`, `OTP_CODE_INVALID` with
 * `triesLeft`, `OTP_VERIFY_FAIL` (all tries used; another code may be sent), `REQUEST_LIMIT_1MIN`
 */
export async function verifyOtp(
  context: Context,
  given: { otpToken: string; otpCode: string; ip: string },
): Promise<void> {
  await refuseBurst(context, 'otp-verify', given.ip)
  if (!/^[A-Za-z0-9_-]{43}$/.test(given.otpToken)) throw new Refusal('OTP_TOKEN_INVALID')
  const tokenHash = hashToken(given.otpToken)
  const request = await store.findOtp(context.db, tokenHash)
  if (!request) throw new Refusal('OTP_NOT_EXIST')
  const now = context.clock.now()
  const fits = request.code_hash === hashOtpCode(given.otpToken, request.phone, given.otpCode)
  if (request.verified_at && fits) return
  if (request.expires_at <= now) throw new Refusal('OTP_EXPIRED')

  // Counted before it is judged, so that tries at the same moment are still tries.
  const most = await context.settings.get(tries)
  const used = await store.countTry(context.db, tokenHash, most)
  if (used === undefined) throw new Refusal('OTP_VERIFY_FAIL')
  if (!fits) throw new Refusal('OTP_CODE_INVALID', { triesLeft: most - used })
  await store.markVerified(context.db, tokenHash, now)
}

/** Whether a phone was verified within the last 30 minutes (rules.md §2.4). */
export async function isPhoneVerified(context: Context, phone: string): Promise<boolean> {
  const minutes = await context.settings.get(verifiedMinutes)
  return store.verifiedSince(context.db, phone, addSeconds(context.clock.now(), -minutes * 60))
}

/** Thai and Lao fit one message of 70 characters, English one of 160. */
export const smsText: Record<
  Language,
  (brand: string, code: string, ref: string, minutes: number) => string
> = {
  th: (brand, code, ref, minutes) => `${brand}: รหัส OTP ${code} (Ref: ${ref}) ใช้ได้ ${minutes} นาที ห้ามบอกผู้อื่น`,
  la: (brand, code, ref, minutes) => `${brand}: ລະຫັດ OTP ${code} (Ref: ${ref}) ໃຊ້ໄດ້ ${minutes} ນາທີ ຢ່າບອກຜູ້ອື່ນ`,
  en: (brand, code, ref, minutes) =>
    `${brand}: your code is ${code} (Ref: ${ref}), valid for ${minutes} minutes. Never share it with anyone.`,
}
