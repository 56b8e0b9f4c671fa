import { expect } from 'vitest'
import {
  freshPhone,
  fromAddress,
  otherCode,
  register,
  registration,
  sendCode,
  storedMember,
  verifyCode,
} from '../../slices/account/testing.ts'
import { registerOtp } from '../../slices/lookup/rules.ts'
import type { TestApp } from '../app.ts'
import { type Attack, atOnce, attack, tally } from './attack.ts'

/** Attacks on one-time passwords, registration and the profile. */

/** Runs `act` while registration verifies phones. */
async function withCodes(app: TestApp, act: () => Promise<void>): Promise<void> {
  await app.context.settings.set(registerOtp, true)
  await act().finally(() => app.context.settings.set(registerOtp, false))
}

/** Sends a code. @returns the code of the message, and the token of the answer */
async function sent(app: TestApp, phone = freshPhone()) {
  const { otpToken = '', sms, code } = await sendCode(app, phone)
  return { phone, otpToken, code: sms?.code ?? '', answered: code }
}

async function verified(app: TestApp) {
  const made = await sent(app)
  expect(await verifyCode(app, made.otpToken, made.code)).toBe('OTP_CODE_VALID')
  return made
}

const registrations: Attack[] = [
  attack('4', 'a code used twenty times at once verifies one phone, which registers once', ({ app }) =>
    withCodes(app, async () => {
      const { phone, otpToken, code } = await sent(app)
      const outcomes = tally(await atOnce(20, () => verifyCode(app, otpToken, code)))
      expect(outcomes.OTP_CODE_VALID).toBeGreaterThan(0)
      expect(
        Object.keys(outcomes).filter((outcome) => !/^OTP_(CODE_VALID|VERIFY_FAIL)$/.test(outcome)),
      ).toEqual([])
      const registered = await atOnce(5, () => register(app, registration({ username: phone, otpToken })))
      expect(tally(registered)).toEqual({ OK: 1, '409 EXISTING_USER': 4 })
    }),
  ),
  attack('5', 'a code expires after five minutes', async ({ app }) => {
    const { otpToken, code } = await sent(app)
    app.clock.advance(301)
    expect(await verifyCode(app, otpToken, code)).toBe('OTP_EXPIRED')
  }),
  attack('6', 'the code of one phone does not verify another', ({ app }) =>
    withCodes(app, async () => {
      const [first, second] = [await sent(app), await sent(app)]
      expect(await verifyCode(app, second.otpToken, first.code)).toMatch(/^OTP_CODE_INVALID/)
      expect(await verifyCode(app, first.otpToken, first.code)).toBe('OTP_CODE_VALID')
      const body = registration({ username: second.phone, otpToken: first.otpToken })
      expect(await register(app, body)).toBe('422 UNVERIFIED_OTP')
    }),
  ),
  attack(
    '7',
    'a code can be guessed five times, also at once; after that the right code is refused',
    async ({ app }) => {
      const { otpToken, code } = await sent(app)
      const guesses = await atOnce(12, () => verifyCode(app, otpToken, otherCode(code)))
      expect(guesses.filter((guess) => guess.startsWith('OTP_CODE_INVALID'))).toHaveLength(5)
      expect(await verifyCode(app, otpToken, code)).toBe('OTP_VERIFY_FAIL')
    },
  ),
  attack('8', 'twenty simultaneous requests for a code send one message', async ({ app }) => {
    const phone = freshPhone()
    const outcomes = await atOnce(20, () => sendCode(app, phone))
    expect(outcomes.filter(({ code }) => code === 'OK')).toHaveLength(1)
    expect(await app.sandbox.sms(phone)).toHaveLength(1)
  }),
  attack('9', 'no answer contains the code', async ({ app }) => {
    const phone = freshPhone()
    const answer = await app.call('POST /api/otp/send', {
      body: { phoneNumber: phone },
      headers: fromAddress(),
    })
    const [sms] = await app.sandbox.sms(phone)
    expect(sms?.code).toMatch(/^\d{6}$/)
    expect(JSON.stringify([answer.body, [...answer.headers]])).not.toContain(sms?.code)
  }),
  attack('10', 'registration needs a verified code while codes are required', ({ app }) =>
    withCodes(app, async () => {
      expect(await register(app, registration())).toBe('422 UNVERIFIED_OTP')
      const { phone, otpToken } = await sent(app)
      expect(await register(app, registration({ username: phone, otpToken }))).toBe('422 UNVERIFIED_OTP')
    }),
  ),
  attack('11', 'registration does not reveal to others whether a phone belongs to a member', ({ app }) =>
    withCodes(app, async () => {
      const { username } = await app.registerMember()
      const outcomes = await Promise.all([
        register(app, registration({ username })),
        register(app, registration()),
      ])
      expect(outcomes).toEqual(['422 UNVERIFIED_OTP', '422 UNVERIFIED_OTP'])
    }),
  ),
  attack('18', 'additional fields in a body change nothing', async ({ app }) => {
    const extra = {
      _id: 'aaaaaaaaaaaa',
      coin: 1000,
      amount: 1000,
      role: 'owner',
      invitedBy: 'aaaaaaaaaaaa',
      createdAt: '2000-01-01T00:00:00.000Z',
      approved: true,
      isActive: false,
      currency: 'LAK',
    }
    const body = registration()
    expect(await register(app, { ...body, ...extra } as never)).toBe('OK')
    const { token } = (
      await app.call('POST /api/login', { body: { username: body.username, password: body.password } })
    ).body
    await app.call('PUT /api/account/profile', { token, body: { name: 'สมหญิง', ...extra } as never })
    const { body: shown } = await app.call('GET /api/account/profile', { token })
    expect(shown).toMatchObject({ name: 'สมหญิง', coin: 0, username: body.username })
    expect(shown._id).not.toBe('aaaaaaaaaaaa')
    expect(shown.createdAt).toMatch(/^20[2-9]/)
    expect(await storedMember(app.database, shown._id)).toEqual({
      currency: 'THB',
      invited_by: null,
      is_active: true,
    })
  }),
  attack('B6', 'a phone that another person has verified can be neither detected nor registered', ({ app }) =>
    withCodes(app, async () => {
      const own = await verified(app)
      app.clock.advance(61)
      const asked = await sent(app, own.phone)
      expect(asked).toMatchObject({ answered: 'OK' })
      expect(asked.otpToken).not.toBe(own.otpToken)
      for (const otpToken of [undefined, asked.otpToken, (await verified(app)).otpToken]) {
        const body = registration({ username: own.phone, ...(otpToken && { otpToken }) })
        expect(await register(app, body)).toBe('422 UNVERIFIED_OTP')
      }
      const body = registration({ username: own.phone, otpToken: own.otpToken })
      expect(await register(app, body)).toBe('OK')
    }),
  ),
  attack('B10', 'birth dates in the future, of minors, or malformed are refused', async ({ app }) => {
    const year = app.clock.now().getUTCFullYear()
    const days = [
      '9980-01-01',
      '9999-12-31',
      '9979-01-01',
      `${year + 4}-01-01`,
      `${year - 19}-01-01`,
      '1899-12-31',
    ]
    for (const birthDate of [...days, '10000-01-01', '-000001-01-01', '1990-02-30', ''])
      expect(await register(app, registration({ birthDate })), birthDate).toBe('422 INVALID_USER_INFO')
  }),
  attack('B13', 'a member can try three bank accounts a day, refused ones included', async ({ app }) => {
    const [asking, taken] = [
      await app.registerMember(),
      await app.registerMember({ bankAccountNo: '7770001112' }),
    ]
    expect(taken.id).not.toBe(asking.id)
    const change = async (bankAccountNo: string) => {
      const { status, error } = await app.call('PUT /api/account/profile', {
        token: asking.token,
        body: { bankCode: 'SCB', bankAccountNo },
      })
      return error?.message ?? status
    }
    expect(await change('7770001112')).toBe('EXISTING_BANK')
    const rest = await atOnce(10, (n) => change(`777000222${n}`))
    expect(tally(rest)).toEqual({ 200: 2, PROFILE_CHANGE_LIMIT: 8 })
  }),
  attack(
    'B13',
    'before registration five bank accounts can be tried for a phone, and thirty from an address',
    async ({ app }) => {
      await app.registerMember({ bankAccountNo: '7770001113' })
      const ask = async (username: string, bankAccountNo: string, headers = fromAddress()) => {
        const body = registration({ username, bankAccountNo })
        const { status, error } = await app.call('POST /api/account/validate', { body, headers })
        return error?.message ?? status
      }
      const phone = freshPhone()
      // The same account may be tried again, for people who correct a typing error.
      expect(await ask(phone, '7770001113')).toBe('EXISTING_BANK')
      expect(await ask(phone, '77700-01113')).toBe('EXISTING_BANK')
      const guesses = await atOnce(10, (n) => ask(phone, `777000333${n}`))
      expect(tally(guesses)).toEqual({ 200: 4, REQUEST_LIMIT: 6 })
      expect(await ask(phone, '7770001113')).toBe('EXISTING_BANK')
      const other = registration({ username: phone, bankAccountNo: '7770004440' })
      expect(await register(app, other)).toBe('429 REQUEST_LIMIT')
      const asked = guesses.indexOf(200)
      const own = registration({ username: phone, bankAccountNo: `777000333${asked}` })
      expect(await register(app, own)).toBe('OK')
      const address = fromAddress()
      const many = await atOnce(40, (n) => ask(freshPhone(), `77700055${10 + n}`, address))
      expect(tally(many)).toEqual({ 200: 30, REQUEST_LIMIT: 10 })
    },
  ),
  attack('B15', 'a message with an unknown outcome counts as sent', async ({ app }) => {
    const phone = freshPhone()
    await app.sandbox.setFault('sms', 'timeout-applied')
    expect(await sendCode(app, phone)).toMatchObject({ code: 'OK', unconfirmed: true })
    expect((await sendCode(app, phone)).refused).toBe('429 REQUEST_LIMIT_1MIN')
    expect(await app.sandbox.sms(phone)).toHaveLength(1)
  }),
]

export default registrations
