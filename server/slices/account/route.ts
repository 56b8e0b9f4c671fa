import { memberRoom } from '@krapao/contract/events.ts'
import { changePassword as changePasswordCall } from '@krapao/contract/slices/account/change-password.ts'
import { getProfile } from '@krapao/contract/slices/account/get-profile.ts'
import { login } from '@krapao/contract/slices/account/login.ts'
import { logout } from '@krapao/contract/slices/account/logout.ts'
import { register as registerCall } from '@krapao/contract/slices/account/register.ts'
import { sendOtp as sendOtpCall } from '@krapao/contract/slices/account/send-otp.ts'
import { updateBankAccountName } from '@krapao/contract/slices/account/update-bank-account-name.ts'
import { updateProfile } from '@krapao/contract/slices/account/update-profile.ts'
import { validateAccount } from '@krapao/contract/slices/account/validate-account.ts'
import { verifyOtp as verifyOtpCall } from '@krapao/contract/slices/account/verify-otp.ts'
import { mount } from '../../platform/http.ts'
import { jobSeconds } from '../../platform/jobs.ts'
import { sweepHits } from '../../platform/limiter.ts'
import type { Slice } from '../context.ts'
import { deviceOf, rememberDevice, sweepDevices } from './devices.ts'
import { changePassword, logIn } from './login.ts'
import { sendOtp, verifyOtp } from './otp.ts'
import { changeProfile, correctAccountName, readProfile } from './profile.ts'
import { checkNewBank, checkPersonal, register } from './registration.ts'
import { prepareDecoy } from './secrets.ts'
import { sessionOf } from './session.ts'
import { livingSessions, revokeSession, sweepExpired } from './store.ts'

const ok = { message: 'OK' } as const

/** Registration, login, sessions, profile and password (rules.md §2). */
export const accountSlice: Slice = {
  name: 'account',
  async mount(app, context) {
    const { gate } = context
    await prepareDecoy()

    mount(app, gate, sendOtpCall, ({ body, language, request }) =>
      sendOtp(context, { phone: body.phoneNumber, otpToken: body.otpToken, language, ip: request.ip }),
    )

    mount(app, gate, verifyOtpCall, async ({ body }) => {
      await verifyOtp(context, body)
      return { message: 'OTP_CODE_VALID' as const }
    })

    mount(app, gate, validateAccount, async ({ body, request }) => {
      await checkPersonal(context, body)
      if (body.bankCode) await checkNewBank(context, body, request.ip)
      return ok
    })

    mount(app, gate, registerCall, async ({ body, request }) => {
      const { inviteUnknown } = await register(context, body, request.ip)
      return inviteUnknown ? { ...ok, note: 'INVITE_CODE_UNKNOWN' as const } : ok
    })

    mount(app, gate, login, async ({ body, request, reply }) => {
      const device = deviceOf(request, 'member')
      const { token, phone } = await logIn(context, {
        ...body,
        remember: body.remember ?? false,
        ip: request.ip,
        device,
      })
      await rememberDevice(context, 'member', phone, { request, reply })
      return { token }
    })

    mount(app, gate, logout, async ({ caller }) => {
      await revokeSession(context.db, caller.sessionHash, context.clock.now())
      context.sockets.endSession(caller.sessionHash)
      return ok
    })

    mount(app, gate, getProfile, ({ caller }) => readProfile(context, caller.memberId))

    mount(app, gate, updateProfile, async ({ caller, body }) => {
      await changeProfile(context, caller.memberId, body)
      return ok
    })

    mount(app, gate, updateBankAccountName, async ({ caller, body }) => {
      await correctAccountName(context, caller.memberId, body)
      return ok
    })

    mount(app, gate, changePasswordCall, async ({ caller, body }) => {
      await changePassword(context, caller, body)
      return ok
    })

    context.sockets.allow({
      async admit(room, token) {
        const caller = await sessionOf(context, token)
        return caller && room === memberRoom(caller.memberId) ? caller.sessionHash : undefined
      },
      living: (hashes) => livingSessions(context.database, hashes, context.clock.now()),
    })

    await context.jobs.cron('sweep-account', '41 * * * *', async () => {
      const now = context.clock.now()
      const slow = context.database.patient(jobSeconds)
      await sweepExpired(slow.db, now)
      await sweepDevices(slow.db, now)
      await sweepHits(slow, now)
    })
  },
}
