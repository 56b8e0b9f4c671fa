import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { changeHouseAccounts } from '../../house/testing.ts'
import { askCode, deskOf, hook, inWallet, newEventId, openAccounts, pay } from '../testing/money-in.ts'

/** Payments that no code took are never lost (rules.md §5.3). */

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await openAccounts(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const later = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000).toISOString()

it.each([
  ['late', { at: 901 }, 'LATE', 100],
  ['of another amount', { amount: 70.5 }, 'WRONG_AMOUNT', 70.5],
] as const)('one %s waits, and an operator credits what was paid', async (_, how, reason, amount) => {
  const member = await app.registerMember()
  const { qrcodeId } = (await askCode(app, member, 'WW', 100)).body
  const at = 'at' in how ? { at: later(how.at) } : how
  expect(await pay(app, { qrcodeId, ...at, times: 3 })).toMatchObject({ delivered: true, answer: 'waiting' })
  expect(await inWallet(app, member)).toBe(0)

  const desk = deskOf(app, 'qr-payment')
  expect(await desk.count()).toBe(1)
  const [entry] = await desk.all()
  expect(entry).toMatchObject({ memberId: member.id, amount, currency: 'THB', reason })
  const facts = Object.fromEntries((entry?.evidence ?? []).map(({ label, value }) => [label, value]))
  expect(facts).toMatchObject({ gateway: 'WW', paymentId: qrcodeId, codeAmount: '100.00', codeState: 'OPEN' })
  const id = entry?.id ?? ''
  expect(await desk.find(id)).toEqual(entry)
  const decided = await Promise.allSettled(Array.from({ length: 5 }, () => desk.decide(id, 'approve')))
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(desk.decide(id, 'refuse')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  expect(await inWallet(app, member)).toBe(amount)
  expect(await desk.count()).toBe(0)
  expect(await desk.find(id)).toBeUndefined()

  // The code itself is as open as it was.
  expect(await pay(app, { qrcodeId })).toMatchObject({ answer: 'credited' })
  expect(await inWallet(app, member)).toBe(amount + 100)
})

it('one of a code that was cancelled before waits; one that was paid before is credited', async () => {
  const member = await app.registerMember()
  const qrcodeId = (await askCode(app, member, 'WW', 100)).body.qrcodeId ?? ''
  const before = app.clock.now().toISOString()
  app.clock.advance(60)
  await askCode(app, member, 'WW', 300)
  app.clock.advance(60)
  expect(await pay(app, { qrcodeId })).toMatchObject({ answer: 'waiting' })
  expect(await pay(app, { qrcodeId, at: before })).toMatchObject({ answer: 'credited' })
  expect(await inWallet(app, member)).toBe(100)
  const desk = deskOf(app, 'qr-payment')
  const [entry] = await desk.all()
  expect(entry?.reason).toBe('LATE')
  await desk.decide(entry?.id ?? '', 'refuse')
  expect(await desk.all()).toEqual([])
  expect(await inWallet(app, member)).toBe(100)
})

it('a second one of the same code waits', async () => {
  const member = await app.registerMember()
  const { qrcodeId } = (await askCode(app, member, 'FP', 20)).body
  expect(await pay(app, { qrcodeId })).toMatchObject({ answer: 'credited' })
  expect(await pay(app, { qrcodeId })).toMatchObject({ answer: 'waiting' })
  expect(await pay(app, { qrcodeId })).toMatchObject({ answer: 'waiting' })
  const desk = deskOf(app, 'qr-payment')
  const entries = await desk.all()
  expect(entries.map(({ reason }) => reason)).toEqual(['PAID_TWICE', 'PAID_TWICE'])
  for (const { id } of entries) await desk.decide(id, 'approve')
  expect(await inWallet(app, member)).toBe(60)
})

it.each([true, false])(
  'one that nobody knows of is kip where the gateway is one of kip, shown: %s',
  async (shown) => {
    await changeHouseAccounts(app.database, 'FP', { currency: 'LAK', enabled: shown })
    try {
      const paidAt = app.clock.now().toISOString()
      const report = { paymentId: 'nobodys-kip', eventId: newEventId(), status: 'PAID', amount: 1000, paidAt }
      expect(await hook(app, 'FP', report)).toEqual([200, { status: 'waiting' }])
      const desk = deskOf(app, 'qr-payment')
      const [entry] = await desk.all()
      expect(entry).toMatchObject({ reason: 'UNKNOWN_PAYMENT', amount: 1000, currency: 'LAK' })
      const member = await app.registerMember()
      await expect(desk.decide(entry?.id ?? '', 'approve', { memberId: member.id })).rejects.toMatchObject({
        code: 'NO_USER',
      })
      await desk.decide(entry?.id ?? '', 'refuse')
    } finally {
      await changeHouseAccounts(app.database, 'FP', { currency: 'THB', enabled: true })
    }
  },
)

it('one that nobody knows of is whose the operator says, of that currency', async () => {
  const [member, lao] = [await app.registerMember(), await app.registerMember({ currency: 'LAK' })]
  const { qrcodeId } = (await askCode(app, member, 'FP', 20)).body
  const report = (paymentId: string) => ({
    paymentId,
    eventId: newEventId(),
    status: 'PAID',
    amount: 20,
    paidAt: app.clock.now().toISOString(),
  })
  expect(await hook(app, 'WW', report('nobodys'))).toEqual([200, { status: 'waiting' }])
  expect(await hook(app, 'WW', report('not-ours'))).toEqual([200, { status: 'waiting' }])
  // A code of another gateway is paid there, and nowhere else.
  expect(await hook(app, 'WW', report(qrcodeId ?? ''))).toEqual([409, { message: 'IDEMPOTENCY_CONFLICT' }])
  const desk = deskOf(app, 'qr-payment')
  const entries = await desk.all()
  expect(entries).toMatchObject([
    { memberId: null, reason: 'UNKNOWN_PAYMENT' },
    { memberId: null, reason: 'UNKNOWN_PAYMENT' },
  ])
  const [first = '', second = ''] = entries.map(({ id }) => id)
  await expect(desk.decide(first, 'approve')).rejects.toMatchObject({ code: 'NO_USER' })
  await expect(desk.decide(first, 'approve', { memberId: 'nobody' })).rejects.toMatchObject({
    code: 'NO_USER',
  })
  await expect(desk.decide(first, 'approve', { memberId: lao.id })).rejects.toMatchObject({ code: 'NO_USER' })
  await desk.decide(first, 'approve', { memberId: member.id })
  await desk.decide(second, 'refuse')
  await expect(desk.decide('x', 'refuse')).rejects.toMatchObject({ code: 'NO_DATA' })
  await expect(desk.decide('999999', 'refuse')).rejects.toMatchObject({ code: 'NO_DATA' })
  expect(await inWallet(app, member)).toBe(20)
  expect(await pay(app, { qrcodeId })).toMatchObject({ answer: 'credited' })
  expect(await inWallet(app, member)).toBe(40)
})
