import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { askCode, deskOf, inWallet, openAccounts, pay } from '../testing/money-in.ts'

/** One PromptPay, whatever the gateways do (rules.md §5.3, §16). The order is WW, PAYTIMZ, FP, KBANK. */

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await openAccounts(app)
})
afterEach(() => app.context.services.gatewayFailures.clear())
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const read = ({ token }: TestMember, code = 'PROMPTPAY') =>
  app.call('GET /api/qrcode/:code', { token, params: { code } })
const ask = (member: TestMember, amount: number) => askCode(app, member, 'PROMPTPAY', amount)
const askByKey = ({ token }: TestMember, key: string, amount = 150) =>
  app.call('POST /api/qrcode/:code', {
    token,
    params: { code: 'PROMPTPAY' },
    body: { amount },
    headers: { 'idempotency-key': key },
  })
/** Gateway and state of the member's codes, in the order in which they were made. */
const codesOf = async ({ id }: TestMember) =>
  (
    await app.database.query<{ gateway: string; state: string }>(
      'select gateway, state from qr_payments where member_id = $1 order by created_at, ctid',
      [id],
    )
  ).map(({ gateway, state }) => `${gateway} ${state}`)
const none = { hasQrcode: false, qrcode: '', payload: '', amount: 0, expireIn: null }

describe('a PromptPay code', () => {
  it.each([
    [150, 'WW'],
    [100, 'WW'],
    [99.99, 'PAYTIMZ'],
    [9.99, 'KBANK'],
  ])('of %d baht comes from %s, and is credited when it is paid', async (amount, gateway) => {
    const member = await app.registerMember()
    const { body } = await ask(member, amount)
    expect(body).toMatchObject({ hasQrcode: true, amount, message: '' })
    expect(await codesOf(member)).toEqual([`${gateway} OPEN`])
    expect((await read(member)).body).toEqual(body)
    expect((await pay(app, { qrcodeId: body.qrcodeId })).answer).toBe('credited')
    expect(await inWallet(app, member)).toBe(amount)
    expect((await read(member)).body).toMatchObject(none)
  })

  it('below every minimum is refused with the least of them, and makes nothing', async () => {
    const member = await app.registerMember()
    expect(await ask(member, 0.5)).toMatchObject({
      status: 422,
      error: { message: 'DEPOSIT_MINIMUM', minimum: 1, currency: 'THB' },
    })
    expect(await codesOf(member)).toEqual([])
  })

  it('is none for a member who keeps kip', async () => {
    const member = await app.registerMember({ currency: 'LAK' })
    expect(await ask(member, 60_000)).toMatchObject({ status: 422, error: { message: 'NO_BANK' } })
    expect(await read(member)).toMatchObject({ status: 422, error: { message: 'NO_BANK' } })
  })

  it('takes the place of every open code, so that one can be paid', async () => {
    const member = await app.registerMember()
    const single = (await askCode(app, member, 'FP', 200)).body
    expect((await read(member)).body).toEqual(single)
    const { body } = await ask(member, 150)
    expect(await codesOf(member)).toEqual(['FP CANCELLED', 'WW OPEN'])
    expect((await read(member)).body).toEqual(body)
    app.clock.advance(1)
    expect((await pay(app, { qrcodeId: single.qrcodeId })).answer).toBe('waiting')
    expect((await pay(app, { qrcodeId: body.qrcodeId })).answer).toBe('credited')
    expect(await inWallet(app, member)).toBe(150)
  })

  it('is one, however many are asked for at once', async () => {
    const member = await app.registerMember()
    const asked = await Promise.all(Array.from({ length: 8 }, (_, n) => askByKey(member, `tab-${n}`)))
    expect((await codesOf(member)).filter((code) => code.endsWith('OPEN'))).toHaveLength(1)
    const shown = (await read(member)).body
    expect(asked.map(({ body }) => body.qrcodeId)).toContain(shown.qrcodeId)
    expect(shown.hasQrcode).toBe(true)
  })

  it('is made once for one key', async () => {
    const member = await app.registerMember()
    const answers = await Promise.all(Array.from({ length: 4 }, () => askByKey(member, 'one')))
    expect(new Set(answers.map(({ body }) => body.qrcodeId)).size).toBe(1)
    expect(await codesOf(member)).toEqual(['WW OPEN'])
  })
})

describe('a gateway that gives no code', () => {
  it.each(['refuse', 'error', 'garbage', 'timeout-lost', 'timeout-applied'] as const)(
    '(%s) is followed by the next one, and only its code can be paid',
    async (fault) => {
      const member = await app.registerMember()
      await app.sandbox.setFault('WW', fault, 1, 'create')
      const { body } = await ask(member, 150)
      expect(body).toMatchObject({ hasQrcode: true, amount: 150, message: '' })
      expect(await codesOf(member)).toEqual(['WW FAILED', 'PAYTIMZ OPEN'])
      expect((await pay(app, { qrcodeId: body.qrcodeId })).answer).toBe('credited')
      expect(await inWallet(app, member)).toBe(150)
    },
  )

  it('but has made one that is paid nevertheless: a person decides about that money', async () => {
    const member = await app.registerMember()
    await app.sandbox.setFault('WW', 'timeout-applied', 1, 'create')
    // The gateway does not take the cancelling either.
    await app.sandbox.setFault('WW', 'timeout-lost', 1, 'cancel')
    const { body } = await ask(member, 150)
    const [lost] = await app.database.query<{ id: string }>(
      `select id from qr_payments where member_id = $1 and gateway = 'WW'`,
      [member.id],
    )
    app.clock.advance(1)
    expect((await pay(app, { qrcodeId: lost?.id })).answer).toBe('waiting')
    expect((await pay(app, { qrcodeId: body.qrcodeId })).answer).toBe('credited')
    expect(await inWallet(app, member)).toBe(150)
    const waiting = (await deskOf(app, 'qr-payment').all()).filter(({ memberId }) => memberId === member.id)
    expect(waiting).toMatchObject([{ amount: 150, reason: 'LATE' }])
  })

  it('is asked last until it has rested, also for other members; one that refuses is not ill', async () => {
    const [first, second, third, fourth] = await Promise.all(
      Array.from({ length: 4 }, () => app.registerMember()),
    )
    await app.sandbox.setFault('WW', 'error', 1, 'create')
    await app.sandbox.setFault('PAYTIMZ', 'refuse', 1, 'create')
    await ask(first as TestMember, 150)
    expect(await codesOf(first as TestMember)).toEqual(['WW FAILED', 'PAYTIMZ FAILED', 'FP OPEN'])
    await ask(second as TestMember, 150)
    expect(await codesOf(second as TestMember)).toEqual(['PAYTIMZ OPEN'])
    app.clock.advance(30)
    await ask(third as TestMember, 150)
    expect(await codesOf(third as TestMember)).toEqual(['WW OPEN'])
    await ask(fourth as TestMember, 150)
    expect(await codesOf(fourth as TestMember)).toEqual(['WW OPEN'])
    app.clock.advance(-30)
  })

  it('three times in one call is enough: the member learns it, nothing is open, and the next try works', async () => {
    const member = await app.registerMember()
    for (const gateway of ['WW', 'PAYTIMZ', 'FP']) await app.sandbox.setFault(gateway, 'error', 1, 'create')
    const { body } = await ask(member, 150)
    expect(body).toEqual({ ...none, qrcodeId: body.qrcodeId, message: 'QR_FAIL' })
    expect(await codesOf(member)).toEqual(['WW FAILED', 'PAYTIMZ FAILED', 'FP FAILED'])
    expect((await read(member)).body).toMatchObject(none)
    expect((await ask(member, 150)).body.hasQrcode).toBe(true)
    expect((await codesOf(member)).at(-1)).toBe('KBANK OPEN')
  })

  it('counts as one code within the minute', async () => {
    const member = await app.registerMember()
    await app.sandbox.setFault('WW', 'refuse', 20, 'create')
    try {
      for (let n = 0; n < 20; n++) expect((await ask(member, 150)).body.hasQrcode).toBe(true)
      expect(await ask(member, 150)).toMatchObject({ status: 429 })
    } finally {
      await app.sandbox.setFault('WW', 'none', 1)
    }
  })

  it('is not followed by another one if a newer code was made meanwhile', async () => {
    const member = await app.registerMember()
    await app.sandbox.setFault('WW', 'timeout-lost', 1, 'create')
    const slow = ask(member, 150)
    await expect.poll(() => codesOf(member)).toEqual(['WW OPEN'])
    const newer = (await askCode(app, member, 'FP', 200)).body
    expect((await slow).body).toMatchObject({ ...none, message: 'QR_FAIL' })
    expect(await codesOf(member)).toEqual(['WW FAILED', 'FP OPEN'])
    expect((await read(member)).body).toEqual(newer)
  })

  it('and whose code was replaced while it was asked is not followed by another one', async () => {
    const member = await app.registerMember()
    await app.sandbox.setFault('WW', 'slow', 1, 'create')
    const slow = ask(member, 150)
    await expect.poll(() => codesOf(member)).toEqual(['WW OPEN'])
    const newer = (await ask(member, 99)).body
    expect((await slow).body).toMatchObject({ ...none, message: 'QR_FAIL' })
    expect(await codesOf(member)).toEqual(['WW CANCELLED', 'PAYTIMZ OPEN'])
    expect((await read(member)).body).toEqual(newer)
  })
})
