import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { enginesByDepth } from '../../testing/database.ts'
import { addHouseAccounts } from '../house/testing.ts'
import { freshPhone, fromAddress, logIn, register, registration, sendCode } from './testing.ts'

const noOtp = { 'register.otp': false }

describe.each(enginesByDepth)('registration on %s (rules.md §2.5)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ engine, settings: noOtp })
  })
  afterAll(() => app.close())

  it('makes a member who can log in, with the account name in capitals', async () => {
    const body = registration({
      name: '  สมชาย   ใจดี ',
      bankCode: 'KTB',
      bankAccountName: 'Somchai jaidee',
      sourceCode: (await app.call('GET /api/lookup/sources')).body[0]?.code ?? '',
    })
    expect(await register(app, body)).toBe('OK')
    const { token = '' } = await logIn(app, body.username, body.password)
    const { body: profile } = await app.call('GET /api/account/profile', { token })
    expect(profile).toMatchObject({
      name: 'สมชาย ใจดี',
      username: body.username,
      coin: 0,
      bankAccount: { bankCode: 'KTB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: body.bankAccountNo },
      bankEditable: true,
    })
    expect(profile.bankAccount.bank.nameTH).toMatch(/กรุงไทย/)
    expect(profile._id).toMatch(/^[a-z2-7]{12}$/)
  })

  it('fifty registrations of one phone at once make one member', async () => {
    const username = freshPhone()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => register(app, registration({ username }))),
    )
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
    // Each names another bank account, and a phone may ask about a few in a day.
    const refused = outcomes.filter((outcome) => /^(409 EXISTING_USER|429 REQUEST_LIMIT)$/.test(outcome))
    expect(refused).toHaveLength(49)
    expect(await app.database.query('select id from members where phone = $1', [username])).toHaveLength(1)
  })

  it('twenty registrations of one bank account at once make one member, and leave nothing of another', async () => {
    const bankAccountNo = registration().bankAccountNo
    const bodies = Array.from({ length: 20 }, () => registration({ bankAccountNo }))
    const outcomes = await Promise.all(bodies.map((body) => register(app, body)))
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === '409 EXISTING_BANK')).toHaveLength(19)
    const made = await app.database.query('select id from members where phone = any($1)', [
      bodies.map((b) => b.username),
    ])
    expect(made).toHaveLength(1)
  })
})

describe('registration', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ settings: noOtp })
  })
  afterAll(() => app.close())

  it.each([
    ['that members pay to', 'SCB', '0000000011'],
    ['written with dashes', 'SCB', '000-0-00001-1'],
    ['written with spaces', 'SCB', '000 0 00001 1'],
    ['that is switched off', 'KTB', '0000000022'],
    ['that payouts are made from', 'KBANK', '0000000033'],
  ])('an account of the house %s is nobody’s to register', async (_, bankCode, bankAccountNo) => {
    await addHouseAccounts(
      app.database,
      { bankCode: 'SCB', accountNo: '000-0-00001-1', sort: 1 },
      { bankCode: 'KTB', accountNo: '0000000022', sort: 2, enabled: false },
      { bankCode: 'KBANK', accountNo: '0000000033', sort: 3, enabled: false, purpose: 'payout' },
    )
    const bankAccountName = 'SOMYING JAIDEE'
    const body = registration({ bankCode, bankAccountNo, bankAccountName })
    const validated = await app.call('POST /api/account/validate', { body, headers: fromAddress() })
    expect(validated.error).toMatchObject({
      message: 'INVALID_BANK',
      fields: [{ field: 'bankAccountNo' }],
    })
    expect(await register(app, body)).toBe('422 INVALID_BANK')
    const { token } = await app.registerMember()
    const own = await app.call('PUT /api/account/profile', { token, body: { bankCode, bankAccountNo } })
    expect(own.error?.message).toBe('INVALID_BANK')
    // The number alone is not the house's: another bank may have given it to somebody.
    expect(await register(app, { ...body, bankCode: 'BBL' })).toBe('OK')
    await app.database.query('delete from member_bank_accounts where bank_code = $1', ['BBL'])
  })

  it.each([
    ['a phone of nine digits', { username: '081234567' }, '422 PHONE_NUMBER_REQUIRE_10_DIGIT'],
    ['an empty name', { name: ' ' }, '422 INVALID_USER_INFO'],
    ['a common password', { password: 'iloveyou1' }, '422 INVALID_USER_INFO'],
    ['a short password', { password: 'kp7-xw2' }, '422 INVALID_USER_INFO'],
    ['a day that is none', { birthDate: '1990-02-30' }, '422 INVALID_USER_INFO'],
    ['nineteen years', { birthDate: `${new Date().getFullYear() - 19}-01-01` }, '422 INVALID_USER_INFO'],
    ['no birth date', { birthDate: undefined }, '422 INVALID_USER_INFO'],
    ['a birth date of the future', { birthDate: '9980-01-01' }, '422 INVALID_USER_INFO'],
    ['a birth date that is none', { birthDate: 'nineteen ninety' }, '422 INVALID_USER_INFO'],
    ['a password of blanks', { password: '          ' }, '422 INVALID_USER_INFO'],
    ['a password of one letter', { password: 'aaaaaaaaaa' }, '422 INVALID_USER_INFO'],
    ['an unknown source', { sourceCode: 'NOWHERE' }, '422 INVALID_USER_INFO'],
    ['no bank', { bankCode: '' }, '422 INVALID_BANK'],
    ['an unknown bank', { bankCode: 'NOBANK' }, '422 INVALID_BANK'],
    ['a gateway for a bank', { bankCode: 'PAYONEX' }, '422 INVALID_BANK'],
    ['an account number with letters', { bankAccountNo: '12345abc90' }, '422 INVALID_BANK'],
    ['a Thai name at KTB', { bankCode: 'KTB' }, '422 BANK_ACCOUNT_NAME_ENG'],
    ['control characters', { bankCode: 'a\u0001b' }, '422 INVALID_BANK'],
    ['a zero byte', { bankCode: 'a\u0000b' }, '400 INVALID_REQUEST'],
  ])('refuses %s', async (_what, change, code) => {
    expect(await register(app, registration(change))).toBe(code)
  })

  it('names each field that is wrong, with the numbers its text needs', async () => {
    const { error } = await app.call('POST /api/account/validate', {
      body: registration({ name: '', password: 'short', birthDate: '2020-01-01', sourceCode: 'NOWHERE' }),
    })
    expect(error).toEqual({
      message: 'INVALID_USER_INFO',
      fields: [
        { field: 'name', reason: 'required' },
        { field: 'password', reason: 'too-short' },
        { field: 'birthDate', reason: 'under-age' },
        { field: 'sourceCode', reason: 'unknown' },
      ],
      minAge: 20,
      passwordMin: 8,
    })
  })

  it('checks the personal part alone in step 3, and the bank where it is given', async () => {
    const validate = async (change: Parameters<typeof registration>[0]) => {
      const { body, error } = await app.call('POST /api/account/validate', {
        body: registration(change),
        headers: fromAddress(),
      })
      return error?.message ?? body.message
    }
    const taken = registration()
    await register(app, taken)
    const noBank = { bankCode: '', bankAccountName: '', bankAccountNo: '' }
    expect(await validate(noBank)).toBe('OK')
    expect(await validate({})).toBe('OK')
    expect(await validate({ ...noBank, username: taken.username })).toBe('EXISTING_USER')
    expect(await validate({ bankAccountNo: taken.bankAccountNo })).toBe('EXISTING_BANK')
    expect(await validate({ bankCode: 'NOBANK' })).toBe('INVALID_BANK')
    expect(await validate({ bankCode: 'BBL' })).toBe('BANK_ACCOUNT_NAME_ENG')
  })

  it('answers 400 to a malformed request', async () => {
    const { status, error } = await app.call('POST /api/account', { body: { name: 'x' } as never })
    expect([status, error?.message]).toEqual([400, 'INVALID_REQUEST'])
  })

  it('records the inviter of a code, and reports an unknown code', async () => {
    const inviter = await app.registerMember()
    const [invited, upper, stranger] = [registration(), registration(), registration()]
    expect(await register(app, { ...invited, inviteCode: `PR${inviter.id}` })).toBe('OK')
    expect(await register(app, { ...upper, inviteCode: `PR${inviter.id.toUpperCase()} ` })).toBe('OK')
    expect(await register(app, { ...stranger, inviteCode: 'PRaaaaaaaaaaaa' })).toBe('OK INVITE_CODE_UNKNOWN')
    const rows = await app.database.query(
      'select phone, invited_by from members where phone = any($1) order by phone',
      [[invited.username, upper.username, stranger.username]],
    )
    expect(rows.map((row) => row.invited_by)).toEqual([inviter.id, inviter.id, null])
  })

  it('says before the registration whether an invite code is a member’s', async () => {
    const { id } = await app.registerMember()
    const check = async (inviteCode: string) => {
      const { body, error } = await app.call('POST /api/account/invite-code', {
        body: { inviteCode },
        headers: fromAddress(),
      })
      return error ? [error.message, error.fields] : body?.message
    }
    const unknown = ['INVALID_USER_INFO', [{ field: 'inviteCode', reason: 'unknown' }]]
    expect(await check(`PR${id}`)).toBe('OK')
    expect(await check(` pr${id.toUpperCase()}`)).toBe('OK')
    expect(await check('PRaaaaaaaaaaaa')).toEqual(unknown)
    // The member id alone, and what is no code at all.
    expect(await check(id)).toEqual(unknown)
    expect(await check('')).toEqual(unknown)
  })

  it('ignores a currency outside the Lao variant', async () => {
    const body = registration({ currency: 'LAK' })
    expect(await register(app, body)).toBe('OK')
    expect(
      await app.database.query('select currency from members where phone = $1', [body.username]),
    ).toEqual([{ currency: 'THB' }])
  })

  it('requires the age in the operator’s settings', async () => {
    const lenient = await testApp({ settings: { ...noOtp, 'register.minAge': 18, 'password.min': 10 } })
    expect((await lenient.call('GET /api/lookup/registerOTP')).body).toEqual({
      registerOTP: false,
      minAge: 18,
      passwordMin: 10,
    })
    const born19 = `${new Date().getFullYear() - 19}-01-01`
    expect(await register(lenient, registration({ birthDate: born19 }))).toBe('OK')
    await lenient.close()
  })
})

describe('registration in the Lao variant', () => {
  let app: TestApp
  beforeAll(async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'krapao-brand-')), 'brand.json')
    writeFileSync(file, JSON.stringify({ variant: 'la' }))
    app = await testApp({ settings: noOtp, config: { BRAND_FILE: file } })
  })
  afterAll(() => app.close())

  it.each([
    ['LAK', 'LAK'],
    ['BAHT', 'THB'],
    [undefined, 'LAK'],
  ] as const)('takes %s as %s', async (currency, asset) => {
    const bank = (await app.call('GET /api/lookup/banks')).body[0]
    const body = registration({
      username: `20${freshPhone().slice(3)}`,
      bankCode: bank?.code ?? '',
      bankAccountName: 'SOMCHAI JAIDEE',
      bankAccountNo: `0101200${freshPhone().slice(2)}`,
      ...(currency && { currency }),
    })
    expect(await register(app, body)).toBe('OK')
    expect(
      await app.database.query('select currency from members where phone = $1', [body.username]),
    ).toEqual([{ currency: asset }])
  })

  it('takes Lao and Thai numbers for a phone', async () => {
    expect(await register(app, registration({ username: '2055123' }))).toBe('422 INVALID_USER_INFO')
    expect(await sendCode(app, '2055123')).toMatchObject({ refused: '422 INVALID_USER_INFO' })
  })
})
