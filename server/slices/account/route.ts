import { memberRoom } from '@krapao/contract/events.ts'
import { changePassword as changePasswordCall } from '@krapao/contract/slices/account/change-password.ts'
import { checkInviteCode as checkInviteCodeCall } from '@krapao/contract/slices/account/check-invite-code.ts'
import { getProfile } from '@krapao/contract/slices/account/get-profile.ts'
import { login } from '@krapao/contract/slices/account/login.ts'
import { logout } from '@krapao/contract/slices/account/logout.ts'
import { register as registerCall } from '@krapao/contract/slices/account/register.ts'
import { sendOtp as sendOtpCall } from '@krapao/contract/slices/account/send-otp.ts'
import { updateBankAccountName } from '@krapao/contract/slices/account/update-bank-account-name.ts'
import { updateProfile } from '@krapao/contract/slices/account/update-profile.ts'
import { validateAccount } from '@krapao/contract/slices/account/validate-account.ts'
import { verifyOtp as verifyOtpCall } from '@krapao/contract/slices/account/verify-otp.ts'
import { addSeconds } from '../../platform/clock.ts'
import { mount } from '../../platform/http.ts'
import { jobSeconds } from '../../platform/jobs.ts'
import { sweepHits } from '../../platform/limits/limiter.ts'
import { publicHostOf } from '../../platform/public-origin.ts'
import type { Slice } from '../context.ts'
import { sweepDevices } from './devices.ts'
import { enter } from './history/enter.ts'
import { mountHistory } from './history/route.ts'
import { deleteLoginsBefore } from './history/store.ts'
import { changePassword, logIn } from './login.ts'
import { sendOtp, verifyOtp } from './otp.ts'
import { mountPasskeys, passkeysOn } from './passkey/route.ts'
import { deleteChallengesBefore } from './passkey/store.ts'
import { phoneNamed } from './phone-named.ts'
import { changeProfile, correctAccountName, readProfile } from './profile.ts'
import { checkInviteCode, checkNewBank, checkPersonal, readRegistration, register } from './registration.ts'
import { mountReset } from './reset/route.ts'
import { prepareDecoy } from './secrets.ts'
import { sessionOf } from './session.ts'
import { livingSessions, revokeSession } from './session-store.ts'
import { countCollisions, fillSearchNames, sweepExpired } from './store.ts'

/** Days that the history of logins is kept. */
const keptDays = 180

const ok = { message: 'OK' } as const

/** Registration, login, sessions, profile and password (rules.md §2). */
export const accountSlice: Slice = {
  name: 'account',
  async seed({ db, log }) {
    await fillSearchNames(db)
    const count = await countCollisions(db)
    if (count > 0) log.warn({ count }, 'numbers that two people have wait for support: number_collisions')
  },
  async mount(app, context) {
    const { gate } = context
    await prepareDecoy()

    mount(app, gate, sendOtpCall, ({ body, language, request }) =>
      sendOtp(context, {
        phoneNumber: body.phoneNumber,
        otpToken: body.otpToken,
        language,
        ip: request.ip,
        host: publicHostOf(context.publicUrl, request),
      }),
    )

    mount(app, gate, verifyOtpCall, async ({ body }) => {
      await verifyOtp(context, body)
      return { message: 'OTP_CODE_VALID' as const }
    })

    mount(app, gate, checkInviteCodeCall, async ({ body }) => {
      await checkInviteCode(context, body.inviteCode)
      return ok
    })

    mount(app, gate, validateAccount, async ({ body, request }) => {
      const given = readRegistration(context, body)
      await checkPersonal(context, given)
      if (given.bankCode) await checkNewBank(context, given, request.ip)
      return ok
    })

    mount(app, gate, registerCall, async ({ body, request }) => {
      const { inviteUnknown } = await register(context, body, request.ip)
      return inviteUnknown ? { ...ok, note: 'INVITE_CODE_UNKNOWN' as const } : ok
    })

    mount(app, gate, login, async ({ body, request, reply }) => {
      const { username, password, remember = false } = body
      const phone = await phoneNamed(context, username)
      const entrance = { way: 'password', request, reply, phone } as const
      const { token } = await enter(context, entrance, (device) =>
        logIn(context, { phone, password, remember, ip: request.ip, device }),
      )
      return { token }
    })

    mountReset(app, context)
    mountPasskeys(app, context)
    mountHistory(app, context, passkeysOn(context))

    mount(app, gate, logout, async ({ caller }) => {
      await revokeSession(context.db, caller.sessionHash, context.clock.now())
      context.sockets.endSession(caller.sessionHash)
      return ok
    })

    mount(app, gate, getProfile, ({ caller }) => readProfile(context, caller.memberId))

    mount(app, gate, updateProfile, async ({ caller, body }) => {
      await changeProfile(context, caller, body)
      return ok
    })

    mount(app, gate, updateBankAccountName, async ({ caller, body }) => {
      await correctAccountName(context, caller, body)
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
      // Those that a node of before wrote while nodes were replaced one by one.
      await fillSearchNames(slow.db)
      await sweepDevices(slow.db, now)
      await deleteLoginsBefore(slow.db, addSeconds(now, -keptDays * 86_400))
      await deleteChallengesBefore(slow.db, now)
      await sweepHits(slow, now)
    })
  },
}
