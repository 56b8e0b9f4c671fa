import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import type { Fault } from '../../../testing/sandbox.ts'
import { askCode, inWallet, openAccounts, pay } from '../testing/money-in.ts'

/** Gateways that go wrong (rules.md §5.3, §16). */

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
const none = { qrcodeId: null, hasQrcode: false, qrcode: '', payload: '', amount: 0, expireIn: null }

describe('a gateway out of order', () => {
  /** With such a fault there is no code, nothing is left open, and the next try works. */
  async function failsOnce(gateway: string, fault: Fault): Promise<void> {
    const member = await app.registerMember()
    await app.sandbox.setFault(gateway, fault, 1, 'create')
    const failed = (await askCode(app, member, gateway, 150)).body
    expect(failed, fault).toEqual({ ...none, qrcodeId: failed.qrcodeId, message: 'QR_FAIL' })
    // What the member reads out leads support to them.
    const ofMember = 'select 1 from qr_payments where id = $1 and member_id = $2'
    expect(await app.database.query(ofMember, [failed.qrcodeId, member.id]), fault).toHaveLength(1)
    expect((await read(member, gateway)).body, fault).toEqual({ ...none, message: '' })
    const { body } = await askCode(app, member, gateway, 150)
    expect(await pay(app, { qrcodeId: body.qrcodeId }), fault).toMatchObject({ answer: 'credited' })
    expect(await inWallet(app, member), fault).toBe(150)
  }

  it.each(['refuse', 'error', 'garbage'] as const)('(%s) gives no code, and the next try works', (fault) =>
    failsOnce('KBANK', fault),
  )

  it('that is silent or slow, at three gateways at once', async () => {
    const slow = await app.registerMember()
    await app.sandbox.setFault('FP', 'slow', 1, 'create')
    const [{ body }] = await Promise.all([
      askCode(app, slow, 'FP', 150),
      failsOnce('WW', 'timeout-lost'),
      failsOnce('PAYTIMZ', 'timeout-applied'),
    ])
    expect(body.hasQrcode).toBe(true)
  })

  it('that hears everything twice gives one code', async () => {
    const member = await app.registerMember()
    await app.sandbox.setFault('KBANK', 'duplicate', 1, 'create')
    expect((await askCode(app, member, 'KBANK', 50)).body.hasQrcode).toBe(true)
  })

  it('that cannot cancel leaves a code whose payment waits for a person', async () => {
    const member = await app.registerMember()
    const { token } = member
    const qrcodeId = (await askCode(app, member, 'WW', 100)).body.qrcodeId ?? ''
    await app.sandbox.setFault('WW', 'error', 1, 'cancel')
    const cancelled = await app.call('DELETE /api/qrcode/:qrcodeId', { token, params: { qrcodeId } })
    expect(cancelled.status).toBe(200)
    app.clock.advance(1)
    expect(await pay(app, { qrcodeId })).toMatchObject({ delivered: true, answer: 'waiting' })
    expect(await inWallet(app, member)).toBe(0)
  })
})

describe('a report', () => {
  it.each(['slow', 'timeout-applied', 'timeout-lost', 'garbage', 'duplicate'] as const)(
    '(%s) is believed once',
    async (fault) => {
      const member = await app.registerMember()
      const { qrcodeId } = (await askCode(app, member, 'PAYTIMZ', 60)).body
      await app.sandbox.setFault('PAYTIMZ', fault, 1, 'pay')
      await pay(app, { qrcodeId })
      const paid = async () =>
        (
          await app.sandbox.call<{ qrcodeId: string; payments: { delivered: boolean; reports: number }[] }[]>(
            'GET',
            'qr',
          )
        ).find((code) => code.qrcodeId === qrcodeId)?.payments
      const reports = fault === 'slow' || fault === 'timeout-lost' ? 1 : 2
      await expect.poll(paid).toMatchObject([{ delivered: true, reports }])
      expect(await inWallet(app, member)).toBe(60)
    },
  )

  it.each(['refuse', 'error'] as const)('(%s) never comes of a payment that was not made', async (fault) => {
    const member = await app.registerMember()
    const { qrcodeId } = (await askCode(app, member, 'PAYTIMZ', 60)).body
    await app.sandbox.setFault('PAYTIMZ', fault, 1, 'pay')
    await expect(pay(app, { qrcodeId })).rejects.toThrow()
    expect((await read(member, 'PAYTIMZ')).body.hasQrcode).toBe(true)
  })
})
