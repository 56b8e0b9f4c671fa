import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { type Phone, phoneOf } from '@krapao/contract/phone.ts'
import { SmsNotTaken } from '../../adapters/sms/port.ts'
import { addSeconds } from '../../platform/clock.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { consumeLimits, type Hits, type Limit, tryLimits } from '../../platform/limits/limiter.ts'
import { TooMany } from '../../platform/limits/too-many.ts'
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
  'Codes sent to one phone in a Bangkok day for one caller: an address, or a device that has logged in with the phone',
)
const sendsForStrangers = defineSetting(
  'otp.sendsForStrangers',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  5,
  'Codes sent to one phone in an hour for all callers whose device has never logged in with it; twice as many in six hours',
)
const sendsForKnown = defineSetting(
  'otp.sendsForKnown',
  Type.Integer({ minimum: 1, maximum: 100_000 }),
  500,
  'Codes sent in an hour to phones whose own device asks, which no other limit of many people counts',
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
  'Codes sent in an hour to numbers that differ in their last four digits only, before more of them have to wait',
)
const sendsOverall = defineSetting(
  'otp.sendsOverall',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  2000,
  'Codes sent in an hour altogether, before more of them have to wait',
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
 * Sends a code to a phone that no member has (rules.md §2.4). The answer is `OTP_VERIFIED` if the holder of
 * `otpToken` has verified the phone recently; everybody else is sent a new code. If the gateway does not say
 * whether it accepted the message, the answer is `unconfirmed`, and the code counts as sent.
 * @throws Refusal `PHONE_NUMBER_REQUIRE_10_DIGIT`, `EXISTING_USER`, `OTP_BLOCK` and `REQUEST_LIMIT_1MIN` with
 *   `retryAfter` in seconds, `OTP_SEND_FAIL` (with `retryAfter` if too many codes are under way for other
 *   people)
 */
export async function sendOtp(
  context: Context,
  given: Caller & { phoneNumber: string; otpToken?: string | undefined },
): Promise<Sent> {
  const phone = checkPhone(given.phoneNumber, context.brand.variant, 'phoneNumber')
  if (await phoneExists(context.db, phone)) throw new Refusal('EXISTING_USER')
  if (given.otpToken && (await isPhoneVerified(context, phone, given.otpToken))) {
    return { otpRef: '', otpToken: given.otpToken, code: 'OTP_VERIFIED', resendSeconds: 0 }
  }
  return { code: 'OK', ...(await sendCode(context, 'register', { ...given, phone })) }
}

/** The caller who asks for a code. */
export interface Caller {
  ip: string
  /** The hash of the caller's device if it has logged in with this phone (rules.md §2.3). */
  knownDevice?: string | undefined
  language: Language
  /** The host of the page, where it is certain. */
  host: string | undefined
}

export interface CodeRequest extends Caller {
  phone: Phone
}

/**
 * Makes a code and sends it, within the limits.
 * @param options.instead what is sent in place of a code that fits nothing, to a phone that may have none
 * @throws Refusal `OTP_BLOCK`, `REQUEST_LIMIT_1MIN`, `OTP_SEND_FAIL`
 */
export async function sendCode(
  context: Context,
  purpose: Purpose,
  { phone, ip, knownDevice, language, host }: CodeRequest,
  options: { instead?: string; crowds?: Crowd[] } = {},
): Promise<Omit<Sent, 'code'>> {
  const now = context.clock.now()
  const hits = await countSend(context, now, { phone, ip, knownDevice }, options.crowds ?? [])

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

/** A limit that many people share: above it they have to wait, and it never closes. */
export interface Crowd {
  key: string
  /** The codes of an hour before there is a wait. */
  max: number
}

/** An hour, in seconds. */
const hour = 3600

/**
 * Counts a code that is about to be sent. A device that has logged in with the phone has codes of its own,
 * which strangers cannot use up. All others share those of the phone; above a limit of many people, addresses
 * that have had a code in this hour wait until it is over, and the others take turns, so that twice the limit
 * is sent at most.
 * @throws Refusal `REQUEST_LIMIT_1MIN`, `OTP_BLOCK`, `OTP_SEND_FAIL`, each with `retryAfter`
 */
async function countSend(
  { database, settings, brand }: Context,
  now: Date,
  { phone: to, ip, knownDevice }: Pick<CodeRequest, 'phone' | 'ip' | 'knownDevice'>,
  crowds: Crowd[],
): Promise<Hits> {
  // Members of before numbers had a form may have a phone by two spellings, and it is one.
  const phone = phoneOf(to, brand.variant) ?? to
  const address = addressKey(ip)
  const minute = await settings.get(resendSeconds)
  const perDay = await settings.get(sendsPerPhone)
  // The day's limits come last: a refused call gives its hits back, and until it has done so, a simultaneous
  // call must not get the answer that the day's codes are used up.
  if (knownDevice) {
    const own = `${phone}:device:${knownDevice}`
    return consumeLimits(database, now, [
      { key: `otp:resend:${own}`, max: 1, within: minute, code: 'REQUEST_LIMIT_1MIN' },
      { key: 'otp:known', max: await settings.get(sendsForKnown), within: hour, code: 'OTP_SEND_FAIL' },
      { key: `otp:phone:${own}`, max: perDay, within: 'day', code: 'OTP_BLOCK' },
    ])
  }
  const forStrangers = await settings.get(sendsForStrangers)
  const counted = [
    await consumeLimits(database, now, [
      { key: `otp:resend:${phone}`, max: 1, within: minute, code: 'REQUEST_LIMIT_1MIN' },
      { key: `otp:phone:${phone}:${address}`, max: perDay, within: 'day', code: 'OTP_BLOCK' },
      { key: `otp:hour:${phone}`, max: forStrangers, within: hour, code: 'REQUEST_LIMIT_1MIN' },
      { key: `otp:hours:${phone}`, max: 2 * forStrangers, within: 6 * hour, code: 'REQUEST_LIMIT_1MIN' },
      {
        key: `otp:address:${address}`,
        max: await settings.get(sendsPerAddress),
        within: 'day',
        code: 'OTP_BLOCK',
      },
    ]),
  ]
  const giveBack = async () => {
    for (const hits of counted.splice(0)) await hits.giveBack()
  }
  try {
    const all = [
      ...crowds,
      { key: `otp:prefix:${phone.slice(0, -4)}`, max: await settings.get(sendsPerPrefix) },
      { key: 'otp:overall', max: await settings.get(sendsOverall) },
    ]
    let mustWait = false
    for (const { key, max } of all) {
      const usual: Limit = { key, max, within: hour, code: 'OTP_SEND_FAIL' }
      const turn: Limit = { key: `${key}:turn`, max: 1, within: hour / max, code: 'OTP_SEND_FAIL' }
      let hits = await tryLimits(database, now, [usual])
      if (hits instanceof TooMany) {
        mustWait = true
        hits = await consumeLimits(database, now, [turn])
      }
      counted.push(hits)
    }
    const most = mustWait ? 1 : await settings.get(sendsPerAddress)
    counted.push(
      await consumeLimits(database, now, [
        { key: `otp:address-hour:${address}`, max: most, within: hour, code: 'OTP_SEND_FAIL' },
      ]),
    )
  } catch (error) {
    await giveBack()
    throw error
  }
  return { giveBack }
}

/**
 * Checks a code (rules.md §2.4). The right code again answers alike, for a browser that missed the first
 * answer.
 * @throws Refusal `OTP_TOKEN_INVALID` (no token of ours), `OTP_NOT_EXIST`, `OTP_EXPIRED`, `OTP_CODE_INVALID`
 *   with `triesLeft`, `OTP_VERIFY_FAIL` (all tries used; another code may be sent)
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

/**
 * Whether the holder of `otpToken` verified this phone with it, to register, within the last 30 minutes
 * (rules.md §2.4).
 */
export async function isPhoneVerified(
  context: Context,
  phone: Phone,
  otpToken: string | undefined,
): Promise<boolean> {
  if (!otpToken) return false
  const minutes = await context.settings.get(verifiedMinutes)
  const since = addSeconds(context.clock.now(), -minutes * 60)
  return store.verifiedSince(context.db, hashToken(otpToken), phone, since)
}
