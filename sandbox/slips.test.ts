import { compareNames } from '@krapao/contract/name-comparison.ts'
import { slipVerify } from 'promptparse/validate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanSlip } from '../server/slices/deposit/slip/scan.ts'
import { travellingClock } from '../server/testing/clock.ts'
import { printedName } from './printed-name.ts'
import { cutName, maskAccountNo, slipStyles } from './slip-banks.ts'
import { miniQr } from './slip-picture.ts'
import { type TestWorld, testWorld } from './testing/world.ts'

/** The slip verifier and the pictures of slips (rules.md §15, §16). */

const clock = travellingClock()
let world: TestWorld
beforeAll(async () => {
  world = await testWorld('postgres', clock)
})
afterAll(() => world.close())

const transferOf = (change: object = {}) => ({
  fromBank: 'KBANK',
  fromAccountNo: '123-4-56789-0',
  fromName: 'MS SOMYING JAIDEE',
  toBank: 'SCB',
  toAccountNo: '0000000011',
  amount: 120.5,
  at: '2026-11-20T03:04:05.000Z',
  ...change,
})

async function make(change: object = {}): Promise<{ reference: string; slipUrl: string }> {
  const { status, body } = await world.call('POST', '/api/bank/transfers', transferOf(change))
  expect(status).toBe(200)
  return body as { reference: string; slipUrl: string }
}

const lookUp = async (bankCode: string, reference: string) =>
  (await world.signedCall('/slips/look-up', { bankCode, reference })).body

describe('a slip', () => {
  it.each(Object.entries(slipStyles))(
    'of %s is a picture with a mini-QR that can be read',
    async (bank, style) => {
      const { reference, slipUrl } = await make({ fromBank: bank })
      const response = await fetch(slipUrl)
      expect(response.headers.get('content-type')).toBe('image/png')
      const png = Buffer.from(await response.arrayBuffer())
      // The server shuts this reader for the whole process, and an earlier test file may have loaded it in
      // this one.
      sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] })
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1640 })
      expect(await scanSlip(await sharp(png).jpeg().toBuffer())).toMatchObject({
        outcome: 'slip',
        kind: style.codeForm,
        bankCode: style.qrCode,
        reference,
      })
    },
  )

  it('is drawn for any characters in names and account numbers', async () => {
    const { slipUrl } = await make({ fromName: '<script>&amp;"\u0001]]> ນາງ', fromAccountNo: '<!--' })
    expect((await fetch(slipUrl)).status).toBe(200)
  })

  it('of an unknown transfer is not found', async () => {
    expect((await world.call('GET', '/api/bank/slips/1.png')).status).toBe(404)
  })

  it('has a mini-QR that other programs can read', () => {
    expect(slipVerify(miniQr('014', '202611201234'), false)).toEqual({
      sendingBank: '014',
      transRef: '202611201234',
    })
  })

  it.each([
    ['SCB', '1234567890', 'xxx-xxx789-0'],
    ['KBANK', '123-4-56789-0', 'xxx-x-x6789-x'],
    ['BBL', '1234567890', '123-4-xxx890'],
    ['GSB', '123456789012', 'xxxxxxxx9012'],
    ['KBANK', '12345678901', 'xxxxxxx8901'],
    ['KBANK', 'xxx-x-x6789-x', 'xxx-x-x6789-x'],
    ['NEW', '1234567890', 'xxx-x-x6789-x'],
  ])('of %s shows %s as %s', (bank, accountNo, shown) => expect(maskAccountNo(bank, accountNo)).toBe(shown))

  it.each([
    ['KBANK', 'MS SOMYING JAIDEE', 'MS SOMYING J'],
    ['KTB', 'SOMYING JAIDEE', 'SOMYING J***'],
    ['KBANK', 'น.ส. สมหญิง ใจดี', 'น.ส. สมหญิง ใ'],
    ['KBANK', 'SOMYING', 'SOMYING'],
    ['BBL', 'SOMYING JAIDEE MS.', 'SOMYING J MS.'],
    ['KBANK', 'นายสมชาย เเสงทอง', 'นายสมชาย เเ'],
  ])('of %s shortens %s to %s', (bank, name, shown) => expect(cutName(bank, name)).toBe(shown))
})

describe('a name in a bank’s books', () => {
  it.each([
    ['KBANK', 'SOMYING JAIDEE', 'SOMYING JAIDEE'],
    ['BBL', 'MS. SOMYING JAIDEE', 'SOMYING JAIDEE MS.'],
    ['KBANK', 'MS SOMYING JAIDEE', 'MS SOMYING JAIDEE'],
    ['KBANK', 'สมชาย ใจดี', 'สมชาย ใจดี'],
    ['SCB', 'สมชาย ใจดี', 'คุณสมชาย ใจดี'],
    ['KTB', 'สมชาย ใจดี', 'ร.ต.อ.สมชาย ใจดี'],
    ['GSB', 'สมชาย น\u0e49ำใจ', 'คุณสมชาย น\u0e4d\u0e49าใจ'],
    ['KBANK', 'น.ส. สมหญิง น\u0e49ำใจ', 'น.ส. สมหญิง น\u0e4d\u0e49าใจ'],
    ['BCEL', 'ສົມໝາຍ ນ\u0ec9ຳໃຈ', 'ທ່ານ ສົມໝາຍ ນ\u0ec9ຳໃຈ'],
    ['LDB', 'ທ້າວ ບຸນມີ ນ\u0ec9ຳໃຈ', 'ທ້າວ ບຸນມີ ນ\u0ecd\u0ec9າໃຈ'],
  ])('at %s, of %s', (bank, name, printed) => expect(printedName(bank, name)).toBe(printed))

  it('is untidy, and still its customer’s', () => {
    const names = ['สมชาย ใจดี', 'สมหญิง น้ำใจ', 'ที่รัก แสงทอง', 'อนันต์ วรพันธุ์', 'ບຸນມີ ແກ້ວ', 'ສົມໝາຍ ນ້ຳໃຈ']
    const all = names.flatMap((name) =>
      Object.keys(slipStyles).map((bank) => ({ bank, name, printed: printedName(bank, name) })),
    )
    for (const { bank, name, printed } of all) {
      expect(compareNames(printed, name), printed).toBe('same')
      expect(compareNames(cutName(bank, printed), name), cutName(bank, printed)).toBe('same')
    }
    expect(all.filter(({ name, printed }) => printed !== name).length).toBeGreaterThan(all.length / 2)
  })
})

describe('the verifier', () => {
  /** Its own number of each answer. */
  const inquiry = expect.stringMatching(/^VS-[0-9A-F]{10}$/)

  it('returns a transfer with masked numbers and shortened names', async () => {
    const { reference } = await make()
    expect(await lookUp('004', reference)).toEqual({
      status: 'FOUND',
      amount: 120.5,
      at: '2026-11-20T03:04:05.000Z',
      from: { bank: 'KBANK', accountNo: 'xxx-x-x6789-x', name: 'MS SOMYING J' },
      to: { bank: 'SCB', accountNo: 'xxx-x-x0001-x', name: '' },
      inquiry,
    })
  })

  it('finds a transfer only by its bank and its reference together', async () => {
    const { reference } = await make()
    expect(await lookUp('014', reference)).toEqual({ status: 'UNKNOWN', inquiry })
    expect(await lookUp('004', `${reference}0`)).toEqual({ status: 'UNKNOWN', inquiry })
  })

  it('knows the slips of BCEL by their own code, and says that it cannot be asked about those of the wallet', async () => {
    const [lao, wallet] = [await make({ fromBank: 'BCEL' }), await make({ fromBank: 'EWALLET' })]
    const ask = async (kind: string, bankCode: string, reference: string) =>
      (await world.signedCall('/slips/look-up', { kind, bankCode, reference })).body
    expect(await ask('oneproof', 'BCEL', lao.reference)).toMatchObject({ status: 'FOUND' })
    expect(await ask('oneproof', 'BCEL', '1')).toEqual({ status: 'UNKNOWN', inquiry })
    expect(await ask('truemoney', 'TRUEMONEY', wallet.reference)).toEqual({ status: 'UNSUPPORTED', inquiry })
  })

  it('answers PENDING for a transfer until the time from which it is known', async () => {
    const { reference } = await make({ pendingSeconds: 30 })
    expect(await lookUp('004', reference)).toEqual({ status: 'PENDING', inquiry })
    clock.advance(31)
    expect(await lookUp('004', reference)).toMatchObject({ status: 'FOUND' })
  })

  it('refuses calls with a wrong signature', async () => {
    const { reference } = await make()
    const answer = await world.signedCall(
      '/slips/look-up',
      { bankCode: '004', reference },
      { secret: 'other' },
    )
    expect([answer.status, answer.body]).toEqual([401, { message: 'BAD_SIGNATURE' }])
  })

  it('answers oddly where that is set, and a gateway does not', async () => {
    const { reference } = await make()
    const set = (target: string, fault: string) =>
      world.call('PUT', `/api/faults/${target}`, { fault, call: target === 'slip' ? 'look-up' : 'create' })
    await set('slip', 'left-out')
    const bare = await lookUp('004', reference)
    expect([bare?.status, bare?.from, bare?.to]).toEqual(['FOUND', undefined, undefined])
    await set('slip', 'half-emoji')
    expect(await lookUp('004', reference)).toMatchObject({
      from: { name: 'MS SOMYING J\ud83d', bank: 'KBANK' },
    })
    await set('slip', 'zero-byte')
    expect(await lookUp('004', reference)).toMatchObject({ from: { name: 'MS SOMYING J\0' } })
    expect((await set('WW', 'zero-byte')).status).toBe(400)
  })

  it('fails with the fault that is set for it', async () => {
    const { reference } = await make()
    await world.call('PUT', '/api/faults/slip', { fault: 'error', call: 'look-up' })
    expect((await world.signedCall('/slips/look-up', { bankCode: '004', reference })).status).toBe(500)
    expect(await lookUp('004', reference)).toMatchObject({ status: 'FOUND' })
  })
})
