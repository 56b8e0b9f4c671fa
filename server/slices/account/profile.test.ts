import { randomBytes } from 'node:crypto'
import { memberRoom } from '@krapao/contract/events.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bangkokDay } from '../../platform/clock.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { anyLedger, type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { recordWithdrawal } from '../withdraw/testing.ts'
import { fromAddress, logIn, registration } from './testing.ts'

/** Profile, bank account and password of a member (rules.md §2.1, §2.2, §2.6). */
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const read = async (member: TestMember) =>
  (await app.call('GET /api/account/profile', { token: member.token })).body

async function change(member: TestMember, body: object): Promise<string> {
  const answer = await app.call('PUT /api/account/profile', { token: member.token, body })
  return answer.error?.message ?? answer.body.message
}

async function correct(member: TestMember, bankCode: string, bankAccountName: string): Promise<string> {
  const body = { bankCode, bankAccountName }
  const answer = await app.call('PUT /api/account/bankAccountName', { token: member.token, body })
  return answer.error?.message ?? answer.body.message
}

/** Moves money: in by a deposit, out by a withdrawal. */
async function move(member: TestMember, kind: 'deposit' | 'withdraw' | 'transfer'): Promise<void> {
  await app.fund(member.id, 10)
  const amountMinor = kind === 'deposit' ? 500 : -500
  if (kind === 'withdraw') return void (await recordWithdrawal(app.context, member.id, 500, 'posted'))
  await anyLedger(app.context).post({
    key: `test:${randomBytes(8).toString('hex')}`,
    kind,
    memberId: member.id,
    legs: [
      { account: { member: member.id, name: 'wallet' }, asset: 'THB', amountMinor },
      { account: { house: 'bank:test' }, asset: 'THB', amountMinor: -amountMinor },
    ],
  })
}

describe('the profile', () => {
  it('shows what the member registered, and the coins of the ledger', async () => {
    const member = await app.registerMember({ name: 'สมศรี', bankCode: 'BBL', bankAccountNo: '1112223334' })
    await app.context.ledger.post({
      key: `test:${member.id}`,
      kind: 'coin',
      memberId: member.id,
      legs: [
        { account: { member: member.id, name: 'coin' }, asset: 'COIN', amountMinor: 7 },
        { account: { house: 'coin' }, asset: 'COIN', amountMinor: -7 },
      ],
    })
    expect(await read(member)).toEqual({
      _id: member.id,
      name: 'สมศรี',
      username: member.username,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      coin: 7,
      bankAccount: {
        bankCode: 'BBL',
        bankAccountName: 'SOMYING JAIDEE',
        bankAccountNo: '1112223334',
        bank: { nameTH: 'ธนาคารกรุงเทพ', nameEN: expect.any(String), nameLA: expect.any(String) },
      },
      currency: 'THB',
      bankEditable: true,
    })
  })

  it('changes name and bank account', async () => {
    const member = await app.registerMember()
    const bankAccountNo = registration().bankAccountNo ?? ''
    expect(await change(member, { name: ' ใหม่  ใจดี ' })).toBe('OK')
    expect(await change(member, { bankCode: 'KTB', bankAccountName: 'new name', bankAccountNo })).toBe('OK')
    expect(await read(member)).toMatchObject({
      name: 'ใหม่ ใจดี',
      bankAccount: { bankCode: 'KTB', bankAccountName: 'NEW NAME', bankAccountNo },
    })
  })

  it.each([
    [{ name: ' ' }, 'INVALID_USER_INFO'],
    [{ bankCode: 'NOBANK' }, 'INVALID_BANK'],
    [{ bankAccountNo: 'letters' }, 'INVALID_BANK'],
    [{ bankCode: 'KTB', bankAccountName: 'สมชาย ใจดี' }, 'BANK_ACCOUNT_NAME_ENG'],
  ])('refuses %j', async (body, code) => {
    const member = await app.registerMember()
    const before = await read(member)
    expect(await change(member, body)).toBe(code)
    expect(await read(member)).toEqual(before)
  })

  it('refuses another member’s bank account', async () => {
    const [member, other] = [await app.registerMember(), await app.registerMember()]
    const { bankAccount } = await read(other)
    expect(await change(member, { bankAccountNo: bankAccount.bankAccountNo })).toBe('EXISTING_BANK')
  })

  it('allows three tries of a bank account in a day, also at once, and the name at any time', async () => {
    const [member, other] = [await app.registerMember(), await app.registerMember()]
    const { bankAccount } = await read(other)
    // A malformed account reveals nothing about others, and does not count.
    for (let n = 0; n < 5; n++)
      expect(await change(member, { bankAccountNo: 'letters' })).toBe('INVALID_BANK')
    const numbers = Array.from({ length: 10 }, () => registration().bankAccountNo ?? '')
    expect(await change(member, { bankAccountNo: bankAccount.bankAccountNo })).toBe('EXISTING_BANK')
    const all = await Promise.all(numbers.map((bankAccountNo) => change(member, { bankAccountNo })))
    expect(all.filter((code) => code === 'OK')).toHaveLength(2)
    expect(all.filter((code) => code === 'PROFILE_CHANGE_LIMIT')).toHaveLength(8)
    const answer = await app.call('PUT /api/account/profile', {
      token: member.token,
      body: { bankAccountNo: bankAccount.bankAccountNo },
    })
    expect([answer.status, answer.error?.message]).toEqual([429, 'PROFILE_CHANGE_LIMIT'])
    const now = app.clock.now()
    const midnight = Date.parse(`${bangkokDay(now)}T00:00:00+07:00`) + 86_400_000
    expect(Math.abs(Number(answer.error?.retryAfter) - (midnight - now.getTime()) / 1000)).toBeLessThan(5)
    expect(await change(member, { name: 'ใหม่ ใจดี' })).toBe('OK')
    app.clock.advance(Number(answer.error?.retryAfter))
    expect(await change(member, { bankAccountNo: registration().bankAccountNo })).toBe('OK')
  })

  it('locks the bank account also for a change that checked before the deposit and stores after it', async () => {
    // On PostgreSQL, because the change waits on one connection for a lock of another one.
    const races = await testApp({ engine: 'postgres' })
    const { id, token } = await races.registerMember()
    const body = { bankAccountNo: registration().bankAccountNo ?? '' }
    let changing: ReturnType<typeof races.call<'PUT /api/account/profile'>> | undefined
    await transaction(races.context.db, async (tx) => {
      // The lock of a deposit that is being credited by this account.
      await rawQuery(tx, 'select from member_bank_accounts where member_id = $1 for update', [id])
      changing = races.call('PUT /api/account/profile', { token, body })
      await expect.poll(() => waitingForLocks(races.database)).toBeGreaterThan(0)
      await races.context.ledger.post({
        key: `test:${id}`,
        kind: 'deposit',
        memberId: id,
        legs: [
          { account: { member: id, name: 'wallet' }, asset: 'THB', amountMinor: 500 },
          { account: { house: 'bank:test' }, asset: 'THB', amountMinor: -500 },
        ],
      })
    })
    expect((await changing)?.error?.message).toBe('PROFILE_LOCKED')
    await races.close()
  })

  it.each(['deposit', 'withdraw'] as const)(
    'locks the bank account after a %s; the name can still change',
    async (kind) => {
      const member = await app.registerMember()
      await move(member, 'transfer')
      expect((await read(member)).bankEditable).toBe(true)
      await move(member, kind)
      const { bankEditable, bankAccount } = await read(member)
      expect(bankEditable).toBe(false)
      expect(await change(member, { bankAccountNo: '9998887776' })).toBe('PROFILE_LOCKED')
      expect(await change(member, { bankAccountName: 'SOMEBODY ELSE' })).toBe('PROFILE_LOCKED')
      const { bankCode, bankAccountName, bankAccountNo } = bankAccount
      expect(await change(member, { name: 'ใหม่', bankCode, bankAccountName, bankAccountNo })).toBe('OK')
      expect(await read(member)).toMatchObject({ name: 'ใหม่', bankAccount })
    },
  )
})

describe('the account name in English', () => {
  it('is corrected at KTB, TMB and BBL, also when money has moved', async () => {
    for (const bankCode of ['KTB', 'TMB', 'BBL']) {
      const member = await app.registerMember({ bankCode, bankAccountName: 'สมหญิง ใจดี' })
      await move(member, 'deposit')
      expect(await correct(member, bankCode, 'Somying 2')).toBe('BANK_ACCOUNT_NAME_ENG')
      expect(await correct(member, bankCode, 'Somying Jaidee')).toBe('OK')
      expect((await read(member)).bankAccount.bankAccountName).toBe('SOMYING JAIDEE')
      // Corrected once; from here on slips are matched by it.
      expect(await correct(member, bankCode, 'Somebody Else')).toBe('PROFILE_LOCKED')
      expect(await correct(member, bankCode, 'somying jaidee')).toBe('OK')
    }
  })

  it('may change while no money has moved', async () => {
    const member = await app.registerMember({ bankCode: 'KTB' })
    expect(await correct(member, 'KTB', 'Somying Jai')).toBe('OK')
  })

  it('is for the member’s own bank, and for banks with that rule', async () => {
    const member = await app.registerMember({ bankCode: 'SCB' })
    expect(await correct(member, 'KTB', 'SOMYING')).toBe('INVALID_BANK')
    expect(await correct(member, 'SCB', 'SOMYING')).toBe('INVALID_BANK')
  })
})

describe('the password', () => {
  const changePassword = async (token: string, oldPassword: string, newPassword: string) => {
    const answer = await app.call('PUT /api/account/changepwd', {
      token,
      body: { oldPassword, newPassword },
      headers: fromAddress(),
    })
    return answer.error?.message ?? answer.body.message
  }

  it('changes, and every other session ends', async () => {
    const { username, password, token } = await app.registerMember()
    const stranger = await app.registerMember()
    const other = (await logIn(app, username, password)).token ?? ''
    expect(await changePassword(token, password, 'papaya-salad-7')).toBe('OK')
    const status = async (of: string) => (await app.call('GET /api/account/profile', { token: of })).status
    expect([await status(token), await status(other), await status(stranger.token)]).toEqual([200, 401, 200])
    expect((await logIn(app, username, password)).refused).toBe('401 WRONG_CREDENTIAL')
    expect((await logIn(app, username, 'papaya-salad-7')).token).toBeDefined()
  })

  it('requires the old one, and a new one that is not common', async () => {
    const { username, password, token } = await app.registerMember()
    expect(await changePassword(token, 'wrong', 'papaya-salad-7')).toBe('WRONG_PASSWORD')
    for (const weak of ['short', 'password1', username]) {
      expect(await changePassword(token, password, weak)).toBe('INVALID_USER_INFO')
    }
    expect((await logIn(app, username, password)).token).toBeDefined()
  })

  it('is guessed at most five times in 15 minutes', async () => {
    const { password, token } = await app.registerMember()
    const all = await Promise.all(
      Array.from({ length: 8 }, () => changePassword(token, 'wrong', 'papaya-salad-7')),
    )
    expect(all.filter((code) => code === 'WRONG_PASSWORD')).toHaveLength(5)
    expect(await changePassword(token, password, 'papaya-salad-7')).toBe('REQUEST_LIMIT')
    app.clock.advance(15 * 60 + 1)
    expect(await changePassword(token, password, 'papaya-salad-7')).toBe('OK')
  })
})

describe('the member’s room', () => {
  let socket: Socket
  beforeAll(() => {
    socket = io(app.address, { transports: ['websocket'] })
  })
  afterAll(() => {
    socket.close()
  })
  const join = (room: string, token: string) => socket.emitWithAck('join', { room, token })

  it('is joined with the member’s own token only', async () => {
    const [member, other] = [await app.registerMember(), await app.registerMember()]
    expect(await join(memberRoom(member.id), other.token)).toEqual({ ok: false, message: 'invalid-token' })
    expect(await join(memberRoom(member.id), '')).toEqual({ ok: false, message: 'invalid-token' })
    expect(await join('anything', member.token)).toEqual({ ok: false, message: 'invalid-token' })
    expect(await join(memberRoom(member.id), member.token)).toEqual({ ok: true })
    const left = new Promise((resolve) => socket.once('disconnect', resolve))
    await app.call('POST /api/logout', { token: member.token })
    await left
    const again = io(app.address, { transports: ['websocket'], forceNew: true })
    expect(await again.emitWithAck('join', { room: memberRoom(member.id), token: member.token })).toEqual({
      ok: false,
      message: 'invalid-token',
    })
    again.close()
  })
})
