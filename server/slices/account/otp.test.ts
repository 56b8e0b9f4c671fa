import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetCounts } from '../../platform/testing.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import {
  freshPhone,
  fromAddress,
  otherCode,
  register,
  registration,
  sendCode,
  verifyCode,
} from './testing.ts'

/** One-time passwords through the real app and the sandbox's phone (rules.md §2.4). */
describe('one-time passwords', () => {
  let app: TestApp
  beforeAll(async () => {
    // Noon in Bangkok, so that the tests below stay within one day unless they are about midnight.
    app = await testApp({ clock: travellingClock(new Date('2026-03-01T05:00:00Z')) })
  })
  afterAll(() => app.close())

  it('arrive by SMS in the caller’s language, with the reference of the answer', async () => {
    for (const [accept, pattern] of [
      ['th', /^Krapao: รหัส OTP \d{6} \(Ref: [A-Z]{4}\) ห้ามบอกผู้อื่น\n@localhost #\d{6}$/],
      ['lo', /^Krapao: ລະຫັດ OTP \d{6} \(Ref: [A-Z]{4}\) ຢ່າບອກຜູ້ອື່ນ\n@localhost #\d{6}$/],
      ['en', /^Krapao: your code is \d{6} \(Ref: [A-Z]{4}\), valid for 5 min\./],
    ] as const) {
      const sent = await sendCode(app, freshPhone(), { ...fromAddress(), 'accept-language': accept })
      expect(sent.sms?.text).toMatch(pattern)
      expect(sent.sms?.text).toContain(sent.sms?.code)
      expect(sent.sms?.otpRef).toBe(sent.otpRef)
      // One message of 70 characters where the script is not Latin, else of 160.
      expect(sent.sms?.text.length).toBeLessThanOrEqual(accept === 'en' ? 160 : 70)
    }
  })

  it('verify the phone, again on a repeated call, and are then not sent again for 30 minutes', async () => {
    const phone = freshPhone()
    const { otpToken = '', sms } = await sendCode(app, phone)
    expect(await verifyCode(app, otpToken, sms?.code ?? '')).toBe('OTP_CODE_VALID')
    expect(await verifyCode(app, otpToken, sms?.code ?? '')).toBe('OTP_CODE_VALID')
    app.clock.advance(29 * 60)
    const again = () => sendCode(app, phone, fromAddress(), otpToken)
    expect(await again()).toMatchObject({ code: 'OTP_VERIFIED', otpToken })
    app.clock.advance(61)
    expect(await again()).toMatchObject({ code: 'OK' })
  })

  it('are valid for five minutes', async () => {
    const { otpToken = '', sms } = await sendCode(app, freshPhone())
    app.clock.advance(301)
    expect(await verifyCode(app, otpToken, sms?.code ?? '')).toBe('OTP_EXPIRED')
  })

  it('allow five tries, also at the same moment', async () => {
    const { otpToken = '', sms } = await sendCode(app, freshPhone())
    const wrong = otherCode(sms?.code ?? '')
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => verifyCode(app, otpToken, wrong)))
    expect(outcomes.sort()).toEqual([
      ...[0, 1, 2, 3, 4].map((left) => `OTP_CODE_INVALID ${left}`),
      ...Array(3).fill('OTP_VERIFY_FAIL'),
    ])
    expect(await verifyCode(app, otpToken, sms?.code ?? '')).toBe('OTP_VERIFY_FAIL')
  })

  it('are bound to their token', async () => {
    const mine = await sendCode(app, freshPhone())
    const other = await sendCode(app, freshPhone())
    expect(await verifyCode(app, other.otpToken ?? '', mine.sms?.code ?? '')).toBe('OTP_CODE_INVALID 4')
    expect(await verifyCode(app, 'short', '123456')).toBe('OTP_TOKEN_INVALID')
    expect(await verifyCode(app, 'x'.repeat(43), '123456')).toBe('OTP_NOT_EXIST')
  })

  it('are sent again after a minute, one at a time', async () => {
    const phone = freshPhone()
    const at = await Promise.all(Array.from({ length: 5 }, () => sendCode(app, phone)))
    expect(at.filter((sent) => sent.code === 'OK')).toHaveLength(1)
    expect(at.filter((sent) => sent.refused === '429 REQUEST_LIMIT_1MIN')).toHaveLength(4)
    app.clock.advance(20)
    const early = await sendCode(app, phone)
    expect(early.refused).toBe('429 REQUEST_LIMIT_1MIN')
    expect(early.retryAfter).toBeGreaterThan(38)
    expect(early.retryAfter).toBeLessThanOrEqual(40)
    app.clock.advance(40)
    expect(await sendCode(app, phone)).toMatchObject({ code: 'OK', resendSeconds: 60 })
  })

  it('are sent to a phone five times a Bangkok day for one address', async () => {
    const phone = freshPhone()
    const headers = fromAddress()
    for (let n = 0; n < 5; n++) {
      expect(await sendCode(app, phone, headers)).toMatchObject({ code: 'OK' })
      app.clock.advance(3601)
    }
    const refusal = await sendCode(app, phone, headers)
    expect(refusal.refused).toBe('429 OTP_BLOCK')
    // That was the caller's share of the day and not the phone's.
    expect(await sendCode(app, phone)).toMatchObject({ code: 'OK' })
    app.clock.advance(Number(refusal.retryAfter))
    expect(await sendCode(app, phone, headers)).toMatchObject({ code: 'OK' })
  })

  it('are sent to a phone for any number of addresses five times an hour, and ten times in six', async () => {
    const phone = freshPhone()
    const five = async () => {
      for (let n = 0; n < 5; n++) {
        expect(await sendCode(app, phone)).toMatchObject({ code: 'OK' })
        app.clock.advance(61)
      }
    }
    await five()
    const hour = await sendCode(app, phone)
    expect(hour.refused).toBe('429 REQUEST_LIMIT_1MIN')
    expect(hour.retryAfter).toBeGreaterThan(3200)
    app.clock.advance(3600)
    await five()
    app.clock.advance(3600)
    const hours = await sendCode(app, phone)
    expect(hours.refused).toBe('429 REQUEST_LIMIT_1MIN')
    expect(hours.retryAfter).toBeGreaterThan(3600)
    app.clock.advance(Number(hours.retryAfter))
    expect(await sendCode(app, phone)).toMatchObject({ code: 'OK' })
  })

  it('are sent for an address twenty times a Bangkok day', async () => {
    const headers = fromAddress()
    for (let n = 0; n < 20; n++)
      expect(await sendCode(app, freshPhone(), headers)).toMatchObject({ code: 'OK' })
    expect(await sendCode(app, freshPhone(), headers)).toMatchObject({ refused: '429 OTP_BLOCK' })
    expect(await sendCode(app, freshPhone())).toMatchObject({ code: 'OK' })
  })

  it('wait for one range of numbers, and altogether, when many are sent, and no limit of many people closes', async () => {
    const settings = { 'otp.sendsPerPrefix': 3, 'otp.sendsOverall': 12 }
    const watched = await testApp({ settings, clock: app.clock, sandbox: app.sandbox })
    let next = 0
    const send = (range: number, headers?: Record<string, string>) =>
      sendCode(watched, `09${range}${String(++next).padStart(7, '0')}`, headers)
    const busy = fromAddress()
    for (let n = 0; n < 3; n++) expect(await send(1, busy)).toMatchObject({ code: 'OK' })
    // This is not a limit of the person, so the answer is not that the person is blocked.
    const full = await send(1, busy)
    expect(full.refused).toBe('502 OTP_SEND_FAIL')
    expect(full.retryAfter).toBeGreaterThan(3500)
    // An address that has had none in this hour is served, one after the other.
    expect(await send(1)).toMatchObject({ code: 'OK' })
    const turn = await send(1)
    expect(turn).toMatchObject({ refused: '502 OTP_SEND_FAIL', retryAfter: 1200 })
    app.clock.advance(1200)
    expect(await send(1)).toMatchObject({ code: 'OK' })
    // Other ranges do not notice, until all of them together are many.
    for (const range of [2, 2, 2, 3, 3, 3, 4]) expect(await send(range)).toMatchObject({ code: 'OK' })
    expect(await send(5)).toMatchObject({ code: 'OK' })
    expect(await send(5)).toMatchObject({ refused: '502 OTP_SEND_FAIL', retryAfter: 300 })
    app.clock.advance(300)
    expect(await send(5)).toMatchObject({ code: 'OK' })
    app.clock.advance(3601)
    for (const range of [1, 5]) expect(await send(range, busy)).toMatchObject({ code: 'OK' })
    await watched.close()
  })

  it('cost at most twice their limit in an hour, however many addresses ask', async () => {
    const settings = { 'otp.sendsPerPrefix': 1000, 'otp.sendsOverall': 6, 'otp.sendsPerAddress': 100 }
    const watched = await testApp({ settings, clock: app.clock, sandbox: app.sandbox })
    let sent = 0
    for (let seconds = 0; seconds < 3600; seconds += 60) {
      for (let calls = 0; calls < 3; calls++)
        if ((await sendCode(watched, freshPhone())).code === 'OK') sent++
      app.clock.advance(60)
    }
    expect(sent).toBeGreaterThan(6)
    expect(sent).toBeLessThanOrEqual(12)
    await watched.close()
  })

  it('are sent once if requested many times at once, and no answer says that the day’s codes are used up', async () => {
    const phone = freshPhone()
    const all = await Promise.all(Array.from({ length: 20 }, () => sendCode(app, phone)))
    const outcomes = all.map(({ code, refused }) => code ?? refused).sort()
    expect(outcomes).toEqual([...Array(19).fill('429 REQUEST_LIMIT_1MIN'), 'OK'])
  })

  it('do not count if the gateway did not accept them', async () => {
    const phone = freshPhone()
    await app.sandbox.setFault('sms', 'error')
    expect(await sendCode(app, phone)).toMatchObject({ refused: '502 OTP_SEND_FAIL' })
    expect(await app.database.query('select phone from otp_requests where phone = $1', [phone])).toEqual([])
    expect(await sendCode(app, phone)).toMatchObject({ code: 'OK' })
  })

  it('are not sent to a malformed phone number, or to a member', async () => {
    const { username } = await app.registerMember()
    expect(await sendCode(app, '12345')).toMatchObject({ refused: '422 PHONE_NUMBER_REQUIRE_10_DIGIT' })
    expect(await sendCode(app, username)).toMatchObject({ refused: '409 EXISTING_USER' })
  })

  it('are needed to register while the flag is on', async () => {
    const body = registration()
    expect(await register(app, body)).toBe('422 UNVERIFIED_OTP')
    const { otpToken = '', sms } = await sendCode(app, body.username)
    expect(await register(app, { ...body, otpToken })).toBe('422 UNVERIFIED_OTP')
    await verifyCode(app, otpToken, sms?.code ?? '')
    app.clock.advance(31 * 60)
    expect(await register(app, { ...body, otpToken })).toBe('422 UNVERIFIED_OTP')
    const again = await sendCode(app, body.username)
    await verifyCode(app, again.otpToken ?? '', again.sms?.code ?? '')
    expect(await register(app, { ...body, otpToken })).toBe('422 UNVERIFIED_OTP')
    expect(await register(app, { ...body, otpToken: again.otpToken ?? '' })).toBe('OK')
  })

  it('register the phone for the browser that verified it, and not for a stranger who comes first', async () => {
    const body = registration()
    const { otpToken = '', sms } = await sendCode(app, body.username)
    await verifyCode(app, otpToken, sms?.code ?? '')
    // A stranger verifies a phone of his own, and learns nothing about the other one.
    const own = await sendCode(app, freshPhone())
    await verifyCode(app, own.otpToken ?? '', own.sms?.code ?? '')
    const bare = await sendCode(app, freshPhone())
    app.clock.advance(61)
    const foreign = ['', 'short', '\u0001', 'x'.repeat(43), own.otpToken ?? '', bare.otpToken ?? '']
    for (const held of foreign) {
      const answer = await sendCode(app, body.username, fromAddress(), held)
      expect(answer, held).toMatchObject({ code: 'OK', otpRef: expect.stringMatching(/^[A-Z]{4}$/) })
      expect(answer.otpToken).not.toBe(otpToken)
      const stranger = registration({ username: body.username, otpToken: held })
      expect(await register(app, stranger), held).toBe('422 UNVERIFIED_OTP')
      const validated = await app.call('POST /api/account/validate', { body: stranger })
      expect(validated.error?.message, held).toBe('UNVERIFIED_OTP')
      app.clock.advance(61)
      // Five a day for one phone, so the rest of the list uses another day.
      if (held === 'x'.repeat(43)) await forgetCounts(app.database)
    }
    expect(await register(app, { ...body, otpToken })).toBe('OK')
  })

  it('do not reveal to strangers who is a member', async () => {
    const { username } = await app.registerMember()
    expect(await register(app, registration({ username }))).toBe('422 UNVERIFIED_OTP')
    expect(await register(app, registration())).toBe('422 UNVERIFIED_OTP')
  })

  it('count as sent if the gateway did not answer, and work if they arrive after all', async () => {
    const body = registration()
    await app.sandbox.setFault('sms', 'timeout-applied')
    const sent = await sendCode(app, body.username)
    expect(sent).toMatchObject({ code: 'OK', unconfirmed: true })
    expect((await sendCode(app, body.username)).refused).toBe('429 REQUEST_LIMIT_1MIN')
    expect(await verifyCode(app, sent.otpToken ?? '', sent.sms?.code ?? '')).toBe('OTP_CODE_VALID')
    expect(await register(app, { ...body, otpToken: sent.otpToken ?? '' })).toBe('OK')
  })

  it('are refused to a caller with too many calls', async () => {
    const headers = fromAddress()
    const calls = await Promise.all(Array.from({ length: 61 }, () => verifyCode(app, 'short', '1', headers)))
    expect(calls.filter((code) => code === 'OTP_TOKEN_INVALID')).toHaveLength(60)
    expect(calls.filter((code) => code.startsWith('REQUEST_LIMIT_1MIN'))).toHaveLength(1)
  })
})
