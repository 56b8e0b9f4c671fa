import { memberRoom } from '@krapao/contract/events.ts'
import { sign } from '@krapao/contract/signature.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { addHouseAccounts, removeHouseAccounts } from '../../house/testing.ts'
import { askCode, hook, inWallet, newEventId, openAccounts, pay } from '../testing/money-in.ts'
import { readEmv, readFields } from './testing/emv.ts'
import { scan } from './testing/scan.ts'

/** QR codes through the real server and the real sandbox (rules.md §5.3). */

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await openAccounts(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const read = ({ token }: TestMember, code: string) =>
  app.call('GET /api/qrcode/:code', { token, params: { code } })
const cancel = ({ token }: TestMember, qrcodeId: string | null) =>
  app.call('DELETE /api/qrcode/:qrcodeId', { token, params: { qrcodeId: qrcodeId ?? '' } })
const nothing = { qrcodeId: null, hasQrcode: false, qrcode: '', payload: '', amount: 0, expireIn: null }

describe('a QR code', () => {
  it('shows a PromptPay payment of exactly that amount, once for fifteen minutes', async () => {
    const member = await app.registerMember()
    const { status, body } = await askCode(app, member, 'WW', 250.75)
    expect(status).toBe(200)
    expect(body).toMatchObject({ hasQrcode: true, amount: 250.75, message: '' })
    const left = Date.parse(body.expireIn ?? '') - app.clock.now().getTime()
    expect(left / 60_000).toBeGreaterThan(14.8)
    expect(left / 60_000).toBeLessThanOrEqual(15)
    // The page forbids inline styles and scripts.
    expect(body.qrcode).toMatch(/^<svg [^>]*viewBox/)
    expect(body.qrcode).not.toMatch(/style|<script|on\w+=/)

    const fields = readEmv((await scan(body.qrcode)) ?? '')
    expect(Object.fromEntries(fields)).toMatchObject({ '01': '12', '53': '764', '54': '250.75', '58': 'TH' })
    expect(readFields(fields.get('30') ?? '').get('00')).toBe('A000000677010112')
    expect((await read(member, 'WW')).body).toEqual(body)
  })

  it('is credited when it is paid, and the member’s app is notified', async () => {
    const member = await app.registerMember()
    const { body } = await askCode(app, member, 'FP', 99.5)
    const socket = io(app.address, { transports: ['websocket'] })
    try {
      await socket.emitWithAck('join', { room: memberRoom(member.id), token: member.token })
      const notified = new Promise<void>((resolve) => socket.once('deposits-changed', resolve))
      const payload = await scan(body.qrcode)
      expect(await pay(app, { payload, times: 3 })).toMatchObject({ delivered: true, answer: 'credited' })
      await notified
    } finally {
      socket.close()
    }
    expect(await inWallet(app, member)).toBe(99.5)
    expect((await read(member, 'FP')).body).toEqual({ ...nothing, message: '' })
    const [journal] = await journalsOf(app.database, { key: `qr:FP:${body.qrcodeId}` })
    expect(journal).toMatchObject({
      kind: 'deposit',
      member_id: member.id,
      meta: { source: 'qr', gateway: 'FP', paymentId: body.qrcodeId },
    })
  })

  it.each([
    ['KBANK', 0.99, 1],
    ['WW', 99.99, 100],
    ['PAYTIMZ', 9.99, 10],
    ['FP', 9.99, 10],
    ['FP', 0, 10],
  ])('of %s for %d baht is below the least', async (code, amount, minimum) => {
    const member = await app.registerMember()
    expect(await askCode(app, member, code, amount)).toMatchObject({
      status: 422,
      error: { message: 'DEPOSIT_MINIMUM', minimum },
    })
  })

  it.each(['PAYONEX', 'SCB', 'NONE'])('of %s, where the house takes none, is refused', async (code) => {
    const member = await app.registerMember()
    expect(await askCode(app, member, code, 500)).toMatchObject({
      status: 422,
      error: { message: 'NO_BANK' },
    })
    expect(await read(member, code)).toMatchObject({ status: 422, error: { message: 'NO_BANK' } })
  })

  it('of baht is none for a member who keeps kip', async () => {
    const member = await app.registerMember({ currency: 'LAK' })
    expect(await askCode(app, member, 'WW', 500)).toMatchObject({ error: { message: 'NO_BANK' } })
  })

  it('of a gateway that is open in baht and in kip is of the member’s currency', async () => {
    const [baht, kip] = [await app.registerMember(), await app.registerMember({ currency: 'LAK' })]
    // Kip behind baht at one gateway, in front of it at the other.
    await addHouseAccounts(
      app.database,
      { bankCode: 'WW', bankType: 'PAYMENT', accountNo: 'T-WW-KIP', currency: 'LAK', sort: 9 },
      { bankCode: 'FP', bankType: 'PAYMENT', accountNo: 'T-FP-KIP', currency: 'LAK', sort: 0 },
    )
    try {
      for (const gateway of ['WW', 'FP']) {
        const codes = [
          { member: baht, asked: (await askCode(app, baht, gateway, 120)).body, number: '764', amount: 120 },
          {
            member: kip,
            asked: (await askCode(app, kip, gateway, 60_000)).body,
            number: '418',
            amount: 60_000,
          },
        ]
        for (const { member, asked, number, amount } of codes) {
          expect(asked).toMatchObject({ hasQrcode: true, amount })
          expect(readEmv((await scan(asked.qrcode)) ?? '').get('53')).toBe(number)
          expect((await read(member, gateway)).body).toEqual(asked)
        }
        for (const { member, asked, amount } of codes) {
          const before = await inWallet(app, member)
          expect((await pay(app, { qrcodeId: asked.qrcodeId })).answer).toBe('credited')
          expect(await inWallet(app, member)).toBe(before + amount)
        }
      }
    } finally {
      await removeHouseAccounts(app.database, 'T-WW-KIP', 'T-FP-KIP')
    }
    // Where only baht is taken, kip is refused again.
    expect(await askCode(app, kip, 'WW', 60_000)).toMatchObject({ error: { message: 'NO_BANK' } })
  })

  it('takes the place of the open one of the same gateway, and of no other', async () => {
    const member = await app.registerMember()
    const first = (await askCode(app, member, 'WW', 100)).body
    const other = (await askCode(app, member, 'FP', 100)).body
    const second = (await askCode(app, member, 'WW', 200)).body
    expect(second.qrcodeId).not.toBe(first.qrcodeId)
    expect((await read(member, 'WW')).body.qrcodeId).toBe(second.qrcodeId)
    expect((await read(member, 'FP')).body.qrcodeId).toBe(other.qrcodeId)
    expect((await read(await app.registerMember(), 'WW')).body).toEqual({ ...nothing, message: '' })
  })

  it('is one, however many are asked for at once', async () => {
    const member = await app.registerMember()
    const asked = await Promise.all(Array.from({ length: 8 }, () => askCode(app, member, 'WW', 100)))
    const codes = asked.flatMap(({ body }) => (body.hasQrcode ? [body.qrcodeId] : []))
    const shown = (await read(member, 'WW')).body.qrcodeId
    expect(codes).toContain(shown)
    const open = await app.database.query(
      `select id from qr_payments where member_id = $1 and state = 'OPEN'`,
      [member.id],
    )
    expect(open).toEqual([{ id: shown }])
  })

  it('is cancelled by its owner only, while it is open', async () => {
    const member = await app.registerMember()
    const { qrcodeId } = (await askCode(app, member, 'WW', 100)).body
    const noData = { status: 404, error: { message: 'NO_DATA' } }
    expect(await cancel(await app.registerMember(), qrcodeId)).toMatchObject(noData)
    expect(await cancel(member, 'WW')).toMatchObject(noData)
    expect((await read(member, 'WW')).body.qrcodeId).toBe(qrcodeId)
    expect((await cancel(member, qrcodeId)).status).toBe(200)
    expect(await cancel(member, qrcodeId)).toMatchObject(noData)
    expect((await read(member, 'WW')).body).toEqual({ ...nothing, message: '' })
  })

  it.each(['WW', 'PROMPTPAY'])(
    'of %s that is made, replaced or cancelled is known to the member’s other pages',
    async (code) => {
      const member = await app.registerMember()
      const socket = io(app.address, { transports: ['websocket'] })
      let notices = 0
      try {
        await socket.emitWithAck('join', { room: memberRoom(member.id), token: member.token })
        socket.on('deposits-changed', () => notices++)
        await askCode(app, member, code, 100)
        await expect.poll(() => notices, { message: 'made' }).toBe(1)
        // What was replaced is gone before its gateway has answered with the new one.
        const { qrcodeId } = (await askCode(app, member, code, 200)).body
        await expect.poll(() => notices, { message: 'replaced' }).toBe(3)
        await cancel(member, qrcodeId)
        await expect.poll(() => notices, { message: 'cancelled' }).toBe(4)
      } finally {
        socket.close()
      }
    },
  )

  it('is made twenty times a minute, then later again by the same key', async () => {
    const member = await app.registerMember()
    for (let n = 0; n < 20; n++) expect((await askCode(app, member, 'FP', 50)).status).toBe(200)
    const again = () =>
      app.call('POST /api/qrcode/:code', {
        token: member.token,
        params: { code: 'FP' },
        body: { amount: 50 },
        headers: { 'idempotency-key': 'once-more' },
      })
    expect(await again()).toMatchObject({ status: 429, error: { message: 'REQUEST_LIMIT_1MIN' } })
    app.clock.advance(61)
    expect((await again()).body).toMatchObject({ hasQrcode: true })
    app.clock.advance(-61)
  })

  it('is gone after its time', async () => {
    const member = await app.registerMember()
    const { qrcodeId } = (await askCode(app, member, 'WW', 100)).body
    app.clock.advance(15 * 60 + 1)
    expect((await read(member, 'WW')).body).toEqual({ ...nothing, message: '' })
    expect(await cancel(member, qrcodeId)).toMatchObject({ error: { message: 'NO_DATA' } })
  })
})

describe('a report', () => {
  it('is believed with a fresh signature over these bytes only', async () => {
    const member = await app.registerMember()
    const { qrcodeId } = (await askCode(app, member, 'WW', 100)).body
    const report = {
      paymentId: qrcodeId ?? '',
      eventId: newEventId(),
      status: 'PAID',
      amount: 100,
      paidAt: app.clock.now().toISOString(),
    }
    const text = JSON.stringify(report)
    const now = app.clock.now().getTime()
    for (const signature of [
      '',
      'nonsense',
      sign(app.sandbox.secrets.bank, text, new Date(now)),
      sign(app.sandbox.secrets.payments, `${text} `, new Date(now)),
      sign(app.sandbox.secrets.payments, text, new Date(now - 301_000)),
      sign(app.sandbox.secrets.payments, text, new Date(now + 302_000)),
    ]) {
      expect(await hook(app, 'WW', report, signature), signature).toEqual([401, { message: 'invalid-token' }])
    }
    expect(await inWallet(app, member)).toBe(0)
    expect(await hook(app, 'WW', report)).toEqual([200, { status: 'credited' }])
    expect(await hook(app, 'WW', report)).toEqual([200, { status: 'credited' }])
    expect(await hook(app, 'WW', { ...report, amount: 999 })).toEqual([
      409,
      { message: 'IDEMPOTENCY_CONFLICT' },
    ])
    expect(await inWallet(app, member)).toBe(100)
  })

  it.each([
    [{ amount: 0 }, 400, 'INVALID_AMOUNT'],
    [{ amount: 1.001 }, 400, 'INVALID_AMOUNT'],
    [{ status: 'FAILED' }, 400, 'INVALID_REQUEST'],
    [{ eventId: 'a:b' }, 400, 'INVALID_REQUEST'],
    [{ paymentId: '' }, 400, 'INVALID_REQUEST'],
    [{ paidAt: 'now' }, 400, 'INVALID_REQUEST'],
  ])('with %j is refused', async (change, status, message) => {
    const report = {
      paymentId: 'x',
      eventId: 'y',
      status: 'PAID',
      amount: 1,
      paidAt: app.clock.now().toISOString(),
    }
    expect(await hook(app, 'WW', { ...report, ...change })).toMatchObject([status, { message }])
  })

  it('of a gateway that there is not is refused', async () => {
    const report = {
      paymentId: 'x',
      eventId: 'y',
      status: 'PAID',
      amount: 1,
      paidAt: app.clock.now().toISOString(),
    }
    expect(await hook(app, 'SCB', report)).toEqual([404, { message: 'NO_DATA' }])
  })
})
