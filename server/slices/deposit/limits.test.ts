import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { insertDemoAccounts } from '../house/public.ts'
import { selectAmbiguousNumbers } from '../house/store.ts'
import { addHouseAccounts, removeHouseAccounts } from '../house/testing.ts'

let app: TestApp
let member: TestMember
beforeAll(async () => {
  app = await testApp()
  await insertDemoAccounts(app.context)
  member = await app.registerMember()
})
afterAll(() => app.close())

describe('where members may pay to, and the limits', () => {
  it('deposit: accounts to pay to', async () => {
    const { body } = await app.call('GET /api/lookup/deposit', { token: member.token })
    expect(body.banks.map((bank) => [bank.bankCode, bank.bankType, bank.mode])).toEqual([
      ['SCB', 'BANK', 'AUTO'],
      ['KTB', 'BANK', 'AUTO'],
      ['KBANK', 'BANK', 'SMS'],
      ['WW', 'PAYMENT', 'AUTO'],
      ['PAYTIMZ', 'PAYMENT', 'AUTO'],
      ['PAYONEX', 'PAYMENT', 'AUTO'],
      ['FP', 'PAYMENT', 'AUTO'],
    ])
    expect(body.banks[0]).toMatchObject({
      bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLA: 'ທະນາຄານໄທພານິດ' },
      bankAccountName: 'KRAPAO DEMO',
      bankAccountNo: '0000000011',
      currency: 'THB',
    })
    expect(body.wallets).toEqual([
      { walletAccountName: 'KRAPAO DEMO', walletAccountNo: '0000000044', mode: 'SMS' },
    ])
    expect(body).toMatchObject({ isManual: false, minDeposit: 1, minGift: 2 })
  })

  it('deposit: a kip member sees kip accounts and kip minimums only', async () => {
    const kip = await app.registerMember({ currency: 'LAK' })
    const asked = () => app.call('GET /api/lookup/deposit', { token: kip.token })
    expect((await asked()).body).toMatchObject({ banks: [], wallets: [], minDeposit: 1000, minGift: 1000 })
    await addHouseAccounts(app.database, {
      bankCode: 'BCEL',
      accountName: 'KRAPAO DEMO',
      accountNo: '010110000000011',
      currency: 'LAK',
      sort: 5,
    })
    expect((await asked()).body.banks.map(({ bankCode, currency }) => [bankCode, currency])).toEqual([
      ['BCEL', 'LAK'],
    ])
    const baht = (await app.call('GET /api/lookup/deposit', { token: member.token })).body
    expect(baht.banks.map(({ currency }) => currency)).not.toContain('LAK')
  })

  it('a number of the house at two banks, or in two currencies, is found', async () => {
    const { db } = app.context
    expect(await selectAmbiguousNumbers(db)).toEqual([])
    const add = (bank: string, number: string) =>
      addHouseAccounts(app.database, {
        bankCode: bank,
        accountName: 'KRAPAO DEMO',
        accountNo: number,
        sort: 99,
      })
    await add('KTB', '7777777777')
    expect(await selectAmbiguousNumbers(db)).toEqual([])
    await add('BBL', '7777777777')
    expect(await selectAmbiguousNumbers(db)).toEqual(['7777777777'])
    await removeHouseAccounts(app.database, '7777777777')
  })

  it('slip', async () => {
    const { token } = member
    expect((await app.call('GET /api/lookup/slip', { token })).body).toEqual({
      uploadWithinMinutes: 60,
      maxBytes: 10_485_760,
      types: ['image/png', 'image/jpeg', 'image/webp'],
      closedFrom: '00:00',
      closedUntil: '00:00',
    })
  })

  it.each(['deposit', 'slip'] as const)('%s asks for a member', async (name) => {
    expect((await app.call(`GET /api/lookup/${name}`)).error?.message).toBe('invalid-token')
  })
})
