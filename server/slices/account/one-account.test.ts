import { randomBytes } from 'node:crypto'
import { sign } from '@krapao/contract/signature.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { forgetCounts } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { deskOf } from '../deposit/testing/money-in.ts'
import { addHouseAccounts } from '../house/testing.ts'
import { forgetDigits } from '../lookup/testing.ts'
import { freshPhone, fromAddress, register, registration } from './testing.ts'

/**
 * One bank account is one member's, with whatever zeros its number begins (rules.md §2.5), through the real
 * app.
 */

const house = '0000000011'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'register.otp': false } })
  await addHouseAccounts(
    app.database,
    { bankCode: 'SCB', accountNo: house, sort: 1 },
    { bankCode: 'GSB', accountNo: '0000-0000-0055', sort: 2 },
  )
  // A bank of which nobody knows how many digits its numbers have: any spelling has the right length.
  await forgetDigits(app.database, 'KBANK')
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

let last = 0
/** A number that begins with a zero. */
const freshNumber = (): string => `0${String(243_930_000 + ++last).padStart(9, '0')}`
const spellings = (number: string): string[] => [
  number,
  number.slice(1),
  `0${number}`,
  `00${number}`,
  `000000${number}`,
  `${number.slice(0, 3)}-${number.slice(3, 4)}-${number.slice(4, 9)}-${number.slice(9)}`,
]

const newMember = (bankAccountNo: string, bankCode = 'KBANK') =>
  app.registerMember({ bankCode, bankAccountNo, bankAccountName: 'SOMYING JAIDEE' })
const inWallet = async ({ token }: TestMember): Promise<number> =>
  (await app.call('GET /api/wallet', { token })).body.wallet.amount

async function feed(fromAccountNo: string, change: object = {}): Promise<string> {
  const text = JSON.stringify({
    accountNo: house,
    reference: `T${randomBytes(8).toString('hex')}`,
    amount: 100,
    at: app.clock.now().toISOString(),
    fromBank: 'KBANK',
    fromAccountNo,
    fromName: 'SOMYING JAIDEE',
    ...change,
  })
  const response = await fetch(`${app.address}/hooks/bank/${house}`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'x-signature': sign(app.sandbox.secrets.bank, text, app.clock.now()),
    },
  })
  return ((await response.json()) as { status: string }).status
}

describe('an account that a member has', () => {
  it('is nobody else’s by any spelling, and its member’s deposits go on', async () => {
    const number = freshNumber()
    const victim = await newMember(number)
    const bank = { bankCode: 'KBANK', bankAccountName: 'SOMYING JAIDEE' }
    const stranger = await newMember(freshNumber())
    for (const [at, spelling] of spellings(number).entries()) {
      const body = registration({ ...bank, bankAccountNo: spelling })
      const validated = await app.call('POST /api/account/validate', { body, headers: fromAddress() })
      expect(validated.error?.message, spelling).toBe('EXISTING_BANK')
      expect(await register(app, body), spelling).toBe('409 EXISTING_BANK')
      await forgetCounts(app.database)
      const changed = await app.call('PUT /api/account/profile', {
        token: stranger.token,
        body: { ...bank, bankAccountNo: spelling },
      })
      expect(changed.error?.message, spelling).toBe('EXISTING_BANK')
      expect(await feed(spelling), spelling).toBe('credited')
      expect(await inWallet(victim), spelling).toBe(100 * (at + 1))
    }
    expect(await feed(`xxxxxx${number.slice(6)}`, { fromName: 'SOMYING J' })).toBe('credited')
  })

  it('is one member’s of two who register it at one moment with other zeros', async () => {
    const number = freshNumber()
    const bank = { bankCode: 'KBANK', bankAccountName: 'SOMYING JAIDEE' }
    const answers = await Promise.all(
      spellings(number).map((bankAccountNo) => register(app, registration({ ...bank, bankAccountNo }))),
    )
    expect(answers.filter((answer) => answer === 'OK')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['OK', '409 EXISTING_BANK']))
  })

  it('may be another member’s at another bank', async () => {
    const number = freshNumber()
    await newMember(number)
    await newMember(number, 'SCB')
  })

  it('may be written with other zeros by its member', async () => {
    const number = freshNumber()
    const { token } = await newMember(number)
    const body = { bankAccountNo: number.slice(1) }
    expect((await app.call('PUT /api/account/profile', { token, body })).status).toBe(200)
  })
})

describe('the house’s own number', () => {
  it.each([
    ['KBANK', '0000000077', '77000000', false],
    ['GSB', '000000000055', '', true],
    ['GSB', '000000000000055', '', true],
    ['SCB', '0000000011', '', true],
  ])('at %s, %s', async (bankCode, bankAccountNo, _, isHouse) => {
    const body = registration({ bankCode, bankAccountNo, bankAccountName: 'SOMYING JAIDEE' })
    const answer = await app.call('POST /api/account/validate', { body, headers: fromAddress() })
    if (!isHouse) expect(answer.status).toBe(200)
    else
      expect(answer.error).toMatchObject({
        message: 'INVALID_BANK',
        fields: [{ field: 'bankAccountNo', reason: 'invalid' }],
      })
  })

  it.each(['11', '0000011', '000000011', '00000000011', '000000000000011', '000-0-00001-1'])(
    'as the sender %s is never a member’s deposit',
    async (shown) => {
      const member = await app.registerMember({ bankAccountNo: `55500${String(++last).padStart(5, '0')}` })
      expect(['internal', 'unmatched']).toContain(await feed(shown, { fromBank: 'SCB', fromName: '' }))
      expect(await inWallet(member)).toBe(0)
    },
  )
})

describe('the number of digits', () => {
  it.each([
    ['SCB', '123456789', [10]],
    ['SCB', '00123456789', [10]],
    ['TMB', '123456789012', [10]],
    ['GSB', '1234567890', [12, 15]],
  ])('of %s is not that of %s', async (bankCode, bankAccountNo, accountDigits) => {
    const body = registration({ bankCode, bankAccountNo, bankAccountName: 'SOMYING JAIDEE' })
    const { status, error } = await app.call('POST /api/account/validate', { body, headers: fromAddress() })
    expect({ status, ...error }).toMatchObject({
      status: 422,
      message: 'INVALID_BANK',
      fields: [{ field: 'bankAccountNo', reason: 'digits' }],
      accountDigits,
    })
    expect(await register(app, body)).toBe('422 INVALID_BANK')
    const { token } = await app.registerMember()
    const changed = await app.call('PUT /api/account/profile', {
      token,
      body: { bankCode, bankAccountNo, bankAccountName: 'SOMYING JAIDEE' },
    })
    expect(changed.error).toMatchObject({ message: 'INVALID_BANK', accountDigits })
  })

  it('is said with the banks', async () => {
    const { body } = await app.call('GET /api/lookup/banks')
    expect(body.find(({ code }) => code === 'GSB')?.accountDigits).toEqual([12, 15])
    expect(body.find(({ code }) => code === 'KBANK')?.accountDigits).toEqual([])
  })

  it.each(['๑๑๑-๒-๓๓๓๓๓-๔', '1112\u200b333334 ', '111–2–33333–4'])('%j has ten', async (bankAccountNo) => {
    const phone = freshPhone()
    const body = registration({ username: phone, bankAccountNo })
    expect(await register(app, body)).toBe('OK')
    const rows = await app.database.query<{ account_no: string }>(
      'delete from member_bank_accounts a using members m where m.id = a.member_id and m.phone = $1 returning account_no',
      [phone],
    )
    expect(rows).toEqual([{ account_no: '1112333334' }])
  })
})

it('two members who had one account before are asked about, not guessed', async () => {
  const number = freshNumber()
  const [first, second] = [await newMember(number), await newMember(freshNumber())]
  await app.database.query(
    'update member_bank_accounts set account_no = $2, collision = member_id where member_id = $1',
    [second.id, `0${number}`],
  )
  expect(await feed(number)).toBe('unmatched')
  expect([await inWallet(first), await inWallet(second)]).toEqual([0, 0])
  expect((await deskOf(app, 'bank-transfer').all()).length).toBeGreaterThan(0)
  // The second one’s name may be corrected, and with another account the mark goes.
  const bank = (body: object) => app.call('PUT /api/account/profile', { token: second.token, body })
  expect((await bank({ bankAccountName: 'SOMYING CHAIDEE' })).error?.message).toBe('EXISTING_BANK')
  expect((await bank({ bankAccountNo: freshNumber() })).status).toBe(200)
  expect(
    await app.database.query(`select from member_bank_accounts where collision <> '' and member_id = $1`, [
      second.id,
    ]),
  ).toEqual([])
  expect(await feed(number)).toBe('credited')
})
