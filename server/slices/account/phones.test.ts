import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@krapao/contract/endpoint.ts'
import * as contract from '@krapao/contract/endpoints.ts'
import { phoneNumberNote } from '@krapao/contract/slices/account/phone-number.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { freshPhone, fromAddress, logIn, register, registration, sendCode, verifyCode } from './testing.ts'

/**
 * One phone is one member, however its number is written (rules.md §2.1), by every call that takes a number.
 */

type Home = 'th' | 'la'

/** Ways of writing a number that is stored as `phone`. */
const spellings: Record<Home, (phone: string) => string[]> = {
  th: (phone) => [
    `+66 ${phone.slice(1, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`,
    `0066${phone.slice(1)}`,
    `66${phone.slice(1)}`,
    `+66 (0)${phone.slice(1)}`,
    phone.slice(1),
    `\u202a${phone.slice(0, 3)}.${phone.slice(3, 6)}.${phone.slice(6)}\u202c`,
    phone.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit))),
  ],
  la: (phone) => [
    `+856 ${phone.slice(0, 2)} ${phone.slice(2)}`,
    `00856${phone}`,
    `856${phone}`,
    `0${phone}`,
    phone.replace(/\d/g, (digit) => String.fromCharCode(0x0ed0 + Number(digit))),
  ],
}
const fresh: Record<Home, () => string> = { th: freshPhone, la: () => `20${freshPhone().slice(2)}` }

describe.each<Home>(['th', 'la'])('in the build %s', (home) => {
  let app: TestApp
  beforeAll(async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'krapao-brand-')), 'brand.json')
    writeFileSync(file, JSON.stringify({ variant: home }))
    app = await testApp({
      config: { BRAND_FILE: file },
      settings: { 'otp.resendSeconds': 10, 'otp.sendsPerPhone': 1000, 'otp.sendsPerPrefix': 1000 },
    })
  })
  afterAll(() => app.close())
  const newPerson = (username: string) => {
    const bank = home === 'la' ? { bankCode: 'BCEL', bankAccountNo: `0101200${freshPhone().slice(2)}` } : {}
    return registration({ username, bankAccountName: 'SOMCHAI JAIDEE', ...bank })
  }
  const proof = async (phone: string, typed: string): Promise<string> => {
    const { body } = await app.call('POST /api/otp/send', {
      body: { phoneNumber: typed },
      headers: fromAddress(),
    })
    const [sms] = await app.sandbox.sms(phone)
    expect(sms?.otpRef).toBe(body.otpRef)
    expect(await verifyCode(app, body.otpToken, sms?.code ?? '')).toBe('OTP_CODE_VALID')
    return body.otpToken
  }

  it.each(Array.from({ length: spellings[home]('0'.repeat(10)).length }, (_, at) => at))(
    'whoever registers by spelling %i is one member by all of them',
    async (at) => {
      const phone = fresh[home]()
      const all = [phone, ...spellings[home](phone)]
      const typed = all[at + 1] ?? ''
      const person = newPerson(typed)
      const otpToken = await proof(phone, typed)
      expect(await register(app, { ...person, otpToken })).toBe('OK')
      expect(await app.database.query('select from members where phone = $1', [phone])).toHaveLength(1)
      for (const spelling of all) {
        expect((await logIn(app, spelling, person.password)).token, spelling).toBeDefined()
        expect(await sendCode(app, spelling), spelling).toMatchObject({ refused: '409 EXISTING_USER' })
        const again = await register(app, { ...newPerson(spelling), otpToken })
        expect(again, spelling).toBe('409 EXISTING_USER')
      }
    },
  )

  it('a code for one spelling verifies the phone for every other one', async () => {
    const phone = fresh[home]()
    const [spelling = '', other = ''] = spellings[home](phone)
    const otpToken = await proof(phone, spelling)
    const answer = await app.call('POST /api/otp/send', {
      body: { phoneNumber: other, otpToken },
      headers: fromAddress(),
    })
    expect(answer.body.code).toBe('OTP_VERIFIED')
    const validated = await app.call('POST /api/account/validate', {
      body: { ...newPerson(other), otpToken },
      headers: fromAddress(),
    })
    expect(validated.status).toBe(200)
  })

  it('the limits of codes and of wrong passwords are one phone’s', async () => {
    const phone = fresh[home]()
    expect((await sendCode(app, phone)).code).toBe('OK')
    for (const spelling of spellings[home](phone)) {
      expect(await sendCode(app, spelling), spelling).toMatchObject({ refused: '429 REQUEST_LIMIT_1MIN' })
    }
    const member = await app.registerMember({ phone: fresh[home]() })
    const headers = fromAddress()
    const ways = spellings[home](member.username)
    for (let at = 0; at < 5; at++) await logIn(app, ways[at] ?? '', 'not the password', headers)
    expect(await logIn(app, member.username, member.password, headers)).toMatchObject({
      refused: '429 REQUEST_LIMIT',
    })
  })

  it('a forgotten password is set by every spelling', async () => {
    for (const [at] of spellings[home]('0'.repeat(10)).entries()) {
      const { username } = await app.registerMember({ phone: fresh[home]() })
      const typed = spellings[home](username)[at] ?? ''
      const { body } = await app.call('POST /api/login/reset/send', {
        body: { phoneNumber: typed },
        headers: fromAddress(),
      })
      const [sms] = await app.sandbox.sms(username)
      expect(await verifyCode(app, body.otpToken, sms?.code ?? '')).toBe('OTP_CODE_VALID')
      const { status } = await app.call('POST /api/login/reset', {
        body: { otpToken: body.otpToken, newPassword: 'papaya-salad-7' },
        headers: fromAddress(),
      })
      expect(status).toBe(200)
      expect((await logIn(app, typed, 'papaya-salad-7')).token, typed).toBeDefined()
    }
  })

  it.each(['85620555123', '00856205551', '+1 415 555 0123', '08123456789012', '081234567x', ''])(
    '%j is refused and nothing is sent',
    async (typed) => {
      const refused = home === 'th' ? '422 PHONE_NUMBER_REQUIRE_10_DIGIT' : '422 INVALID_USER_INFO'
      expect(await sendCode(app, typed)).toMatchObject({ refused })
      expect(await register(app, newPerson(typed))).toBe(refused)
      const reset = await app.call('POST /api/login/reset/send', {
        body: { phoneNumber: typed },
        headers: fromAddress(),
      })
      expect(`${reset.status} ${reset.error?.message}`).toBe(refused)
      expect(await app.database.query('select from otp_requests where phone = $1', [typed])).toEqual([])
    },
  )

  it('a member of before is found by the number that is stored', async () => {
    const [first, other] = [
      await app.registerMember({ phone: fresh[home]() }),
      await app.registerMember({ phone: fresh[home]() }),
    ]
    // As a Lao build stored it where the first one had the form, or the app had cut it.
    const kept = home === 'la' ? `0${first.username}` : '85620555123'
    await app.database.query('update members set phone = $2 where id = $1', [other.id, kept])
    const nameOf = async (typed: string, password: string) => {
      const { token = '' } = await logIn(app, typed, password)
      return (await app.call('GET /api/account/profile', { token })).body._id
    }
    expect(await nameOf(kept, other.password)).toBe(other.id)
    expect(await nameOf(first.username, first.password)).toBe(first.id)
    expect((await logIn(app, kept, first.password)).refused).toBe('401 WRONG_CREDENTIAL')
  })
})

/** The calls of the tests above. A call that takes a phone number has to be among them. */
const tested = [
  'POST /api/account',
  'POST /api/account/validate',
  'POST /api/login',
  'POST /api/login/reset/send',
  'POST /api/otp/send',
]

interface Schema {
  description?: string
  properties?: Record<string, Schema>
}
const fieldsOf = ({ body, query, params }: Endpoint): [string, Schema][] =>
  [body, query, params].flatMap((part) => Object.entries((part as Schema | undefined)?.properties ?? {}))
const calls = Object.values(contract as Record<string, Endpoint>).map((call) => ({
  name: `${call.method} ${call.path}`,
  fields: fieldsOf(call),
}))

it('every call of the contract that takes a phone number is tested here', () => {
  const taking = calls.filter(({ fields }) =>
    fields.some(([, { description }]) => description === phoneNumberNote),
  )
  expect(taking.map(({ name }) => name).sort()).toEqual(tested)
})

it('what is called a phone or a username in the contract takes a phone number', () => {
  const others = calls.flatMap(({ name, fields }) =>
    fields
      .filter(
        ([field, { description }]) => /phone|mobile|username/i.test(field) && description !== phoneNumberNote,
      )
      .map(([field]) => `${name} ${field}`),
  )
  expect(others).toEqual([
    // Of the specification; nothing is done with it.
    'POST /api/chat/send-message username',
    // Of a game account.
    'GET /api/autoLogin/:provider/:username username',
    'GET /api/autoLogin/:provider/:username/:password username',
  ])
})
