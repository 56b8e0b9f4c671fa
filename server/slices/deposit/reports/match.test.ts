import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { engines } from '../../../testing/database.ts'
import { changeBankAccount } from '../../account/testing.ts'
import {
  decide as decideSlip,
  house,
  inWallet,
  makeTransfer,
  newSender,
  onDesk,
  type Sender,
  settle,
  settled,
  slipApp,
  slipsOf,
  upload,
} from '../slip/testing/slip.ts'
import { deskOf } from '../testing/money-in.ts'
import { newReference, type Paid, reportByFeed, reportBySlip } from '../testing/reports.ts'

/** One transfer that slip and feed report under different references is credited once (rules.md §5.2). */

let app: TestApp
// What earlier tests left in doubt is too old to be the money of this one. Otherwise each credit of one
// amount would ask again about all of it.
beforeEach(() => app.clock.advance(3600))

/** A moment two minutes ago at second 27: no full minute. */
const lately = (): Date => {
  const at = addSeconds(app.clock.now(), -180)
  at.setUTCSeconds(27, 0)
  return at
}
const paid = (at: Date, change: Partial<Paid> = {}): Paid => ({ reference: newReference(), at, ...change })
const wallet = (member: Sender) => inWallet(app, member.token)
const matchDesk = () => deskOf(app, 'bank-twin')
/** The items that wait about a member's money. */
const waitingFor = async (member: Sender) =>
  (await matchDesk().all()).filter(({ memberId }) => memberId === member.id)
const rowOf = async (reference: string) =>
  (
    await app.database.query(
      'select id, state, member_id, slip_id, same_as_id, journal_key from deposit_reports where reference = $1',
      [reference],
    )
  )[0]

describe.each(engines)('on %s', (engine) => {
  beforeAll(async () => {
    app = await slipApp({ engine })
  })
  afterAll(async () => {
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })

  it('the slip first, the feed in the same second: matched', async () => {
    const member = await newSender(app)
    const at = lately()
    const made = await makeTransfer(app, member, { at: at.toISOString() })
    await settle(app, member.token, made.png)
    const report = paid(at)
    expect(await reportByFeed(app, member, report)).toBe('matched')
    expect(await reportByFeed(app, member, report)).toBe('matched')
    expect(await wallet(member)).toBe(250.75)
    const credited = await rowOf(made.reference)
    expect(await rowOf(report.reference)).toMatchObject({ state: 'matched', same_as_id: credited?.id })
    expect(await waitingFor(member)).toEqual([])
  })

  it('the feed first, the slip in the same second: the slip is a success without a second credit', async () => {
    const member = await newSender(app)
    const at = lately()
    const report = paid(at)
    expect(await reportByFeed(app, member, report)).toBe('credited')
    const made = await makeTransfer(app, member, { at: at.toISOString() })
    const slip = await settle(app, member.token, made.png)
    expect(slip).toMatchObject({ status: 'SUCCESS', amount: 250.75 })
    expect(await wallet(member)).toBe(250.75)
    expect(await rowOf(made.reference)).toMatchObject({ state: 'matched', slip_id: slip._id })
    const [row] = await app.database.query('select journal_key from slips where id = $1', [slip._id])
    expect(row).toEqual({ journal_key: `bank:${house}:${report.reference}` })
    expect((await settle(app, member.token, made.png)).note).toBe('SLIP_REFNO_DUPLICATED')
  })

  it('the feed some seconds after the slip: a person sees both, and decides once', async () => {
    for (const [choice, sum] of [
      ['refuse', 250.75],
      ['approve', 501.5],
    ] as const) {
      const member = await newSender(app)
      const [first, second] = [paid(lately()), paid(addSeconds(lately(), 40))]
      const slipId = await reportBySlip(app, member, first)
      expect(await reportByFeed(app, member, second)).toBe('in-doubt')
      expect(await reportByFeed(app, member, second)).toBe('in-doubt')
      const [entry] = await waitingFor(member)
      expect(entry).toMatchObject({ memberId: member.id, amount: 250.75, reason: 'MAYBE_CREDITED' })
      expect(entry?.evidence).toContainEqual({ label: 'reference', value: second.reference })
      expect(entry?.reportedBy).toEqual(['BANK'])
      expect(entry?.counterparts).toEqual([
        {
          reportedBy: ['SLIP'],
          at: 'SCB',
          amount: 250.75,
          paidAt: first.at.toISOString(),
          reference: first.reference,
          fromName: 'SOMYING J',
          place: 'CREDITED',
          memberId: member.id,
        },
      ])
      expect(await wallet(member)).toBe(250.75)
      const id = entry?.id ?? ''
      const decisions = await Promise.allSettled(
        Array.from({ length: 6 }, () => matchDesk().decide(id, choice)),
      )
      expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await wallet(member)).toBe(sum)
      expect(await waitingFor(member)).toEqual([])
      expect(await rowOf(second.reference)).toMatchObject({
        state: choice === 'refuse' ? 'matched' : 'credited',
        same_as_id: choice === 'refuse' ? (await rowOf(first.reference))?.id : null,
      })
      expect((await rowOf(first.reference))?.slip_id).toBe(slipId)
      expect(await reportByFeed(app, member, second)).toBe(choice === 'refuse' ? 'matched' : 'credited')
    }
  })

  it('the slip some seconds after the feed: in progress until a person decides, then a success', async () => {
    for (const [choice, sum] of [
      ['refuse', 250.75],
      ['approve', 501.5],
    ] as const) {
      const member = await newSender(app)
      expect(await reportByFeed(app, member, paid(addSeconds(lately(), 40)))).toBe('credited')
      const made = await makeTransfer(app, member, { at: lately().toISOString() })
      const { body } = await upload(app.address, member.token, made.png)
      await expect.poll(() => waitingFor(member)).toHaveLength(1)
      expect(await slipsOf(app, member.token)).toMatchObject([{ status: 'PENDING', amount: 250.75 }])
      const [entry] = await waitingFor(member)
      expect(entry?.picture).toMatch(/slip/)
      await matchDesk().decide(entry?.id ?? '', choice)
      expect(await settled(app, member.token, body.slipId)).toMatchObject({
        status: 'SUCCESS',
        amount: 250.75,
      })
      expect(await wallet(member)).toBe(sum)
    }
  })

  it('a full minute in both, or minutes apart, is not certain; beyond the window it is another transfer', async () => {
    for (const [seconds, outcome] of [
      [0, 'in-doubt'],
      [-600, 'in-doubt'],
      [600, 'in-doubt'],
      [601, 'credited'],
      [-601, 'credited'],
    ] as const) {
      const member = await newSender(app)
      const at = addSeconds(app.clock.now(), -1200)
      at.setUTCSeconds(0, 0)
      await reportBySlip(app, member, paid(at))
      expect(await reportByFeed(app, member, paid(addSeconds(at, seconds))), `${seconds}`).toBe(outcome)
    }
  })

  it('another amount is another transfer', async () => {
    const member = await newSender(app)
    await reportBySlip(app, member, paid(lately()))
    expect(await reportByFeed(app, member, paid(lately(), { amount: 250.76 }))).toBe('credited')
  })

  it('at a bank with one reference for both, a doubt ends when the other side reports it', async () => {
    const member = await newSender(app)
    const [first, second] = [paid(lately()), paid(addSeconds(lately(), 40))]
    expect(await reportByFeed(app, member, first)).toBe('credited')
    const slipId = await reportBySlip(app, member, second)
    expect(await waitingFor(member)).toHaveLength(1)
    expect(await reportByFeed(app, member, second)).toBe('credited')
    expect(await settled(app, member.token, slipId)).toMatchObject({ status: 'SUCCESS' })
    expect(await wallet(member)).toBe(501.5)
    // And the other way round: the report of the second comes before that of the first.
    const [third, fourth] = [paid(addSeconds(lately(), 1)), paid(addSeconds(lately(), 41))]
    await reportBySlip(app, member, { ...third, amount: 99 })
    expect(await reportByFeed(app, member, { ...fourth, amount: 99 })).toBe('in-doubt')
    expect(await reportByFeed(app, member, { ...third, amount: 99 })).toBe('credited')
    expect(await wallet(member)).toBe(501.5 + 198)
    expect(await waitingFor(member)).toEqual([])
  })

  it('what was matched and turns out to be another transfer is credited', async () => {
    const member = await newSender(app)
    // Machines can pay twice within a second.
    const [first, second] = [paid(lately()), paid(lately())]
    await reportBySlip(app, member, first)
    expect(await reportByFeed(app, member, second)).toBe('matched')
    expect(await reportByFeed(app, member, first)).toBe('credited')
    expect(await wallet(member)).toBe(501.5)
    const [third, fourth] = [paid(lately(), { amount: 99 }), paid(lately(), { amount: 99 })]
    await reportByFeed(app, member, third)
    const slipId = await reportBySlip(app, member, fourth)
    expect(await rowOf(fourth.reference)).toMatchObject({ state: 'matched' })
    expect(await reportByFeed(app, member, fourth)).toBe('credited')
    expect(await wallet(member)).toBe(501.5 + 198)
    const [slip] = await app.database.query('select status, journal_key from slips where id = $1', [slipId])
    expect(slip).toEqual({ status: 'SUCCESS', journal_key: `slip:004:${fourth.reference}` })
  })
})

/** All orders of some things. */
const orders = <T>(things: T[]): T[][] =>
  things.length === 0
    ? [[]]
    : things.flatMap((thing, at) => orders(things.toSpliced(at, 1)).map((rest) => [thing, ...rest]))

describe('two honest transfers of one amount', () => {
  beforeAll(async () => {
    app = await slipApp({ engine: 'postgres' })
  })
  afterAll(async () => {
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })

  const what = ['slip of the first', 'slip of the second', 'report of the first', 'report of the second']
  const name = (order: number[]) => order.map((n) => what[n]).join(', ')
  const all = [...orders([0, 1, 2, 3]), ...orders([0, 2, 3]), ...orders([0, 1, 2])]
  const cases = all.map((order) => ({ order, name: name(order) }))

  async function reportAll(member: Sender, order: number[], skew: number) {
    const times = [lately(), addSeconds(lately(), 35)] as const
    const reports = [
      paid(times[0]),
      paid(times[1]),
      paid(addSeconds(times[0], skew)),
      paid(addSeconds(times[1], skew)),
    ]
    for (const n of order) await (n < 2 ? reportBySlip : reportByFeed)(app, member, reports[n] as Paid)
    return reports
  }

  it.each(cases)('with the same times are two credits: $name', async ({ order }) => {
    const member = await newSender(app)
    await reportAll(member, order, 0)
    const done = new Set(order)
    const sum = (await wallet(member)) + 250.75 * (await waitingFor(member)).length
    expect(await wallet(member)).toBeLessThanOrEqual(501.5)
    // Nothing is in doubt in the end where each is reported both ways.
    if (done.size === 4) expect([await wallet(member), sum]).toEqual([501.5, 501.5])
    expect(sum).toBeGreaterThanOrEqual(501.5)
  })

  it.each(cases)('with times apart are never more, and a person has the rest: $name', async ({ order }) => {
    const member = await newSender(app)
    await reportAll(member, order, 12)
    expect(await wallet(member)).toBeLessThanOrEqual(501.5)
    expect((await wallet(member)) + 250.75 * (await waitingFor(member)).length).toBeGreaterThanOrEqual(501.5)
  })

  it('of two reports that may be one slip, the other is credited when a person names the one', async () => {
    const member = await newSender(app)
    await reportAll(member, [0, 2, 3], 12)
    expect(await wallet(member)).toBe(250.75)
    const [first, second] = await waitingFor(member)
    await matchDesk().decide(first?.id ?? '', 'refuse')
    expect(await wallet(member)).toBe(501.5)
    await expect(matchDesk().decide(second?.id ?? '', 'approve')).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
    })
  })

  it('a question that has changed is not answered', async () => {
    const member = await newSender(app)
    await reportAll(member, [0, 2], 12)
    const [asked] = await waitingFor(member)
    const another = await reportBySlip(app, member, paid(addSeconds(lately(), 50)))
    expect((await slipsOf(app, member.token)).find(({ _id }) => _id === another)?.status).toBe('SUCCESS')
    const late = matchDesk().decide(asked?.id ?? '', 'refuse', { question: asked?.question ?? '' })
    await expect(late).rejects.toMatchObject({ code: 'NO_DATA' })
    const [now] = await waitingFor(member)
    expect(now?.id).toBe(asked?.id)
    expect(now?.question).not.toBe(asked?.question)
    // The same as one of two: which one, nobody said, so neither is out of question for a further report.
    await matchDesk().decide(now?.id ?? '', 'refuse')
    expect(await reportByFeed(app, member, paid(addSeconds(lately(), -570)))).toBe('in-doubt')
    expect(await wallet(member)).toBe(501.5)
  })
})

describe('when it is not clear who sent it', () => {
  beforeAll(async () => {
    app = await slipApp({ engine: 'postgres' })
  })
  afterAll(async () => {
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })

  it('two members with the same digits: whoever is named, a slip’s credit is asked about first', async () => {
    const [first, other] = [await newSender(app), await newSender(app)]
    const shown = { fromAccountNo: 'xxx-x-x4711-x', fromName: 'SOMYING J' }
    for (const [member, accountNo] of [
      [first, '1111147111'],
      [other, '2222247112'],
    ] as const) {
      await changeBankAccount(app.database, member.id, { accountNo })
    }
    const report = paid(addSeconds(lately(), 5), shown)
    expect(await reportByFeed(app, first, report)).toBe('unmatched')
    await reportBySlip(app, first, paid(lately(), shown))
    const unmatched = deskOf(app, 'bank-transfer')
    const [entry] = await unmatched.all()
    expect(entry).toMatchObject({ memberId: null, reason: 'UNMATCHED' })
    expect(entry?.counterparts).toHaveLength(1)
    expect(await unmatched.decide(entry?.id ?? '', 'approve', { memberId: first.id })).toBe('IN_DOUBT')
    expect(await unmatched.count()).toBe(0)
    expect(await wallet(first)).toBe(250.75)
    const [doubt] = await waitingFor(first)
    await matchDesk().decide(doubt?.id ?? '', 'refuse')
    expect(await wallet(first)).toBe(250.75)
    // The other one's own transfer of that amount: named, it may be the first one's, whose slip may have been
    // theirs.
    const theirs = paid(addSeconds(lately(), 60), shown)
    expect(await reportByFeed(app, other, theirs)).toBe('unmatched')
    const [next] = await unmatched.all()
    expect(await unmatched.decide(next?.id ?? '', 'approve', { memberId: other.id })).toBeUndefined()
    expect(await wallet(other)).toBe(250.75)
    // Their slip of it, a little later: not again.
    await reportBySlip(app, other, paid(addSeconds(lately(), 58), shown))
    expect(await wallet(other)).toBe(250.75)
    expect(await waitingFor(other)).toHaveLength(1)
  })

  it('a slip of what another member was credited for fails when a person says so', async () => {
    const [owner, other] = [await newSender(app), await newSender(app)]
    const accountNo = `99999${owner.accountNo.slice(5, 9)}8`
    await changeBankAccount(app.database, other.id, { accountNo })
    expect(await reportByFeed(app, owner, paid(lately()))).toBe('credited')
    const shown = { fromAccountNo: `xxx-x-x${owner.accountNo.slice(5, 9)}-x` }
    const report = paid(lately(), shown)
    const slipId = await reportBySlip(app, other, report)
    const [doubt] = await waitingFor(other)
    await matchDesk().decide(doubt?.id ?? '', 'refuse')
    expect(await slipsOf(app, other.token)).toMatchObject([
      { _id: slipId, status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' },
    ])
    expect([await wallet(owner), await wallet(other)]).toEqual([250.75, 0])
    // The feed reports that reference after all: then it was another transfer, and nobody knows whose.
    expect(await reportByFeed(app, other, report)).toBe('unmatched')
    expect(await wallet(other)).toBe(0)
    const unmatched = deskOf(app, 'bank-transfer')
    const entry = (await unmatched.all()).find(({ evidence }) =>
      evidence.some(({ value }) => value === report.reference),
    )
    await unmatched.decide(entry?.id ?? '', 'approve', { memberId: other.id })
    expect(await wallet(other)).toBe(250.75)
  })

  it('a slip that a person approves is asked about again where the feed credited its member meanwhile', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member, {
      fromName: 'น.ส. สมหญิง ใจดี',
      at: lately().toISOString(),
    })
    const { body } = await upload(app.address, member.token, made.png)
    await onDesk(app, body.slipId)
    expect(await reportByFeed(app, member, paid(addSeconds(lately(), 9)))).toBe('credited')
    await decideSlip(app, body.slipId, 'approve')
    expect(await wallet(member)).toBe(250.75)
    const [doubt] = await waitingFor(member)
    await matchDesk().decide(doubt?.id ?? '', 'refuse')
    expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
    expect(await wallet(member)).toBe(250.75)
  })

  it('a slip without a time may be a transfer of the hour before its upload', async () => {
    const member = await newSender(app)
    expect(await reportByFeed(app, member, paid(addSeconds(app.clock.now(), -3000)))).toBe('credited')
    await app.sandbox.setFault('slip', 'error', 1000)
    const made = await makeTransfer(app, member)
    const { body } = await upload(app.address, member.token, made.png)
    app.clock.advance(301)
    await onDesk(app, body.slipId)
    await decideSlip(app, body.slipId, 'approve', 25_075)
    await app.sandbox.setFault('slip', 'none')
    expect(await wallet(member)).toBe(250.75)
    expect(await waitingFor(member)).toHaveLength(1)
  })
})

describe('at the same moment', () => {
  beforeAll(async () => {
    app = await slipApp({ engine: 'postgres' })
  })
  afterAll(async () => {
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })

  it.each([
    [0, 0],
    [7, 1],
  ])('slip and feed %i seconds apart are one credit, and %i waits', async (seconds, waiting) => {
    const members = await Promise.all(Array.from({ length: 20 }, () => newSender(app)))
    await Promise.all(
      members.flatMap((member) => [
        reportBySlip(app, member, paid(lately())),
        reportByFeed(app, member, paid(addSeconds(lately(), seconds))),
      ]),
    )
    for (const member of members) {
      expect(await wallet(member)).toBe(250.75)
      expect(await waitingFor(member)).toHaveLength(waiting)
    }
  })
})
