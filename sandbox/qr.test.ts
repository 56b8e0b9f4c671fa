import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFields } from '../server/slices/deposit/qr/testing/emv.ts'
import { billPaymentText } from './emv.ts'
import { type TestWorld, testWorld } from './testing/world.ts'

/** The calls of QR gateways and of the gift wallet (rules.md §15, §16). */

let world: TestWorld

beforeAll(async () => {
  world = await testWorld('postgres')
})
afterAll(() => world.close())

describe('a code in kip', () => {
  it('has the fields of a LAO QR', () => {
    const fields = readFields(billPaymentText('LAOQR', 50_000, 'LAK'))
    const payee = readFields(fields.get('38') ?? '')
    expect([payee.get('00'), payee.get('02')]).toEqual(['A005266284662577', '002'])
    expect(payee.get('01')).toMatch(/^\d{8}$/)
    expect(payee.get('03')).toMatch(/^[\dA-Z]{1,40}$/)
    expect([fields.get('52'), fields.get('53'), fields.get('54')]).toEqual(['0000', '418', '50000.00'])
    expect([fields.get('58'), fields.get('60')]).toEqual(['LA', 'VIENTIANE'])
  })
})

const expiresAt = '2030-01-01T00:00:00.000Z'
const refusal = (reason: string) => ({ status: 422, body: { status: 'REFUSED', reason } })

describe('a gateway', () => {
  const create = (paymentId: string, amount: unknown = 100.5, gateway = 'WW') =>
    world.signedCall(`/payments/${gateway}/create`, { paymentId, amount, expiresAt })

  it('creates one code per id, and different codes for different ids and gateways', async () => {
    const first = await create('qr1')
    expect(first).toMatchObject({ status: 200, body: { status: 'CREATED' } })
    expect(first.body?.payload).toMatch(/^000201010212.*5303764.*5406100\.50.*6304[0-9A-F]{4}$/)
    expect((await create('qr1')).body).toEqual(first.body)
    expect((await create('qr2')).body?.payload).not.toBe(first.body?.payload)
    expect((await create('qr1', 100.5, 'FP')).body?.payload).not.toBe(first.body?.payload)
    expect(await create('qr1', 99)).toMatchObject(refusal('CONFLICT'))
    expect(await world.signedCall('/payments/WW/cancel', { paymentId: 'qr1' })).toMatchObject({ status: 200 })
    expect(await world.signedCall('/payments/WW/cancel', { paymentId: 'gone' })).toMatchObject({
      status: 200,
    })
  })

  it('refuses calls with a wrong signature, gateway or body', async () => {
    const body = { paymentId: 'qr3', amount: 1, expiresAt }
    expect((await world.signedCall('/payments/WW/create', body, { secret: 'x' })).status).toBe(401)
    expect((await create('qr3', 0)).status).toBe(400)
    expect((await create('qr3', 1, 'SCB')).status).toBe(404)
    expect((await world.signedCall('/payments/WW/create', { ...body, expiresAt: 'soon' })).status).toBe(400)
  })

  it('takes payments of known codes only, and lists them with the results of their reports', async () => {
    expect((await world.call('POST', '/api/qr/pay', { qrcodeId: 'gone' })).status).toBe(404)
    expect((await world.call('POST', '/api/qr/pay', {})).status).toBe(400)
    const payer = { bankCode: 'SCB', accountNo: '1234567890', name: 'A B' }
    const wrongs = [{ times: 0 }, { times: 101 }, { at: 'now' }, { amount: 0 }, { payer: 'A B' }]
    for (const wrong of [...wrongs, { payer: { ...payer, accountNo: '' } }, { payer, says: 'all' }]) {
      expect((await world.call('POST', '/api/qr/pay', { qrcodeId: 'qr2', ...wrong })).status).toBe(400)
    }
    // No server listens for the report. The payment is made nevertheless, and reported again later.
    const paid = await world.call('POST', '/api/qr/pay', { qrcodeId: 'qr2', amount: 7 })
    expect(paid).toMatchObject({ status: 200, body: { delivered: false, answer: 'NO_ANSWER' } })
    const codes = (await world.call('GET', '/api/qr')).body as unknown as Record<string, unknown>[]
    expect(codes.find(({ qrcodeId }) => qrcodeId === 'qr2')).toMatchObject({
      gateway: 'WW',
      amount: 100.5,
      cancelled: false,
      expiresAt,
      payments: [{ amount: 7, delivered: false }],
    })
  })
})

describe('the gift wallet', () => {
  const make = async (amount: number, phone = '0812345678') =>
    (await world.call('POST', '/api/gifts', { amount, phone })).body?.link
  const redeem = (giftId: string, link: unknown) =>
    world.signedCall('/gifts/redeem', { giftId, link, walletNo: '1' })
  const inspect = (link: unknown) => world.signedCall('/gifts/inspect', { link })
  const status = (giftId: string) => world.signedCall('/gifts/status', { giftId })

  it('lets only one id redeem a gift, and repeats the answer to a known id', async () => {
    const link = await make(20.5)
    expect((await inspect(link)).body).toEqual({
      status: 'FOUND',
      amount: 20.5,
      currency: 'THB',
      // In one of the spellings that wallets use.
      fromPhone: expect.stringMatching(/81-?234-?5678$/),
    })
    expect((await status('a')).body).toEqual({ status: 'UNKNOWN' })
    const answers = await Promise.all(['a', 'b', 'c', 'a'].map((giftId) => redeem(giftId, link)))
    expect(answers.filter(({ status: code }) => code === 200).length).toBeGreaterThan(0)
    for (const [at, giftId] of ['a', 'b', 'c', 'a'].entries()) {
      expect((await status(giftId)).body).toEqual(answers[at]?.body)
    }
    const taken = new Set(['a', 'b', 'c'].filter((_, at) => answers[at]?.status === 200))
    expect(taken.size).toBe(1)
    expect(await inspect(link)).toMatchObject(refusal('TAKEN'))
  })

  it('refuses unknown links and incomplete gifts', async () => {
    expect(await inspect('https://gift.wallet.example/campaign/?v=x')).toMatchObject(refusal('NO_GIFT'))
    expect(await redeem('d', 'no link')).toMatchObject(refusal('TAKEN'))
    expect((await world.call('POST', '/api/gifts', { amount: 0, phone: '1' })).status).toBe(400)
    expect((await world.call('POST', '/api/gifts', { amount: 1 })).status).toBe(400)
  })

  it('keeps an id refused that the fault `refuse` has refused', async () => {
    const link = await make(5)
    await world.call('PUT', '/api/faults/gift', { fault: 'refuse', call: 'redeem' })
    expect(await redeem('e', link)).toMatchObject(refusal('EXPIRED'))
    expect(await redeem('e', link)).toMatchObject(refusal('EXPIRED'))
    expect((await redeem('f', link)).body).toEqual({ status: 'REDEEMED', amount: 5 })
  })
})
