import { randomInt } from 'node:crypto'
import type { BodyOf } from '@krapao/contract/client.ts'
import type { TestApp } from '../../testing/app.ts'

/** Helpers for the tests of this slice. */

let counter = randomInt(1000)

/** A phone number that no other test uses; two of them are seldom in one range of numbers. */
export const freshPhone = (): string => `06${String((++counter * 100_003) % 100_000_000).padStart(8, '0')}`

/** Headers of a caller with an address of its own, so that limits by address do not count tests together. */
export const fromAddress = (): { 'x-forwarded-for': string } => ({
  'x-forwarded-for': `198.18.${(++counter >> 8) & 255}.${counter & 255}`,
})

/** A valid registration. */
export const registration = (
  change: Partial<BodyOf<'POST /api/account'>> = {},
): BodyOf<'POST /api/account'> => ({
  name: 'สมหญิง ใจดี',
  username: freshPhone(),
  password: 'mango-tree-42',
  birthDate: '1990-05-17',
  bankCode: 'SCB',
  bankAccountName: 'สมหญิง ใจดี',
  bankAccountNo: String(4_000_000_000 + ++counter),
  ...change,
})

/** Registers; returns the error code, or OK with the note. */
export async function register(
  app: TestApp,
  body: BodyOf<'POST /api/account'>,
  headers = fromAddress(),
): Promise<string> {
  const { status, body: answer, error } = await app.call('POST /api/account', { body, headers })
  return status === 200 ? ['OK', answer.note].filter(Boolean).join(' ') : `${status} ${error?.message}`
}

/** Logs in; returns the token, or status and code. */
export async function logIn(
  app: TestApp,
  username: string,
  password: string,
  headers: Record<string, string> = fromAddress(),
  remember?: boolean,
): Promise<{ token?: string; refused?: string; retryAfter?: unknown; cookie?: string }> {
  const body = { username, password, ...(remember !== undefined && { remember }) }
  const answer = await app.call('POST /api/login', { body, headers })
  const cookie = answer.headers.get('set-cookie') ?? undefined
  if (answer.status === 200) return { token: answer.body.token, ...(cookie && { cookie }) }
  return { refused: `${answer.status} ${answer.error?.message}`, retryAfter: answer.error?.retryAfter }
}

/** The data of browser and phone after a code was requested. */
interface Sent {
  otpRef?: string
  otpToken?: string
  code?: string
  unconfirmed?: boolean
  sms?: { phone: string; text: string; otpRef: string; code: string } | undefined
  refused?: string
  retryAfter?: unknown
}

/** Requests a code. `otpToken`: the token that this browser has from before. */
export async function sendCode(
  app: TestApp,
  phone: string,
  headers: Record<string, string> = fromAddress(),
  otpToken?: string,
): Promise<Sent> {
  const body = { phoneNumber: phone, ...(otpToken !== undefined && { otpToken }) }
  const answer = await app.call('POST /api/otp/send', { body, headers })
  if (answer.status !== 200) {
    return { refused: `${answer.status} ${answer.error?.message}`, retryAfter: answer.error?.retryAfter }
  }
  const [sms] = answer.body.code === 'OK' ? await app.sandbox.sms(phone) : []
  return { ...answer.body, sms }
}

/** Verifies a code; returns the code of the outcome, with the remaining tries. */
export async function verifyCode(
  app: TestApp,
  otpToken: string,
  otpCode: string,
  headers = fromAddress(),
): Promise<string> {
  const answer = await app.call('POST /api/otp/verify', { body: { otpToken, otpCode }, headers })
  if (answer.status === 200) return answer.body.message
  return [answer.error?.message, answer.error?.triesLeft].filter((part) => part !== undefined).join(' ')
}

/** A code that differs from the given one. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
