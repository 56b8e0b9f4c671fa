import type { AnswerOf } from '@krapao/contract/client.ts'
import { SmsNotTaken } from '../../adapters/sms/port.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Language } from '../../platform/http.ts'
import { addressKey, consumeLimits, type Limit } from '../../platform/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { checkPhone } from './rules.ts'
import { hashOtpCode, hashToken, newOtpCode, newOtpRef, newToken } from './secrets.ts'
import { codeText, type Purpose } from './sms-text.ts'
import { phoneExists } from './store.ts'
import * as store from './store-otp.ts'

/** The limits of rules.md §2.4. */
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
  60,
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
const sendsPerPrefix = defineSetting(
  'otp.sendsPerPrefix',
  Type.Integer({ minimum: 1, maximum: 100_000 }),
  60,
  'Codes sent in an hour to numbers that differ in their last four digits only',
)
const sendsOverall = defineSetting(
  'otp.sendsOverall',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  2000,
  'Codes sent in an hour altogether',
)
const verifiedMinutes = defineSetting(
  'otp.verifiedMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  30,
  'Minutes that a verified phone stays verified',
)

/** The answer of `sendOtp`; the code itself is sent by SMS only. */
type Sent = AnswerOf<'POST /api/otp/send'>

/**
 * Sends a code to a phone that no member has (rules.md §2.4). The answer is `OTP_VERIFIED` if the holder of `otpToken`
 * has verified the phone recently; everybody else is sent a new code. If the gateway does not say whether it accepted
 * the message, the answer is `unconfirmed`, and the code counts as sent.
 * @throws Refusal `PHONE_NUMBER_REQUIRE_10_DIGIT`, `EXISTING_USER`, `OTP_BLOCK` and `REQUEST_LIMIT_1MIN` with
 * `retryAfter` in seconds, `OTP_SEND_FAIL` (with `retryAfter` if too many codes are under way for other people)
 */
export async function sendOtp(
  context: Context,
  given: CodeRequest & { otpToken?: string | undefined },
): Promise<Sent> {
  const { phone } = given
  checkPhone(phone, context.brand.variant, 'phoneNumber')
  if (await phoneExists(context.db, phone)) throw new Refusal('EXISTING_USER')
  if (given.otpToken && (await isPhoneVerified(context, phone, given.otpToken))) {
    return { otpRef: '', otpToken: given.otpToken, code: 'OTP_VERIFIED', resendSeconds: 0 }
  }
  return { code: 'OK', ...(await sendCode(context, 'register', given)) }
}

/** Who asks for a code, and where. */
export interface CodeRequest {
  phone: string
  ip: string
  language: Language
  /** The host of the page, where it is certain. */
  host: string | undefined
}

/**
 * Makes a code and sends it, within the limits.
 * @param options.instead what is sent in place of a code that fits nothing, to a phone that may have none
 * @throws Refusal `OTP_BLOCK`, `REQUEST_LIMIT_1MIN`, `OTP_SEND_FAIL`
 */
export async function sendCode(
  context: Context,
  purpose: Purpose,
  { phone, ip, language, host }: CodeRequest,
  options: { instead?: string; limits?: Limit[] } = {},
): Promise<Omit<Sent, 'code'>> {
  const now = context.clock.now()
  const limits = [...(options.limits ?? []), ...(await sendLimits(context, phone, ip))]
  const hits = await consumeLimits(context.database, now, limits)

  const otpToken = newToken()
  const code = newOtpCode()
  const otpRef = newOtpRef()
  const sent = { otpRef, otpToken, resendSeconds: await context.settings.get(resendSeconds) }
  const lasts = await context.settings.get(seconds)
  await store.insertOtp(context.db, {
    purpose,
    tokenHash: hashToken(otpToken),
    phone,
    codeHash: hashOtpCode(options.instead ? newToken() : otpToken, phone, code),
    ref: otpRef,
    ip,
    now,
    expiresAt: addSeconds(now, lasts),
  })
  try {
    const text = codeText(purpose, language, {
      brand: context.brand.smsName || context.brand.name,
      code,
      ref: otpRef,
      minutes: Math.floor(lasts / 60),
      host,
    })
    await context.sms.send(options.instead ? { phone, text: options.instead } : { phone, text, otpRef, code })
  } catch (error) {
    context.log.warn({ otpRef, reason: (error as Error).message }, 'one-time password not sent')
    // The message may be on its way: then the person needs the token for it, and it may have to be paid for.
    if (!(error instanceof SmsNotTaken)) return { ...sent, unconfirmed: true }
    // A message that was not sent does not count, so the person may press again at once.
    await store.deleteOtp(context.db, hashToken(otpToken))
    await hits.giveBack()
    throw new Refusal('OTP_SEND_FAIL')
  }
  return sent
}

/**
 * The limits of sending codes. The day's limits come last: a refused call gives its hits back, and until it has
 * done so, a simultaneous call must not get the answer that the day's codes are used up.
 */
async function sendLimits({ settings }: Context, phone: string, ip: string): Promise<Limit[]> {
  const [minute, hour] = [await settings.get(resendSeconds), 3600]
  return [
    { key: `otp:resend:${phone}`, max: 1, within: minute, code: 'REQUEST_LIMIT_1MIN' },
    {
      key: `otp:prefix:${phone.slice(0, -4)}`,
      max: await settings.get(sendsPerPrefix),
      within: hour,
      code: 'OTP_SEND_FAIL',
    },
    { key: 'otp:overall', max: await settings.get(sendsOverall), within: hour, code: 'OTP_SEND_FAIL' },
    { key: `otp:phone:${phone}`, max: await settings.get(sendsPerPhone), within: 'day', code: 'OTP_BLOCK' },
    {
      key: `otp:address:${addressKey(ip)}`,
      max: await settings.get(sendsPerAddress),
      within: 'day',
      code: 'OTP_BLOCK',
    },
  ]
}

/**
 * Checks a code (rules.md §2.4). The right code again answers alike, for a browser that missed the first answer.
 * @throws Refusal `OTP_TOKEN_INVALID` (no token of ours), `OTP_NOT_EXIST`, `OTP_EXPIRED`, `OTP_CODE_INVALID` with
 * `triesLeft`, `OTP_VERIFY_FAIL` (all tries used; another code may be sent)
 */
export async function verifyOtp(
  context: Context,
  given: { otpToken: string; otpCode: string },
): Promise<void> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(given.otpToken)) throw new Refusal('OTP_TOKEN_INVALID')
  const tokenHash = hashToken(given.otpToken)
  const request = await store.findOtp(context.db, tokenHash)
  if (!request) throw new Refusal('OTP_NOT_EXIST')
  const now = context.clock.now()
  if (request.used_at) throw new Refusal('OTP_EXPIRED')
  const fits = request.code_hash === hashOtpCode(given.otpToken, request.phone, given.otpCode)
  if (request.verified_at && fits) return
  if (request.expires_at <= now) throw new Refusal('OTP_EXPIRED')

  // Counted before the code is checked, so that simultaneous tries are counted as well.
  const max = await context.settings.get(tries)
  const used = await store.countTry(context.db, tokenHash, max)
  if (used === undefined) throw new Refusal('OTP_VERIFY_FAIL')
  if (!fits) throw new Refusal('OTP_CODE_INVALID', { triesLeft: max - used })
  await store.markVerified(context.db, tokenHash, now)
}

/** Whether the holder of `otpToken` verified this phone with it, to register, within the last 30 minutes (rules.md §2.4). */
export async function isPhoneVerified(
  context: Context,
  phone: string,
  otpToken: string | undefined,
): Promise<boolean> {
  if (!otpToken) return false
  const minutes = await context.settings.get(verifiedMinutes)
  const since = addSeconds(context.clock.now(), -minutes * 60)
  return store.verifiedSince(context.db, hashToken(otpToken), phone, since)
}
