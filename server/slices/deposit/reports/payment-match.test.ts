import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { expectTied } from '../../../testing/tie-out.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import { newSender, type Sender, slipApp, slipsOf } from '../slip/testing/slip.ts'
import { deskOf, hook, newEventId, placesOf as placesOfAmount, takeBack } from '../testing/money-in.ts'
import { newReference, reportByFeed, reportBySlip } from '../testing/reports.ts'
import { newCode, qrHouse, reportByGateway } from '../testing/ways.ts'

/**
 * One sum that comes by a QR code to a bank account of the house is reported by the gateway, by the bank and
 * by slips (rules.md §5.3): credited once, in whatever order they report it and people decide about it.
 */

let app: TestApp
const house = '0000000011'

async function start(): Promise<TestApp> {
  const made = await slipApp({ engine: 'postgres' })
  await addHouseAccounts(
    made.database,
    { bankCode: 'KBANK', mode: 'SMS', accountNo: qrHouse, sort: 5 },
    { bankCode: 'WW', bankType: 'PAYMENT', accountNo: 'T-WW', sort: 6 },
  )
  return made
}

beforeAll(async () => {
  app = await start()
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const matchDesk = () => deskOf(app, 'bank-twin')
const wallet = async ({ id }: Sender): Promise<number> =>
  ((await app.context.ledger.balances(id)).get('wallet')?.amountMinor ?? 0) / 100
/** Minutes ago, at a second that is no full minute. */
const lately = (): Date => {
  const at = addSeconds(app.clock.now(), -300)
  at.setUTCSeconds(27, 0)
  return at
}

let amounts = 300
/** A member, a code of theirs, and the amount that nothing else of the test has. */
async function newPaid() {
  const member = await newSender(app)
  const amount = ++amounts + 0.25
  const code = { id: await newCode(app, member, amount), eventId: newEventId() }
  return { member, amount, code, at: lately() }
}
type Paid = Awaited<ReturnType<typeof newPaid>>

const payment = ({ code, amount, at }: Paid) => reportByGateway(app, code, { amount, at })

/** The id of the transfer with this reference. */
async function transferOf(reference: string): Promise<string> {
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  return String(row?.id)
}

/** The bank reports a transfer of the member's to the account of the codes, so many seconds later. */
async function feed(
  { member, amount, at }: Paid,
  change: { seconds?: number; reference?: string; to?: string } = {},
) {
  const { seconds = 0, reference = newReference(), to = qrHouse } = change
  const word = await reportByFeed(app, member, { reference, at: addSeconds(at, seconds), amount, to })
  return { id: await transferOf(reference), reference, word }
}
const approve = (id: string, { id: memberId }: Sender) =>
  deskOf(app, 'bank-transfer').decide(id, 'approve', { memberId })

/** What the desk asks about money of this amount. */
const asked = async ({ amount }: Paid) => (await matchDesk().all()).filter((entry) => entry.amount === amount)
const only = async (paid: Paid) => {
  const entries = await asked(paid)
  expect(entries).toHaveLength(1)
  return entries[0] as (typeof entries)[number]
}

/** A payment that was credited, as it is shown beside what may be the same money. */
const paymentOf = ({ code, member, amount, at }: Paid) => ({
  reportedBy: ['GATEWAY'],
  at: 'KBANK',
  amount,
  paidAt: at.toISOString(),
  reference: code.eventId,
  place: 'CREDITED',
  memberId: member.id,
})

const codeOf = async ({ code }: Paid) =>
  (await app.database.query('select state, journal_key from qr_payments where id = $1', [code.id]))[0]
const eventOf = async ({ code }: Paid) =>
  (
    await app.database.query<{ id: number; state: string; in_suspense: boolean }>(
      'select id, state, in_suspense from deposit_reports where reference = $1',
      [code.eventId],
    )
  )[0]

/** What is where of an amount, by its journals: in baht, nothing left out that is not zero. */
const placesOf = ({ amount }: Paid) => placesOfAmount(app, amount, 'all')
const bankHas = ({ amount }: Paid) => ({ [`bank:${qrHouse}`]: -amount, wallet: amount })

describe('a person credited the bank’s transfer', () => {
  it.each([
    ['refuse', 1],
    ['approve', 2],
  ] as const)('and the gateway reports the code later: asked, and “%s” credits %i', async (choice, times) => {
    const paid = await newPaid()
    const { id, reference } = await feed(paid, { seconds: 40 })
    await approve(id, paid.member)
    expect(await payment(paid)).toBe('in-doubt')
    expect(await payment(paid)).toBe('in-doubt')
    expect(await wallet(paid.member)).toBe(paid.amount)
    expect(await eventOf(paid)).toMatchObject({ state: 'in-doubt', in_suspense: true })
    const entry = await only(paid)
    expect(entry).toMatchObject({
      id: String((await eventOf(paid))?.id),
      question: String(id),
      memberId: paid.member.id,
      reason: 'MAYBE_CREDITED',
    })
    expect(entry.evidence).toContainEqual({ label: 'eventId', value: paid.code.eventId })
    expect(entry.reportedBy).toEqual(['GATEWAY'])
    expect(entry.counterparts).toMatchObject([
      { reportedBy: ['BANK'], at: 'KBANK', reference, place: 'CREDITED', memberId: paid.member.id },
    ])
    expect(await matchDesk().find(entry.id)).toEqual(entry)
    const decided = await Promise.allSettled(
      Array.from({ length: 5 }, () => matchDesk().decide(entry.id, choice)),
    )
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await wallet(paid.member)).toBe(times * paid.amount)
    expect(await asked(paid)).toEqual([])
    expect(await matchDesk().queue.ended(entry.id)).toMatchObject({ choice })
    expect(await eventOf(paid)).toMatchObject({ in_suspense: false })
    // The member who was credited for a code's money has paid it.
    expect(await codeOf(paid)).toEqual({
      state: 'PAID',
      journal_key: choice === 'refuse' ? `bank:${qrHouse}:${reference}` : `qr:KBANK:${paid.code.id}`,
    })
    if (choice === 'refuse') expect(await placesOf(paid)).toEqual(bankHas(paid))
    expect(await payment(paid)).toBe(choice === 'refuse' ? 'matched' : 'credited')
  })

  it('and then another one: the question has changed, and the old one is not answered', async () => {
    const paid = await newPaid()
    const [first, other] = [await feed(paid, { seconds: 5 }), await feed(paid, { seconds: 9 })]
    await approve(first.id, paid.member)
    expect(await payment(paid)).toBe('in-doubt')
    const before = await only(paid)
    await approve(other.id, paid.member)
    const now = await only(paid)
    expect(now.id).toBe(before.id)
    expect([before.question, now.question]).toEqual([
      String(first.id),
      [first.id, other.id].map(String).sort().join(' '),
    ])
    for (const choice of ['approve', 'refuse'] as const) {
      for (const question of [before.question ?? '', '']) {
        const late = matchDesk().decide(before.id, choice, { question })
        await expect(late).rejects.toMatchObject({ code: 'NO_DATA' })
      }
    }
    await matchDesk().decide(now.id, 'refuse')
    expect(await wallet(paid.member)).toBe(2 * paid.amount)
  })

  it('in the same second: matched by itself', async () => {
    const paid = await newPaid()
    await approve((await feed(paid)).id, paid.member)
    expect(await payment(paid)).toBe('matched')
    expect(await placesOf(paid)).toEqual(bankHas(paid))
    expect(await wallet(paid.member)).toBe(paid.amount)
  })

  it('to somebody else, who may have paid the code: asked all the same, also in the same second', async () => {
    const [paid, friend] = [await newPaid(), await newSender(app)]
    await approve((await feed(paid)).id, friend)
    expect(await payment(paid)).toBe('in-doubt')
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect([await wallet(paid.member), await wallet(friend)]).toEqual([0, paid.amount])
    // The money is the friend's, and the code is not paid by it.
    expect(await codeOf(paid)).toEqual({ state: 'OPEN', journal_key: null })
  })

  it.each([
    [600, 'in-doubt'],
    [-600, 'in-doubt'],
    [601, 'credited'],
    [-601, 'credited'],
  ])('%i seconds from the payment: %s', async (seconds, word) => {
    const paid = await newPaid()
    await approve((await feed(paid, { seconds })).id, paid.member)
    expect(await payment(paid)).toBe(word)
  })

  it('at another account: asked where it is the member’s own, also in the same second; else not', async () => {
    const paid = await newPaid()
    expect((await feed(paid, { to: house })).word).toBe('credited')
    expect(await payment(paid)).toBe('in-doubt')
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect(await wallet(paid.member)).toBe(paid.amount)
    const reversed = await newPaid()
    expect(await payment(reversed)).toBe('credited')
    expect((await feed(reversed, { to: house })).word).toBe('in-doubt')
    expect(await wallet(reversed.member)).toBe(reversed.amount)

    const [other, stranger] = [await newPaid(), await newSender(app)]
    const { word } = await feed({ ...other, member: stranger }, { to: house })
    expect(word).toBe('credited')
    expect(await payment(other)).toBe('credited')
  })

  it('and the gateway of another account is not asked about', async () => {
    const paid = await newPaid()
    await app.database.query(`update qr_payments set gateway = 'WW' where id = $1`, [paid.code.id])
    await approve((await feed(paid, { seconds: 5 })).id, paid.member)
    const body = { paymentId: paid.code.id, eventId: paid.code.eventId, status: 'PAID', amount: paid.amount }
    const answer = await hook(app, 'WW', { ...body, paidAt: paid.at.toISOString() })
    expect(answer).toEqual([200, { status: 'credited' }])
  })
})

describe('a code was credited', () => {
  it.each([
    ['refuse', 1],
    ['approve', 2],
  ] as const)(
    'and a person credits the bank’s transfer: asked first, and “%s” credits %i',
    async (choice, times) => {
      const paid = await newPaid()
      expect(await payment(paid)).toBe('credited')
      const { id, word } = await feed(paid, { seconds: -40 })
      expect(word).toBe('unmatched')
      const waiting = await deskOf(app, 'bank-transfer').find(id)
      expect(waiting).toMatchObject({ reportedBy: ['BANK'], counterparts: [paymentOf(paid)] })
      expect(await approve(id, paid.member)).toBe('IN_DOUBT')
      expect(await wallet(paid.member)).toBe(paid.amount)
      const entry = await only(paid)
      expect(entry).toMatchObject({ id: String(id), question: String((await eventOf(paid))?.id) })
      await matchDesk().decide(entry.id, choice)
      expect(await matchDesk().queue.ended(entry.id)).toMatchObject({ choice })
      expect(await wallet(paid.member)).toBe(times * paid.amount)
      if (choice === 'refuse') expect(await placesOf(paid)).toEqual(bankHas(paid))
    },
  )

  it('in the same second: the approval finds it credited', async () => {
    const paid = await newPaid()
    expect(await payment(paid)).toBe('credited')
    expect(await approve((await feed(paid)).id, paid.member)).toBe('CREDITED')
    expect(await placesOf(paid)).toEqual(bankHas(paid))
  })

  it('its slip is a success when it is the same, and what the bank reports of it later is no more money', async () => {
    const paid = await newPaid()
    expect(await payment(paid)).toBe('credited')
    const reference = newReference()
    const slip = { reference, at: addSeconds(paid.at, 9), amount: paid.amount, to: qrHouse }
    const slipId = await reportBySlip(app, paid.member, slip)
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect(await slipsOf(app, paid.member.token)).toMatchObject([{ _id: slipId, status: 'SUCCESS' }])
    expect(await placesOf(paid)).toEqual({ 'gateway:KBANK': -paid.amount, wallet: paid.amount })
    expect((await feed(paid, { reference, seconds: 9 })).word).toBe('matched')
    expect(await placesOf(paid)).toEqual(bankHas(paid))
    expect(await wallet(paid.member)).toBe(paid.amount)
    expect((await feed(paid, { reference, seconds: 9 })).word).toBe('matched')
  })

  it('a slip under the reference that the bank reported is a success, too; another member’s is not', async () => {
    for (const isOwn of [true, false]) {
      const paid = await newPaid()
      expect(await payment(paid)).toBe('credited')
      const { id, reference } = await feed(paid)
      await approve(id, paid.member)
      const uploader = isOwn ? paid.member : await newSender(app)
      await reportBySlip(app, uploader, { reference, at: paid.at, amount: paid.amount, to: qrHouse })
      expect(await slipsOf(app, uploader.token)).toMatchObject([
        isOwn ? { status: 'SUCCESS' } : { status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' },
      ])
      expect(await wallet(paid.member)).toBe(paid.amount)
      expect(await placesOf(paid)).toEqual(bankHas(paid))
    }
  })

  it('a report that waits, and its slip comes: asked, not credited', async () => {
    const paid = await newPaid()
    expect(await payment(paid)).toBe('credited')
    const { reference } = await feed(paid, { seconds: 30 })
    const at = addSeconds(paid.at, 30)
    const slipId = await reportBySlip(app, paid.member, { reference, at, amount: paid.amount, to: qrHouse })
    expect(await wallet(paid.member)).toBe(paid.amount)
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect(await slipsOf(app, paid.member.token)).toMatchObject([{ _id: slipId, status: 'SUCCESS' }])
    expect(await placesOf(paid)).toEqual(bankHas(paid))
  })

  it('slip and bank report it under two references: both are asked about, and both may be the same', async () => {
    const paid = await newPaid()
    expect(await payment(paid)).toBe('credited')
    const at = addSeconds(paid.at, 9)
    await reportBySlip(app, paid.member, { reference: newReference(), at, amount: paid.amount, to: qrHouse })
    await matchDesk().decide((await only(paid)).id, 'refuse')
    await approve((await feed(paid, { seconds: 20 })).id, paid.member)
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect(await wallet(paid.member)).toBe(paid.amount)
    // A second report of the bank, or a second slip, is other money.
    expect(await approve((await feed(paid, { seconds: 25 })).id, paid.member)).toBeUndefined()
    expect(await wallet(paid.member)).toBe(2 * paid.amount)
  })

  it('when bank and slip both report what a slip was matched as, beside another report, it is other money', async () => {
    const paid = await newPaid()
    expect(await payment(paid)).toBe('credited')
    const slip = { reference: newReference(), at: addSeconds(paid.at, 9), amount: paid.amount, to: qrHouse }
    await reportBySlip(app, paid.member, slip)
    await matchDesk().decide((await only(paid)).id, 'refuse')
    await approve((await feed(paid, { seconds: 20 })).id, paid.member)
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect((await feed(paid, { reference: slip.reference, seconds: 9 })).word).toBe('credited')
    expect(await wallet(paid.member)).toBe(2 * paid.amount)
    expect(await placesOf(paid)).toEqual({ [`bank:${qrHouse}`]: -2 * paid.amount, wallet: 2 * paid.amount })
  })
})

describe('a payment that waits for a person', () => {
  it.each(['late', 'of another amount', 'of an unknown code'])(
    '%s: approved after the transfer, it is asked',
    async (what) => {
      const paid = await newPaid()
      await approve((await feed(paid, { seconds: 5 })).id, paid.member)
      if (what === 'late')
        await app.database.query(`update qr_payments set expires_at = $2 where id = $1`, [
          paid.code.id,
          addSeconds(paid.at, -1),
        ])
      if (what === 'of another amount')
        await app.database.query(`update qr_payments set amount_minor = 7 where id = $1`, [paid.code.id])
      if (what === 'of an unknown code') paid.code.id = 'gone'
      expect(await payment(paid)).toBe('waiting')
      const desk = deskOf(app, 'qr-payment')
      const id = String((await eventOf(paid))?.id)
      const entry = await desk.find(id)
      expect(entry).toMatchObject({ reportedBy: ['GATEWAY'], counterparts: [{ reportedBy: ['BANK'] }] })
      const named = what === 'of an unknown code' ? { memberId: paid.member.id } : {}
      expect(await desk.decide(id, 'approve', named)).toBe('IN_DOUBT')
      expect(await desk.find(id)).toBeUndefined()
      expect(await wallet(paid.member)).toBe(paid.amount)
      await matchDesk().decide((await only(paid)).id, 'refuse')
      expect(await placesOf(paid)).toEqual(bankHas(paid))
      await expect(desk.decide(id, 'approve', named)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    },
  )
})

describe('money that goes back to its sender', () => {
  /** A payment that waits to be sent back, and the bank's report of it, which is in doubt. */
  async function refusedAndInDoubt() {
    const paid = await newPaid()
    await app.database.query('update qr_payments set amount_minor = 7 where id = $1', [paid.code.id])
    expect(await payment(paid)).toBe('waiting')
    const eventId = String((await eventOf(paid))?.id)
    await deskOf(app, 'qr-payment').decide(eventId, 'refuse')
    const { id } = await feed(paid, { seconds: 5 })
    expect(await approve(id, paid.member)).toBe('IN_DOUBT')
    return { paid, eventId }
  }

  it('is not credited as a code’s payment as well, unless a person says that it is other money', async () => {
    const paid = await newPaid()
    const { id } = await feed(paid, { seconds: 5 })
    await deskOf(app, 'bank-transfer').decide(id, 'refuse')
    expect(await payment(paid)).toBe('in-doubt')
    await deskOf(app, 'return').decide(String(id), 'approve', { reference: 'RT-1' })
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect(await wallet(paid.member)).toBe(0)
    expect(await placesOf(paid)).toEqual({})
    expect(await codeOf(paid)).toEqual({ state: 'OPEN', journal_key: null })
  })

  it('nor is the bank’s transfer, when the gateway sends the payment back', async () => {
    const { paid, eventId } = await refusedAndInDoubt()
    await deskOf(app, 'return').decide(String(eventId), 'approve', { reference: 'RT-1' })
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect(await wallet(paid.member)).toBe(0)
    expect(await placesOf(paid)).toEqual({})
  })

  it('and the bank has it, if the gateway has not sent it back after all', async () => {
    const { paid, eventId } = await refusedAndInDoubt()
    await matchDesk().decide((await only(paid)).id, 'refuse')
    await deskOf(app, 'return').decide(String(eventId), 'refuse')
    expect(await deskOf(app, 'qr-payment').decide(eventId, 'approve')).toBeUndefined()
    expect(await placesOf(paid)).toEqual(bankHas(paid))
  })

  it('nor is a slip of it under a reference of its own', async () => {
    const paid = await newPaid()
    const { member, amount } = paid
    // Too few digits to say whose it is.
    const reference = newReference()
    const fromAccountNo = `xxxxxxxx${member.accountNo.slice(-2)}`
    await reportByFeed(app, member, { reference, at: addSeconds(paid.at, 3), amount, fromAccountNo })
    const id = await transferOf(reference)
    await deskOf(app, 'bank-transfer').decide(id, 'refuse')
    const slipId = await reportBySlip(app, member, { reference: newReference(), at: paid.at, amount })
    expect(await wallet(member)).toBe(0)
    await deskOf(app, 'return').decide(String(id), 'approve', { reference: 'RT-1' })
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect(await wallet(member)).toBe(0)
    expect(await slipsOf(app, member.token)).toMatchObject([
      { _id: slipId, status: 'FAILED', note: 'RETURNED' },
    ])
  })
})

it('two equal payments by code and their two transfers are two credits, each matched to one', async () => {
  const paid = await newPaid()
  const again = {
    ...paid,
    code: { id: await newCode(app, await newSender(app), paid.amount), eventId: newEventId() },
  }
  const [near, other] = [await feed(paid, { seconds: 3 }), await feed(paid, { seconds: 33 })]
  await approve(near.id, paid.member)
  expect(await payment(paid)).toBe('in-doubt')
  expect(await payment({ ...again, at: addSeconds(paid.at, 30) })).toBe('in-doubt')
  const [first] = await asked(paid)
  await matchDesk().decide(first?.id ?? '', 'refuse')
  // What was the same as the first is no longer in question for the second, which is credited.
  expect(await asked(paid)).toEqual([])
  expect(await approve(other.id, paid.member)).toBe('IN_DOUBT')
  await matchDesk().decide((await only(paid)).id, 'refuse')
  const places = await placesOf(paid)
  expect(places).toEqual({ [`bank:${qrHouse}`]: -2 * paid.amount, wallet: 2 * paid.amount })
})

it.each([0, 40])('at the same moment, %i seconds apart, many times: credited once', async (seconds) => {
  const all = await Promise.all(Array.from({ length: 15 }, () => newPaid()))
  const reports = await Promise.all(all.map((paid) => feed(paid, { seconds })))
  const words = await Promise.all(
    all.flatMap((paid, n) => [payment(paid), approve(reports[n]?.id ?? '', paid.member), payment(paid)]),
  )
  expect(words.filter((word) => word?.startsWith('5'))).toEqual([])
  for (const paid of all) {
    expect(await wallet(paid.member)).toBe(paid.amount)
    const entries = await asked(paid)
    expect(entries).toHaveLength(seconds === 0 ? 0 : 1)
    for (const { id } of entries) await matchDesk().decide(id, 'refuse')
    expect(await placesOf(paid)).toEqual(bankHas(paid))
  }
})

describe('taken back by two people', () => {
  const inSuspense = (paid: Paid, account: string) => ({
    [`suspense:${account}`]: paid.amount,
    [`bank:${qrHouse}`]: -paid.amount,
  })

  it('a transfer that is matched to a payment: the bank’s report waits, the payment stays matched', async () => {
    const paid = await newPaid()
    const { id } = await feed(paid)
    await approve(id, paid.member)
    expect(await payment(paid)).toBe('matched')
    await takeBack(app, 'bank-transfer', id)
    expect(await wallet(paid.member)).toBe(0)
    expect(await placesOf(paid)).toEqual(inSuspense(paid, qrHouse))
    expect(await payment(paid)).toBe('matched')
    const owner = await newSender(app)
    expect(await approve(id, owner)).toBeUndefined()
    expect(await wallet(owner)).toBe(paid.amount)
    expect(await placesOf(paid)).toEqual(bankHas(paid))
  })

  it('a payment that a transfer is matched to: the payment waits, and is credited once', async () => {
    const paid = await newPaid()
    expect(await payment(paid)).toBe('credited')
    const { id } = await feed(paid)
    expect(await approve(id, paid.member)).toBe('CREDITED')
    const eventId = String((await eventOf(paid))?.id)
    await takeBack(app, 'qr-payment', eventId)
    expect(await wallet(paid.member)).toBe(0)
    expect(await placesOf(paid)).toEqual(inSuspense(paid, 'KBANK'))
    const owner = await newSender(app)
    expect(await deskOf(app, 'qr-payment').decide(eventId, 'approve', { memberId: owner.id })).toBeUndefined()
    expect(await wallet(owner)).toBe(paid.amount)
    expect(await placesOf(paid)).toEqual(bankHas(paid))
  })

  it.each(['a payment', 'the bank’s report under another reference'])(
    'a slip of which %s was matched: that waits in suspense, since only it is a report',
    async (what) => {
      const paid = await newPaid()
      const to = what === 'a payment' ? qrHouse : house
      const slip = { reference: newReference(), at: addSeconds(paid.at, 9), amount: paid.amount, to }
      const slipId = await reportBySlip(app, paid.member, slip)
      if (what === 'a payment') expect(await payment(paid)).toBe('in-doubt')
      else expect((await feed(paid, { to, seconds: 20 })).word).toBe('in-doubt')
      await matchDesk().decide((await only(paid)).id, 'refuse')
      for (const queue of ['slip', 'bank-transfer']) {
        await takeBack(app, queue, queue === 'slip' ? slipId : await transferOf(slip.reference))
        expect(await wallet(paid.member)).toBe(0)
        expect(await placesOf(paid)).toMatchObject({
          [`suspense:${what === 'a payment' ? 'KBANK' : house}`]: paid.amount,
        })
        if (what !== 'a payment' || queue === 'bank-transfer') break
        // Credited anew for the slip, and asked again.
        expect(await approve(await transferOf(slip.reference), paid.member)).toBeUndefined()
        const eventId = String((await eventOf(paid))?.id)
        const named = { memberId: paid.member.id }
        expect(await deskOf(app, 'qr-payment').decide(eventId, 'approve', named)).toBe('IN_DOUBT')
        await matchDesk().decide((await only(paid)).id, 'refuse')
        expect(await placesOf(paid)).toEqual(bankHas(paid))
      }
    },
  )
})

describe('while one of two is about to post its money', () => {
  /** Pauses `act` before it posts until `other` has come, and has had to wait. */
  async function together<One, Other>(act: () => Promise<One>, other: () => Promise<Other>) {
    const { ledger } = app.context
    const post = ledger.postIn.bind(ledger)
    const paused = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    ledger.postIn = async (tx, posting) => {
      ledger.postIn = post
      paused.resolve()
      await go.promise
      return post(tx, posting)
    }
    const first = act()
    await paused.promise
    let hasEnded = false
    const second = other().finally(() => {
      hasEnded = true
    })
    await sleep(300)
    const hasWaited = !hasEnded
    go.resolve()
    const words = [await first, await second] as const
    expect(hasWaited).toBe(true)
    return words
  }

  it('the gateway’s report waits for the approval, and then is asked about', async () => {
    const paid = await newPaid()
    const { id } = await feed(paid, { seconds: 40 })
    const words = await together(
      () => approve(id, paid.member),
      () => payment(paid),
    )
    expect(words).toEqual([undefined, 'in-doubt'])
    expect(await wallet(paid.member)).toBe(paid.amount)
  })

  it('the approval waits for the gateway’s report, and then is asked about', async () => {
    const paid = await newPaid()
    const { id } = await feed(paid, { seconds: 40 })
    const words = await together(
      () => payment(paid),
      () => approve(id, paid.member),
    )
    expect(words).toEqual(['credited', 'IN_DOUBT'])
    expect(await wallet(paid.member)).toBe(paid.amount)
  })

  it('a slip waits for it, too', async () => {
    const paid = await newPaid()
    const slip = { reference: newReference(), at: addSeconds(paid.at, 9), amount: paid.amount, to: qrHouse }
    await together(
      () => payment(paid),
      () => reportBySlip(app, paid.member, slip),
    )
    expect(await wallet(paid.member)).toBe(paid.amount)
    expect(await asked(paid)).toHaveLength(1)
  })

  it('who refuses a payment waits for the transfer’s credit, and whoever is to send it back is shown that', async () => {
    const paid = await newPaid()
    await app.database.query('update qr_payments set amount_minor = 7 where id = $1', [paid.code.id])
    const { id, reference } = await feed(paid, { seconds: 5 })
    expect(await payment(paid)).toBe('waiting')
    const eventId = String((await eventOf(paid))?.id)
    await together(
      () => approve(id, paid.member),
      () => deskOf(app, 'qr-payment').decide(eventId, 'refuse'),
    )
    const entry = await deskOf(app, 'return').find(String(eventId))
    expect(entry).toMatchObject({ reportedBy: ['GATEWAY'], counterparts: [{ reference, place: 'CREDITED' }] })
    // It was not sent, and is found to be the same money.
    await deskOf(app, 'return').decide(String(eventId), 'refuse')
    expect(await deskOf(app, 'qr-payment').decide(eventId, 'approve')).toBe('IN_DOUBT')
    await matchDesk().decide((await only(paid)).id, 'refuse')
    expect(await placesOf(paid)).toEqual(bankHas(paid))
  })

  it('and so is whoever is to send a transfer back of which a code was credited', async () => {
    const paid = await newPaid()
    expect(await payment(paid)).toBe('credited')
    const { id } = await feed(paid, { seconds: 5 })
    await deskOf(app, 'bank-transfer').decide(id, 'refuse')
    const entry = await deskOf(app, 'return').find(String(id))
    expect(entry).toMatchObject({ reportedBy: ['BANK'], counterparts: [paymentOf(paid)] })
  })
})

it('what the bank really has ties to our books, whoever reported it first', async () => {
  const world = app
  app = await start()
  try {
    for (const isCodeFirst of [true, false]) {
      const paid = await newPaid()
      if (isCodeFirst) await payment(paid)
      await approve((await arrive(paid)).id, paid.member)
      if (!isCodeFirst) await payment(paid)
      expect(await wallet(paid.member)).toBe(paid.amount)
    }
    await expectTied(app)
    await reportAfterReversal()
    await expectTied(app)
    await returnAfterReport('credited')
    await returnAfterReport('returning')
  } finally {
    await app.close()
    app = world
  }
})

/**
 * The money arrives at the bank, so many seconds after the payment.
 * @returns its reference, and the id of the bank's report where the bank reports it
 */
async function arrive({ member, amount, at }: Paid, { seconds = 0, isReported = true } = {}) {
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    ...{ fromBank: 'KBANK', fromAccountNo: member.accountNo, fromName: 'SOMYING JAIDEE' },
    ...{ toBank: 'KBANK', toAccountNo: qrHouse, amount },
    ...{ at: addSeconds(at, seconds).toISOString(), feed: isReported },
  })
  return { reference, id: await transferOf(reference) }
}

/**
 * Slip and code report one sum; the code's credit is taken back, the bank reports it, and its owner is
 * credited.
 */
async function reportAfterReversal(): Promise<void> {
  const paid = await newPaid()
  const { member, amount } = paid
  await payment(paid)
  const at = addSeconds(paid.at, 9)
  const { reference } = await arrive(paid, { seconds: 9, isReported: false })
  await reportBySlip(app, member, { reference, at, amount, to: qrHouse })
  await matchDesk().decide((await only(paid)).id, 'refuse')
  const eventId = String((await eventOf(paid))?.id)
  await takeBack(app, 'qr-payment', eventId)
  expect((await feed(paid, { reference, seconds: 9 })).word).toBe('matched')
  await expectTied(app)
  const owner = await newSender(app)
  await deskOf(app, 'qr-payment').decide(eventId, 'approve', { memberId: owner.id })
  expect([await wallet(member), await wallet(owner)]).toEqual([0, amount])
}

/**
 * Code and bank report one sum, which goes back to its sender from the bank: the code's credit is taken back,
 * or it never was credited and the bank reports it when the return is decided.
 */
async function returnAfterReport(state: 'credited' | 'returning'): Promise<void> {
  const paid = await newPaid()
  if (state === 'returning')
    await app.database.query('update qr_payments set amount_minor = 7 where id = $1', [paid.code.id])
  await payment(paid)
  const eventId = String((await eventOf(paid))?.id)
  if (state === 'returning') await deskOf(app, 'qr-payment').decide(eventId, 'refuse')
  const { reference, id } = await arrive(paid)
  if (state === 'credited') {
    expect(await approve(id, paid.member)).toBe('CREDITED')
    await takeBack(app, 'qr-payment', eventId)
    await expectTied(app)
    await deskOf(app, 'qr-payment').decide(eventId, 'refuse')
  } else {
    expect(await approve(id, paid.member)).toBe('IN_DOUBT')
    await matchDesk().decide((await only(paid)).id, 'refuse')
  }
  await expectTied(app)
  const { returnReference } = await app.sandbox.call<{ returnReference: string }>('POST', 'bank/returns', {
    reference,
  })
  await expectTied(app)
  await deskOf(app, 'return').decide(String(eventId), 'approve', { reference: returnReference })
  await expectTied(app)
  expect(await wallet(paid.member)).toBe(0)
  expect(await placesOf(paid)).toEqual({})
}
