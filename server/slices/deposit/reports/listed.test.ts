import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { proveItems } from '../../../desk/items.ts'
import { listedItems } from '../../../desk/testing.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/database.ts'
import type { TestApp } from '../../../testing/app.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { removeHouseAccounts } from '../../house/testing.ts'
import { newSender, type Sender, slipApp } from '../slip/testing/slip.ts'
import { deskOf, hook, newEventId, openAccounts, takeBack } from '../testing/money-in.ts'
import { newReference, type Paid, reportByFeed, reportBySlip } from '../testing/reports.ts'

/**
 * Transfers and payments as the desk's list has them (docs/decisions/0065): they come and leave in the
 * transaction that changes them. After each test the list is proved to have the items that wait by the
 * owners' rows; kill tests stand beside what they kill.
 */

let app: TestApp
/** The changes that the desk heard of, as `subject key`. */
let told: string[] = []
beforeAll(async () => {
  app = await slipApp({ engine: 'postgres' })
  await removeHouseAccounts(app.database)
  await openAccounts(app)
  const { changed } = app.context.desk
  app.context.desk.changed = (tx, subject, keys) => {
    told.push(...keys.map((key) => `${subject} ${key}`))
    changed(tx, subject, keys)
  }
})
afterEach(async () => {
  told = []
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
})
afterAll(() => app.close())

let amounts = 400
const stranger = () => ({ accountNo: '9999999999', fromName: 'NOBODY KNOWN' })
/** A report of an amount that nothing else has, at second 27 of some minutes ago. */
function report(): Required<Pick<Paid, 'reference' | 'at' | 'amount'>> {
  const at = addSeconds(app.clock.now(), -300)
  at.setUTCSeconds(27, 0)
  return { reference: newReference(), at, amount: ++amounts + 0.25 }
}
/** The items of an amount, as `queue id`. */
const items = async ({ amount }: { amount: number }): Promise<string[]> =>
  (await listedItems(app.database))
    .filter(({ amount_minor }) => Number(amount_minor) === Math.round(amount * 100))
    .map(({ queue, id }) => `${queue} ${id}`)
    .sort()
const idOf = async (reference: string): Promise<number> =>
  (
    await app.database.query<{ id: number }>('select id from deposit_reports where reference = $1', [
      reference,
    ])
  )[0]?.id ?? 0
/** The bank reports money of nobody whom we know. */
async function unknown() {
  const made = report()
  const { accountNo, fromName } = stranger()
  expect(await reportByFeed(app, { id: '', accountNo }, { ...made, fromName })).toBe('unmatched')
  return { ...made, id: await idOf(made.reference) }
}
/** A gateway reports a payment of a code that we do not know. */
async function payment() {
  const { at, amount } = report()
  const eventId = newEventId()
  const body = { paymentId: `x${eventId}`, eventId, status: 'PAID', amount, paidAt: at.toISOString() }
  expect(await hook(app, 'WW', body)).toEqual([200, { status: 'waiting' }])
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [eventId],
  )
  return { amount, id: row?.id ?? 0 }
}
/** A slip was credited, and the feed's report some seconds later may be the same money. */
async function doubt(member: Sender) {
  const slip = report()
  await reportBySlip(app, member, slip)
  const fed = { ...slip, reference: newReference(), at: addSeconds(slip.at, 12) }
  expect(await reportByFeed(app, member, fed)).toBe('in-doubt')
  return { slip, fed, id: await idOf(fed.reference) }
}

it('a transfer comes, goes to be returned, comes back, and leaves when it is credited', async () => {
  const transfer = await unknown()
  expect(await items(transfer)).toEqual([`bank-transfer ${transfer.id}`])
  await deskOf(app, 'bank-transfer').decide(String(transfer.id), 'refuse')
  expect(await items(transfer)).toEqual([`return ${transfer.id}`])
  await deskOf(app, 'return').decide(String(transfer.id), 'refuse')
  expect(await items(transfer)).toEqual([`bank-transfer ${transfer.id}`])
  const { id: memberId } = await newSender(app)
  await deskOf(app, 'bank-transfer').decide(String(transfer.id), 'approve', { memberId })
  expect(await items(transfer)).toEqual([])
  await takeBack(app, 'bank-transfer', String(transfer.id))
  expect(await items(transfer)).toEqual([`bank-transfer ${transfer.id}`])
})

it('a payment does the same', async () => {
  const paid = await payment()
  expect(await items(paid)).toEqual([`qr-payment ${paid.id}`])
  await deskOf(app, 'qr-payment').decide(String(paid.id), 'refuse')
  expect(await items(paid)).toEqual([`return ${paid.id}`])
  await deskOf(app, 'return').decide(String(paid.id), 'refuse')
  expect(await items(paid)).toEqual([`qr-payment ${paid.id}`])
  const { id: memberId } = await newSender(app)
  await deskOf(app, 'qr-payment').decide(String(paid.id), 'approve', { memberId })
  expect(await items(paid)).toEqual([])
  await takeBack(app, 'qr-payment', String(paid.id))
  expect(await items(paid)).toEqual([`qr-payment ${paid.id}`])
})

it('a return that was sent leaves', async () => {
  for (const [queue, item] of [
    ['bank-transfer', await unknown()],
    ['qr-payment', await payment()],
  ] as const) {
    await deskOf(app, queue).decide(String(item.id), 'refuse')
    await deskOf(app, 'return').decide(String(item.id), 'approve', { reference: `R-${item.id}` })
    expect(await items(item)).toEqual([])
  }
})

it('a doubt leaves by a decision, and by itself when the other side reports it, too', async () => {
  const member = await newSender(app)
  const decided = await doubt(member)
  expect(await items(decided.fed)).toEqual([`bank-twin ${decided.id}`])
  await deskOf(app, 'bank-twin').decide(String(decided.id), 'refuse')
  expect(await items(decided.fed)).toEqual([])
  const settled = await doubt(member)
  expect(await items(settled.fed)).toEqual([`bank-twin ${settled.id}`])
  // A bank that gives slip and feed one reference: this is the slip of the feed's report, so both are money
  // of their own.
  await reportBySlip(app, member, settled.fed)
  await reportByFeed(app, member, settled.slip)
  expect(await items(settled.fed)).toEqual([])
})

it.each([
  ['a report', reportBySlip, reportByFeed],
  ['what only a slip shows', reportByFeed, reportBySlip],
])('%s that was matched and turns out to be other money comes', async (_, reportBy, other) => {
  const member = await newSender(app)
  const first = report()
  await reportBy(app, member, first)
  const [matched, third] = [
    { ...first, reference: newReference() },
    { ...first, reference: newReference(), at: addSeconds(first.at, 9) },
  ]
  await other(app, member, matched)
  expect(await items(first)).toEqual([])
  await reportBy(app, member, third)
  // The other side's own report of the first has come: what was matched to it is looked at again, and may be
  // the third.
  await other(app, member, first)
  expect(await items(first)).toEqual([`bank-twin ${await idOf(matched.reference)}`])
})

it('a decision that is rolled back leaves everything as it was, and tells no console', async () => {
  const transfer = await unknown()
  const { queue } = deskOf(app, 'bank-transfer')
  let moved = 0
  const { sockets } = app.context
  const emit = sockets.emit
  const counting = (...given: Parameters<typeof emit>) => {
    if (given[1] === 'desk-changed') moved++
    return Reflect.apply(emit, sockets, given)
  }
  sockets.emit = counting as typeof emit
  const decision = { choice: 'refuse', operatorId: 'operator', reason: 'looked at' } as const
  const broken = transaction(app.context.db, async (tx) => {
    await queue.decide(tx, String(transfer.id), decision)
    throw new Error('half-way')
  })
  await expect(broken).rejects.toThrow('half-way')
  expect([await items(transfer), moved]).toEqual([[`bank-transfer ${transfer.id}`], 0])
  await transaction(app.context.db, (tx) => queue.decide(tx, String(transfer.id), decision))
  expect([await items(transfer), moved]).toEqual([[`return ${transfer.id}`], 1])
  sockets.emit = emit
})

it('reports and decisions at once leave what waits, and nothing else', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => newSender(app)))
  const doubts = await Promise.all(members.map(doubt))
  const [transfer, paid] = await Promise.all([unknown(), payment()])
  const twin = deskOf(app, 'bank-twin')
  await Promise.allSettled([
    ...doubts.flatMap(({ id, slip }, n) => [
      twin.decide(String(id), 'refuse'),
      twin.decide(String(id), 'approve'),
      reportBySlip(app, members[n] as Sender, {
        ...slip,
        reference: newReference(),
        at: addSeconds(slip.at, 20),
      }),
      reportByFeed(app, members[n] as Sender, slip),
    ]),
    deskOf(app, 'bank-transfer').decide(String(transfer.id), 'refuse'),
    deskOf(app, 'bank-transfer').decide(String(transfer.id), 'approve', { memberId: members[0]?.id ?? '' }),
    deskOf(app, 'qr-payment').decide(String(paid.id), 'refuse'),
    deskOf(app, 'qr-payment').decide(String(paid.id), 'approve', { memberId: members[0]?.id ?? '' }),
  ])
})

it('what is credited when it is reported does not concern the desk', async () => {
  const member = await newSender(app)
  expect(await reportByFeed(app, member, report())).toBe('credited')
  await reportBySlip(app, member, report())
  const { body } = await app.call('POST /api/qrcode/:code', {
    token: member.token,
    params: { code: 'WW' },
    body: { amount: 100 },
  })
  const paid = { paymentId: body.qrcodeId, eventId: newEventId(), status: 'PAID', amount: 100 }
  expect(await hook(app, 'WW', { ...paid, paidAt: app.clock.now().toISOString() })).toEqual([
    200,
    { status: 'credited' },
  ])
  expect(told).toEqual([])
})

it('lists of any length are read by a fixed number of queries', async () => {
  const rows = await listedItems(app.database)
  for (const name of ['bank-transfer', 'bank-twin', 'qr-payment', 'return']) {
    const ids = rows.filter(({ queue }) => queue === name).map(({ id }) => id)
    const { queue } = deskOf(app, name)
    const others = ['', 'x', '0', '07', '999999', 'bank-07', 'bank-999999', 'qr-999999', '12-9-qr7']
    const entries = (await queue.entries([...others, ...ids])) ?? []
    expect(entries.map(({ id }) => id).sort()).toEqual(ids.sort())
    const many = [...ids, ...Array.from({ length: 50 }, (_, n) => String(n + 1))]
    expect((await statementsOf(async () => queue.entries(many))).length).toBeLessThanOrEqual(6)
  }
})
