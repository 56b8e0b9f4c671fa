import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { askCode, hook, inWallet, makeGift, newEventId, openAccounts, sendGift } from './testing/money-in.ts'

/** Many of the same at once on PostgreSQL are one credit (rules.md §5.3, §5.4). */

let app: TestApp

beforeAll(async () => {
  // Not how often one member may try is tested here.
  const settings = { 'gift.perMinute': 1000, 'qr.perMinute': 1000 }
  app = await testApp({ engine: 'postgres', settings })
  await openAccounts(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const many = 50
const statesOf = (paymentId: string) =>
  app.database.query(
    'select state, reason, count(*) from deposit_reports where payment_id = $1 group by 1, 2 order by 1',
    [paymentId],
  )

describe('fifty at once', () => {
  const reportOf = (paymentId: string) => ({
    paymentId,
    eventId: newEventId(),
    status: 'PAID',
    amount: 100,
    paidAt: app.clock.now().toISOString(),
  })

  it('reports of one payment are one credit', async () => {
    const member = await app.registerMember()
    const paymentId = (await askCode(app, member, 'WW', 100)).body.qrcodeId ?? ''
    const report = reportOf(paymentId)
    const answers = await Promise.all(Array.from({ length: many }, () => hook(app, 'WW', report)))
    expect(answers).toEqual(answers.map(() => [200, { status: 'credited' }]))
    expect(await inWallet(app, member)).toBe(100)
    expect(await statesOf(paymentId)).toEqual([{ state: 'credited', reason: null, count: 1 }])
  })

  it('payments of one code are one credit, and the others wait for a person', async () => {
    const member = await app.registerMember()
    const paymentId = (await askCode(app, member, 'WW', 100)).body.qrcodeId ?? ''
    await Promise.all(Array.from({ length: many }, () => hook(app, 'WW', reportOf(paymentId))))
    expect(await inWallet(app, member)).toBe(100)
    expect(await statesOf(paymentId)).toEqual([
      { state: 'credited', reason: null, count: 1 },
      { state: 'waiting', reason: 'PAID_TWICE', count: many - 1 },
    ])
  })

  it('codes of one member are one that is open, and one payment each is credited', async () => {
    const member = await app.registerMember()
    const asked = await Promise.all(Array.from({ length: 20 }, () => askCode(app, member, 'FP', 100)))
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200))
    const open = await app.database.query<{ id: string }>(
      `select id from qr_payments where member_id = $1 and state = 'OPEN'`,
      [member.id],
    )
    expect(open).toHaveLength(1)
    expect(await hook(app, 'FP', reportOf(open[0]?.id ?? ''))).toEqual([200, { status: 'credited' }])
    expect(await inWallet(app, member)).toBe(100)
  })

  it('senders of one gift link are one credit', async () => {
    const member = await app.registerMember()
    const link = await makeGift(app, member.username, 77)
    const answers = await Promise.all(Array.from({ length: many }, () => sendGift(app, member, link)))
    const outcomes = answers.map(({ body, error }) => error?.message ?? body.status).sort()
    expect(outcomes).toEqual(['SUCCESS', ...Array(many - 1).fill('TRUELINK_DUPLICATE')])
    expect(await inWallet(app, member)).toBe(77)
  })
})
