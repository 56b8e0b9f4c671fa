import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import { house, newSender, type Sender, slipApp } from '../slip/testing/slip.ts'
import { deskOf, newEventId, placesOf, takeBack } from '../testing/money-in.ts'
import { apartFromMinute, newReference, reportByFeed, reportBySlip } from '../testing/reports.ts'
import { newCode, qrHouse, reportByGateway } from '../testing/ways.ts'

/**
 * Taking back what several sides reported (docs/decisions/0020): the money is in one place, and is credited
 * once.
 */
let app: TestApp
beforeAll(async () => {
  app = await slipApp({ engine: 'postgres' })
  await addHouseAccounts(app.database, { bankCode: 'KBANK', mode: 'SMS', accountNo: qrHouse, sort: 5 })
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

let amounts = 500
/** A member and an amount that nothing else of the test has. */
const newPaid = async () => ({
  member: await newSender(app),
  right: await newSender(app),
  amount: ++amounts + 0.5,
  at: apartFromMinute(addSeconds(app.clock.now(), -303)),
  reference: newReference(),
})
const wallet = async ({ id }: Sender): Promise<number> =>
  ((await app.context.ledger.balances(id)).get('wallet')?.amountMinor ?? 0) / 100
/** Takes back what then cannot be taken back again. */
async function takeBackOnce(queue: string, id: string): Promise<void> {
  await takeBack(app, queue, id)
  expect(await deskOf(app, queue).queue.reversible?.(id)).toBeUndefined()
}
const transferOf = async (reference: string) => {
  const [row] = await app.database.query<{ id: number; state: string; in_suspense: boolean }>(
    'select id, state, in_suspense from deposit_reports where reference = $1',
    [reference],
  )
  return { id: String(row?.id), state: row?.state, isSuspended: row?.in_suspense }
}

it('a code’s payment that the bank reported, too: in the gateway’s suspense, and credited once', async () => {
  const { member, right, amount, at, reference } = await newPaid()
  const code = { id: await newCode(app, member, amount), eventId: newEventId() }
  expect(await reportByGateway(app, code, { amount, at })).toBe('credited')
  expect(await reportByFeed(app, member, { reference, at, amount, to: qrHouse })).toMatch(/matched|unmatched/)
  const bank = await transferOf(reference)
  if (bank.state === 'waiting')
    await deskOf(app, 'bank-transfer').decide(bank.id, 'approve', { memberId: member.id })
  expect((await transferOf(reference)).state).toBe('matched')
  const [event] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [code.eventId],
  )
  await takeBackOnce('qr-payment', String(event?.id))
  expect(await wallet(member)).toBe(0)
  expect(await placesOf(app, amount)).toEqual({ [`bank:${qrHouse}`]: -amount, 'suspense:KBANK': amount })
  await deskOf(app, 'qr-payment').decide(String(event?.id), 'approve', { memberId: right.id })
  expect([await wallet(member), await wallet(right)]).toEqual([0, amount])
  expect(await placesOf(app, amount)).toEqual({ [`bank:${qrHouse}`]: -amount })
})

it('a transfer that the gateway reported, too: in the bank’s suspense, and credited once', async () => {
  const { member, right, amount, at, reference } = await newPaid()
  const code = { id: await newCode(app, member, amount), eventId: newEventId() }
  await reportByFeed(app, member, { reference, at, amount, to: qrHouse })
  const { id } = await transferOf(reference)
  await deskOf(app, 'bank-transfer').decide(id, 'approve', { memberId: member.id })
  const word = await reportByGateway(app, code, { amount, at })
  expect(word).toMatch(/matched|in-doubt/)
  await takeBackOnce('bank-transfer', id)
  expect(await wallet(member)).toBe(0)
  await deskOf(app, 'bank-transfer').decide(id, 'approve', { memberId: right.id })
  expect(await wallet(right)).toBe(amount)
  expect(await reportByGateway(app, code, { amount, at })).toBe(word)
  expect(await wallet(member)).toBe(0)
})

it('what only a slip shows is no report, until the bank reports it; the system credits neither', async () => {
  const { member, right, amount, at, reference } = await newPaid()
  await reportBySlip(app, member, { reference, at, amount })
  expect(await wallet(member)).toBe(amount)
  const { id } = await transferOf(reference)
  await takeBackOnce('bank-transfer', id)
  expect(await placesOf(app, amount)).toEqual({})
  expect(await transferOf(reference)).toMatchObject({ state: 'waiting', isSuspended: false })
  expect(await reportByFeed(app, member, { reference, at, amount })).toBe('unmatched')
  expect(await transferOf(reference)).toMatchObject({ state: 'waiting', isSuspended: true })
  expect(await placesOf(app, amount)).toEqual({ [`bank:${house}`]: -amount, [`suspense:${house}`]: amount })
  await deskOf(app, 'bank-transfer').decide(id, 'approve', { memberId: right.id })
  expect([await wallet(member), await wallet(right)]).toEqual([0, amount])
})

it('one reference at two accounts: the other one waits again, and one of the two is credited', async () => {
  const { member, right, amount, at, reference } = await newPaid()
  await reportByFeed(app, member, { reference, at, amount })
  expect(await wallet(member)).toBe(amount)
  await reportByFeed(app, member, { reference, at, amount, to: qrHouse })
  const rows = await app.database.query<{ id: number; state: string }>(
    'select id, state from deposit_reports where reference = $1 order by id',
    [reference],
  )
  const [first, second] = rows.map(({ id }) => String(id)) as [string, string]
  await deskOf(app, 'bank-transfer').decide(second, 'approve', { memberId: right.id })
  expect([await wallet(member), await wallet(right)]).toEqual([amount, 0])
  await takeBackOnce('bank-transfer', first)
  await deskOf(app, 'bank-transfer').decide(first, 'approve', { memberId: right.id })
  expect([await wallet(member), await wallet(right)]).toEqual([0, amount])
  await deskOf(app, 'bank-transfer').decide(second, 'approve', { memberId: right.id })
  expect(await wallet(right)).toBe(amount)
})

describe('a code’s payment that a slip shows, too, taken back before the bank reports it', () => {
  /** A transfer that only a slip shows is matched to the payment, whose credit is then taken back. */
  async function paidBySlipAndCode() {
    const paid = await newPaid()
    const { member, amount, at, reference } = paid
    const code = { id: await newCode(app, member, amount), eventId: newEventId() }
    expect(await reportByGateway(app, code, { amount, at })).toBe('credited')
    await reportBySlip(app, member, { reference, at: addSeconds(at, 9), amount, to: qrHouse })
    const doubt = (await deskOf(app, 'bank-twin').all()).find((entry) => entry.amount === amount)
    await deskOf(app, 'bank-twin').decide(doubt?.id ?? '', 'refuse')
    expect((await transferOf(reference)).state).toBe('matched')
    const [event] = await app.database.query<{ id: number }>(
      'select id from deposit_reports where reference = $1',
      [code.eventId],
    )
    const eventId = String(event?.id)
    await takeBackOnce('qr-payment', eventId)
    expect(await placesOf(app, amount)).toEqual({ 'gateway:KBANK': -amount, 'suspense:KBANK': amount })
    const feed = () => reportByFeed(app, member, { reference, at: addSeconds(at, 9), amount, to: qrHouse })
    return { ...paid, eventId, feed }
  }

  it('the bank has the money, which waits as the gateway’s, and is credited once', async () => {
    const { member, right, amount, eventId, feed } = await paidBySlipAndCode()
    for (let time = 0; time < 2; time++) {
      expect(await feed()).toBe('matched')
      expect(await placesOf(app, amount)).toEqual({ [`bank:${qrHouse}`]: -amount, 'suspense:KBANK': amount })
    }
    const decide = () => deskOf(app, 'qr-payment').decide(eventId, 'approve', { memberId: right.id })
    expect(await decide()).toBeUndefined()
    expect([await wallet(member), await wallet(right)]).toEqual([0, amount])
    expect(await placesOf(app, amount)).toEqual({ [`bank:${qrHouse}`]: -amount })
    // And it can be taken back once more, as what the bank reported in time.
    await takeBackOnce('qr-payment', eventId)
    expect(await feed()).toBe('matched')
    expect(await placesOf(app, amount)).toEqual({ [`bank:${qrHouse}`]: -amount, 'suspense:KBANK': amount })
  })

  it.each(['before', 'after'])(
    'what goes back to its sender leaves the bank (%s the bank’s report)',
    async (when) => {
      const { right, amount, eventId, feed } = await paidBySlipAndCode()
      const bank = `bank:${qrHouse}`
      if (when === 'after') await feed()
      await deskOf(app, 'qr-payment').decide(eventId, 'refuse')
      if (when === 'before') expect(await feed()).toBe('matched')
      expect(await placesOf(app, amount)).toEqual({ [bank]: -amount, 'suspense:KBANK': amount })
      const sent = () => deskOf(app, 'return').decide(String(eventId), 'approve', { reference: 'RT-1' })
      // It was not sent at first, and can be credited.
      await deskOf(app, 'return').decide(String(eventId), 'refuse')
      await deskOf(app, 'qr-payment').decide(eventId, 'approve', { memberId: right.id })
      expect(await placesOf(app, amount)).toEqual({ [bank]: -amount })
      await takeBackOnce('qr-payment', eventId)
      await deskOf(app, 'qr-payment').decide(eventId, 'refuse')
      await sent()
      expect(await placesOf(app, amount)).toEqual({})
      expect(await wallet(right)).toBe(0)
      expect(await feed()).toBe('matched')
      expect(await placesOf(app, amount)).toEqual({})
    },
  )

  it('nor does the bank’s word change anything after the gateway has sent it back', async () => {
    const { amount, eventId, feed } = await paidBySlipAndCode()
    await deskOf(app, 'qr-payment').decide(eventId, 'refuse')
    await deskOf(app, 'return').decide(String(eventId), 'approve', { reference: 'RT-2' })
    expect(await feed()).toBe('matched')
    expect(await placesOf(app, amount)).toEqual({})
  })
})
