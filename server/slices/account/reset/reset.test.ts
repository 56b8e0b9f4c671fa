import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { travellingClock } from '../../../testing/clock.ts'
import { statementsOf } from '../../../testing/statements.ts'
import {
  freshPhone,
  fromAddress,
  logIn,
  otherCode,
  register,
  registration,
  sendCode,
  verifyCode,
} from '../testing.ts'

/** Forgotten passwords through the real app and the sandbox's phone (rules.md §2.7). */
let app: TestApp
beforeAll(async () => {
  app = await testApp({ clock: travellingClock(new Date('2026-03-01T05:00:00Z')) })
})
afterAll(() => app.close())

async function ask(phone: string, headers: Record<string, string> = fromAddress()) {
  const answer = await app.call('POST /api/login/reset/send', { body: { phoneNumber: phone }, headers })
  if (answer.error) return { refused: answer.error.message, otpToken: '', sms: undefined }
  const [sms] = await app.sandbox.sms(phone)
  return { ...answer.body, sms }
}

/** A token that may set a password. */
async function proof(phone: string): Promise<string> {
  const { otpToken, sms } = await ask(phone)
  expect(await verifyCode(app, otpToken, sms?.code ?? '')).toBe('OTP_CODE_VALID')
  return otpToken
}

async function reset(otpToken: string, newPassword: string, headers: Record<string, string> = fromAddress()) {
  const answer = await app.call('POST /api/login/reset', { body: { otpToken, newPassword }, headers })
  return { token: answer.body.token, refused: answer.error?.message, fields: answer.error?.fields }
}

const works = async (token: string | undefined) =>
  (await app.call('GET /api/account/profile', { token: token ?? '' })).status === 200

describe('a forgotten password', () => {
  it('is replaced by a code, which logs in and ends all that could get in before', async () => {
    const member = await app.registerMember()
    const before = await logIn(app, member.username, member.password)
    const device = { cookie: (before.cookie ?? '').split(';')[0] ?? '' }
    const { token, refused } = await reset(await proof(member.username), 'papaya-salad-7')
    expect([refused, await works(token)]).toEqual([undefined, true])
    expect([await works(member.token), await works(before.token)]).toEqual([false, false])
    expect((await logIn(app, member.username, member.password)).refused).toBe('401 WRONG_CREDENTIAL')
    expect((await logIn(app, member.username, 'papaya-salad-7')).token).toBeDefined()
    const known = await app.database.query('select from known_devices where account = $1', [
      `member:${member.username}`,
    ])
    // Those of the reset and of the login after it; the one from before is none of them.
    expect(known).toHaveLength(2)
    const again = await logIn(app, member.username, 'papaya-salad-7', { ...fromAddress(), ...device })
    expect(again.cookie).toBeDefined()
  })

  it('is answered alike for a number that no member has, which gets a message without a code', async () => {
    const member = await app.registerMember()
    const stranger = freshPhone()
    const [own, other] = [await ask(member.username), await ask(stranger)]
    expect(Object.keys(other)).toEqual(Object.keys(own))
    expect(other).toMatchObject({ otpRef: expect.stringMatching(/^[A-Z]{4}$/), resendSeconds: 60 })
    expect(own.sms?.text).toMatch(/ตั้งรหัสผ่านใหม่ \d{6}/)
    expect(other.sms?.text).toBe('Krapao: เบอร์นี้ยังไม่ได้เป็นสมาชิก หากไม่ได้ขอ ไม่ต้องทำอะไร')
    expect(other.sms?.code).toBe('')
    // Wrong codes, too many, and the next code.
    for (const of of [own, other]) {
      const wrong = otherCode(own.sms?.code ?? '')
      const outcomes = []
      for (let n = 0; n < 6; n++) outcomes.push(await verifyCode(app, of.otpToken, wrong))
      expect(outcomes).toEqual([
        ...[4, 3, 2, 1, 0].map((left) => `OTP_CODE_INVALID ${left}`),
        'OTP_VERIFY_FAIL',
      ])
    }
    const next = [await ask(member.username), await ask(stranger)]
    expect(next.map(({ refused }) => refused)).toEqual(['REQUEST_LIMIT_1MIN', 'REQUEST_LIMIT_1MIN'])
  })

  it('costs as much to ask for, whether or not the number is a member’s', async () => {
    const quiet = { 'otp.sendsPerAddress': 1000, 'otp.sendsPerPrefix': 1000 }
    const watched = await testApp({ settings: quiet })
    // Processor time of this process, in microseconds, and statements: what else the machine does changes
    // them little.
    const least = { member: Number.POSITIVE_INFINITY, stranger: Number.POSITIVE_INFINITY }
    const statements = { ...least }
    for (let n = 0; n < 25; n++) {
      const { username } = await watched.registerMember()
      for (const [kind, phone] of [
        ['stranger', freshPhone()],
        ['member', username],
      ] as const) {
        const headers = fromAddress()
        const body = { phoneNumber: phone }
        const before = process.cpuUsage()
        const sent = await statementsOf(async () => {
          const { status } = await watched.call('POST /api/login/reset/send', { body, headers })
          expect(status).toBe(200)
        })
        const { user, system } = process.cpuUsage(before)
        least[kind] = Math.min(least[kind], user + system)
        statements[kind] = Math.min(statements[kind], sent.length)
      }
    }
    await watched.close()
    expect(statements.member).toBeGreaterThan(3)
    expect(statements.stranger).toBe(statements.member)
    const ratio = least.stranger / least.member
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })

  it('needs a verified code of its own purpose', async () => {
    const member = await app.registerMember()
    const { otpToken, sms } = await ask(member.username)
    expect((await reset(otpToken, 'papaya-salad-7')).refused).toBe('UNVERIFIED_OTP')
    expect((await reset('x'.repeat(43), 'papaya-salad-7')).refused).toBe('UNVERIFIED_OTP')
    expect((await reset('', 'papaya-salad-7')).refused).toBe('UNVERIFIED_OTP')

    // The code of a registration sets no password, once that phone is a member's.
    const body = registration()
    const sent = await sendCode(app, body.username)
    await verifyCode(app, sent.otpToken ?? '', sent.sms?.code ?? '')
    expect(await register(app, { ...body, otpToken: sent.otpToken ?? '' })).toBe('OK')
    expect((await reset(sent.otpToken ?? '', 'papaya-salad-7')).refused).toBe('UNVERIFIED_OTP')

    // A verified code of a reset registers nobody.
    expect(await verifyCode(app, otpToken, sms?.code ?? '')).toBe('OTP_CODE_VALID')
    await app.database.query('update members set phone = $2 where id = $1', [member.id, freshPhone()])
    expect(await register(app, { ...registration(), username: member.username, otpToken })).toBe(
      '422 UNVERIFIED_OTP',
    )
    expect(await sendCode(app, member.username, fromAddress(), otpToken)).toMatchObject({
      refused: '429 REQUEST_LIMIT_1MIN',
    })
  })

  it('can be set once by a code, within ten minutes, and a refused password uses nothing up', async () => {
    const member = await app.registerMember()
    const otpToken = await proof(member.username)
    expect(await reset(otpToken, 'short')).toMatchObject({
      refused: 'INVALID_USER_INFO',
      fields: [{ field: 'newPassword', reason: 'too-short' }],
    })
    expect((await reset(otpToken, member.username)).refused).toBe('INVALID_USER_INFO')
    expect((await reset(otpToken, 'papaya-salad-7')).refused).toBeUndefined()
    expect((await reset(otpToken, 'papaya-salad-8')).refused).toBe('UNVERIFIED_OTP')
    expect((await logIn(app, member.username, 'papaya-salad-7')).token).toBeDefined()

    const late = await app.registerMember()
    const old = await proof(late.username)
    app.clock.advance(10 * 60 + 1)
    expect((await reset(old, 'papaya-salad-7')).refused).toBe('UNVERIFIED_OTP')
  })

  it('of two at one moment the first counts, and the other codes of the phone with it', async () => {
    const member = await app.registerMember()
    const tokens = [await proof(member.username)]
    app.clock.advance(61)
    tokens.push(await proof(member.username))
    app.clock.advance(61)
    const third = await ask(member.username)
    const all = await Promise.all(
      ['first-mango-1', 'second-mango-2'].map((password, n) => reset(tokens[n] ?? '', password)),
    )
    expect(all.map(({ refused }) => refused ?? 'OK').sort()).toEqual(['OK', 'UNVERIFIED_OTP'])
    const won = all.findIndex(({ refused }) => !refused)
    expect(
      (await logIn(app, member.username, ['first-mango-1', 'second-mango-2'][won] ?? '')).token,
    ).toBeDefined()
    expect(await verifyCode(app, third.otpToken, third.sms?.code ?? '')).toBe('OTP_EXPIRED')
  })

  it('lets in a member whom wrong passwords have locked out', async () => {
    const member = await app.registerMember()
    const here = fromAddress()
    for (let n = 0; n < 5; n++) await logIn(app, member.username, `wrong ${n} ${member.id}`, here)
    expect((await logIn(app, member.username, member.password, here)).refused).toBe('429 REQUEST_LIMIT')
    expect(await works((await reset(await proof(member.username), 'papaya-salad-7', here)).token)).toBe(true)
    expect((await logIn(app, member.username, 'papaya-salad-7', here)).token).toBeDefined()
  })

  it('stays as it is for a suspended member, who learns why', async () => {
    const member = await app.registerMember()
    const otpToken = await proof(member.username)
    await app.database.query('update members set is_active = false where id = $1', [member.id])
    expect((await reset(otpToken, 'papaya-salad-7')).refused).toBe('INACTIVE_USER')
    await app.database.query('update members set is_active = true where id = $1', [member.id])
    expect((await logIn(app, member.username, member.password)).token).toBeDefined()
  })

  it('keeps a login with the old password out that was under way', async () => {
    const member = await app.registerMember()
    const otpToken = await proof(member.username)
    const [inside] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => logIn(app, member.username, member.password))),
      reset(otpToken, 'papaya-salad-7'),
    ])
    for (const { token } of inside) if (token) expect(await works(token)).toBe(false)
  })

  it('is asked for within the limits of all codes, and a tighter one of its own', async () => {
    const { username } = await app.registerMember()
    const headers = fromAddress()
    for (let n = 0; n < 5; n++) {
      expect((await ask(username, headers)).refused).toBeUndefined()
      app.clock.advance(3601)
    }
    expect((await ask(username, headers)).refused).toBe('OTP_BLOCK')
    expect((await ask('12345')).refused).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT')

    const tight = await testApp({
      settings: { 'reset.sendsOverall': 2 },
      sandbox: app.sandbox,
      clock: app.clock,
    })
    const outcomes = []
    for (let n = 0; n < 4; n++) {
      const body = { phoneNumber: freshPhone() }
      outcomes.push((await tight.call('POST /api/login/reset/send', { body, headers: fromAddress() })).status)
    }
    expect(outcomes).toEqual([200, 200, 200, 502])
    // Registrations go on.
    const body = { phoneNumber: freshPhone() }
    expect((await tight.call('POST /api/otp/send', { body, headers: fromAddress() })).status).toBe(200)
    await tight.close()
  })

  describe('while strangers use up what they can', () => {
    /** A member whose browser has logged in before. */
    async function withBrowser(on: TestApp) {
      const member = await on.registerMember()
      const { cookie = '' } = await logIn(on, member.username, member.password)
      return { phone: member.username, cookie: cookie.split(';')[0] ?? '' }
    }
    const send = async (on: TestApp, phone: string, headers: Record<string, string>) =>
      (await on.call('POST /api/login/reset/send', { body: { phoneNumber: phone }, headers })).error
        ?.message ?? 'OK'

    it('one who asks for the member’s codes all day takes none of those of the member’s own browser', async () => {
      const { phone, cookie } = await withBrowser(app)
      const stranger = fromAddress()
      for (let n = 0; n < 5; n++) {
        expect(await send(app, phone, stranger)).toBe('OK')
        app.clock.advance(61)
      }
      expect(await send(app, phone, stranger)).toBe('OTP_BLOCK')
      // Even at the stranger's own address, such as a carrier's, and at once.
      for (let n = 0; n < 5; n++) {
        expect(await send(app, phone, { ...stranger, cookie })).toBe('OK')
        app.clock.advance(61)
      }
      expect(await send(app, phone, { ...fromAddress(), cookie })).toBe('OTP_BLOCK')
      // A browser without the cookie is served at another address when the hour of the phone is over.
      app.clock.advance(3600)
      expect(await send(app, phone, fromAddress())).toBe('OK')
      // The cookie of another member gives nothing.
      const other = await withBrowser(app)
      app.clock.advance(61)
      expect(await send(app, phone, { ...stranger, cookie: other.cookie })).toBe('OTP_BLOCK')
    })

    it('the codes of the whole country, or of a range of numbers, are no reason to send a member none', async () => {
      const settings = { 'reset.sendsOverall': 30, 'otp.sendsPerPrefix': 12 }
      const watched = await testApp({ settings, sandbox: app.sandbox, clock: app.clock })
      const { phone, cookie } = await withBrowser(watched)
      const strangers = Array.from({ length: 3 }, () => fromAddress())
      const range = phone.slice(0, -4)
      const outcomes: string[] = []
      for (const headers of strangers) {
        for (let n = 0; n < 6; n++) {
          const near = `${range}${String(Number(phone.slice(-4)) + 1 + outcomes.length)
            .padStart(4, '0')
            .slice(-4)}`
          outcomes.push(await send(watched, near, headers))
        }
      }
      for (const headers of [...strangers, ...strangers.map(() => fromAddress())]) {
        for (let n = 0; n < 10; n++) outcomes.push(await send(watched, freshPhone(), headers))
      }
      expect(outcomes).toContain('OTP_SEND_FAIL')
      expect(outcomes.filter((outcome) => outcome === 'OK').length).toBeLessThanOrEqual(60)
      // A caller who asks for the first time takes turns with others, and waits for minutes at most.
      expect(await send(watched, phone, { ...fromAddress(), cookie })).toBe('OK')
      app.clock.advance(300)
      expect(await send(watched, phone, fromAddress())).toBe('OK')
      await watched.close()
    })
  })
})
