import { login } from '@krapao/contract/slices/account/login.ts'
import { register } from '@krapao/contract/slices/account/register.ts'
import { sendOtp } from '@krapao/contract/slices/account/send-otp.ts'
import { validateAccount } from '@krapao/contract/slices/account/validate-account.ts'
import { verifyOtp } from '@krapao/contract/slices/account/verify-otp.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { addressKey } from '../platform/limits/address-key.ts'
import type { RefusedCalls } from '../platform/refused-calls.ts'

/**
 * The calls of people who want to become or be members; nobody asks support about other calls of strangers.
 */
const ofStrangers = new Set(
  [login, register, sendOtp, validateAccount, verifyOtp].map(({ method, path }) => `${method} ${path}`),
)

/**
 * Stores refusals of members' calls, and of logins and registrations, so that support can look a reference
 * up.
 */
export function keepRefusedCalls(app: FastifyInstance, calls: RefusedCalls, clock: Clock): void {
  app.addHook('onResponse', async (request) => {
    const { id: reference, refusedAs: code, caller, ip, method } = request
    if (code === undefined) return
    const endpoint = `${method} ${request.routeOptions.url}`
    if (!caller && !ofStrangers.has(endpoint)) return
    const memberId = caller?.memberId ?? null
    calls.note(
      { reference, at: clock.now(), endpoint, memberId, code },
      memberId === null ? addressKey(ip) : `member ${memberId}`,
    )
  })
}
