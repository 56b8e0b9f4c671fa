import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGift, sendGift } from '../server/slices/deposit/testing/money-in.ts'
import { addHouseAccounts } from '../server/slices/house/testing.ts'
import { type TestApp, type TestMember, testApp } from '../server/testing/app.ts'
import { accountInFeed, phoneInFeed } from './written-numbers.ts'

/** Numbers as banks and wallets write them, from the sandbox to the member's wallet. */

it.each([
  ['KTB', '0243930331', '000243930331'],
  ['BBL', '024-3-93033-1', '243930331'],
  ['GSB', '012345678901', '000012345678901'],
  ['SCB', '024-3-93033-1', '024-3-93033-1'],
  ['BBL', 'xxx-x-x3033-x', 'xxx-x-x3033-x'],
])('%s writes %s as %s', (bank, number, written) => expect(accountInFeed(bank, number)).toBe(written))

it('a wallet writes a phone in every spelling, and what is none as it is', () => {
  const turns = Array.from({ length: 12 }, (_, at) => String.fromCharCode(65 + at))
  expect(new Set(turns.map((turn) => phoneInFeed('0812345678', turn))).size).toBe(6)
  expect(new Set(turns.map((turn) => phoneInFeed('2055512345', turn))).size).toBe(5)
  expect(phoneInFeed('08123x5678', 'A')).toBe('08123x5678')
})

describe('is credited to whom it belongs', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ settings: { 'gift.perMinute': 1000 } })
    await addHouseAccounts(
      app.database,
      { bankCode: 'SCB', accountNo: '0000000011', sort: 1 },
      { bankCode: 'BCEL', accountNo: '010110027319001', currency: 'LAK', sort: 2 },
      { kind: 'wallet', accountNo: '0800000044', sort: 3 },
      { kind: 'wallet', mode: 'SMS', accountName: 'KRAPAO GIFT', accountNo: '0800000055', sort: 4 },
      { kind: 'wallet', accountName: 'KRAPAO KIP', accountNo: '2055500055', currency: 'LAK', sort: 5 },
    )
  })
  afterAll(() => app.close())
  const inWallet = async ({ token }: TestMember): Promise<number> =>
    (await app.call('GET /api/wallet', { token })).body.wallet.amount
  const transfer = (body: object) => app.sandbox.call('POST', 'bank/transfers', { feed: true, ...body })

  it.each([
    ['SCB', '0243930331'],
    ['KTB', '0243930331'],
    ['KTB', '7243930331'],
    ['BBL', '0043930331'],
    ['GSB', '012345678901'],
    ['TMB', '0243930331'],
  ])('a transfer from %s %s', async (bankCode, bankAccountNo) => {
    const member = await app.registerMember({ bankCode, bankAccountNo, bankAccountName: 'SOMYING JAIDEE' })
    const from = { fromBank: bankCode, fromAccountNo: bankAccountNo, fromName: 'SOMYING J' }
    await transfer({ ...from, toBank: 'SCB', toAccountNo: '0000000011', amount: 120.5 })
    expect(await inWallet(member)).toBe(120.5)
  })

  it('a transfer of a Lao account, whose bank leaves the zero out', async () => {
    const bank = { bankCode: 'BCEL', bankAccountNo: '010120001234567', currency: 'LAK' as const }
    const member = await app.registerMember(bank)
    const from = { fromBank: 'BCEL', fromAccountNo: bank.bankAccountNo, fromName: 'SOMYING JAIDEE' }
    await transfer({ ...from, toBank: 'BCEL', toAccountNo: '010110027319001', amount: 120_000 })
    expect(await inWallet(member)).toBe(120_000)
  })

  it('payments from a wallet, in whatever spelling', async () => {
    const member = await app.registerMember()
    const kip = await app.registerMember({ phone: '2055512399', currency: 'LAK' })
    for (let at = 1; at <= 12; at++) {
      const from = { fromBank: 'EWALLET', fromName: 'SOMYING', feedReference: `WALLET-${at}` }
      await transfer({
        ...{
          ...from,
          fromAccountNo: member.username,
          toBank: 'EWALLET',
          toAccountNo: '0800000044',
          amount: 10,
        },
      })
      await transfer({
        ...from,
        ...{ fromAccountNo: kip.username, toBank: 'EWALLET', toAccountNo: '2055500055', amount: 1000 },
        feedReference: `KIP-${at}`,
      })
      expect([await inWallet(member), await inWallet(kip)], String(at)).toEqual([10 * at, 1000 * at])
    }
  })

  it('gifts from the registered phone, in whatever spelling', async () => {
    const member = await app.registerMember()
    for (let at = 1; at <= 8; at++) {
      await sendGift(app, member, await makeGift(app, member.username, 20), 'KRAPAO GIFT')
      expect(await inWallet(member)).toBe(20 * at)
    }
  })
})

it('the phone on the page shows a number’s messages, however it is asked for', async () => {
  const app = await testApp()
  try {
    await app.call('POST /api/otp/send', { body: { phoneNumber: '0812345678' } })
    for (const typed of ['0812345678', '+66812345678', '66 81 234 5678'])
      expect(await app.sandbox.sms(typed), typed).toHaveLength(1)
    expect(await app.sandbox.sms('0812345679')).toHaveLength(0)
  } finally {
    await app.close()
  }
})
