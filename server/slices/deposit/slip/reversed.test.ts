import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import { deskOf, newEventId, placesOf, takeBack } from '../testing/money-in.ts'
import { newReference, reportByFeed, reportBySlip } from '../testing/reports.ts'
import { newCode, reportByGateway } from '../testing/ways.ts'
import {
  house,
  inWallet,
  type Made,
  makeTransfer,
  newSender,
  onDesk,
  type Sender,
  settle,
  settled,
  slipApp,
  slipsOf,
  upload,
} from './testing/slip.ts'

/**
 * Slips of a transfer whose credit two people took back (rules.md §5.1, docs/decisions/0020): a person says
 * whose it is, and it is credited once more, not twice.
 */

/** A second account of the house, which QR codes of KBANK are paid into. */
const qrHouse = '0000000033'
/** A third one, at the bank of the first. */
const otherHouse = '0000000066'
let app: TestApp

beforeAll(async () => {
  app = await slipApp({ engine: 'postgres' })
  await addHouseAccounts(
    app.database,
    { bankCode: 'KBANK', mode: 'SMS', accountNo: qrHouse, sort: 5 },
    { bankCode: 'SCB', accountNo: otherHouse, sort: 6 },
  )
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

let amounts = 700
/** An amount that nothing else of the test has. */
const newAmount = (): number => ++amounts + 0.25

/** Two members whose accounts look alike to a bank: only a person can decide whose transfer it is. */
async function newPair(): Promise<{ owner: Sender; other: Sender }> {
  const owner = await newSender(app)
  const like = (owner.accountNo[0] === '9' ? '1' : '9') + owner.accountNo.slice(1)
  return { owner, other: await newSender(app, 'SOMYING JAIDEEMAK', like) }
}
/** Uploads a slip that comes to the desk. @returns its id */
async function uploadToDesk({ token }: Sender, { png }: Made, reason: string): Promise<string> {
  const { body } = await upload(app.address, token, png)
  expect(await onDesk(app, body.slipId)).toMatchObject({ reason })
  return body.slipId
}
const approve = (id: string, amountMinor?: number) =>
  deskOf(app, 'slip').decide(id, 'approve', amountMinor === undefined ? {} : { amountMinor })
const approveTransfer = (id: string, { id: memberId }: Sender) =>
  deskOf(app, 'bank-transfer').decide(id, 'approve', { memberId })

const wallets = (...members: Sender[]) => Promise.all(members.map(({ token }) => inWallet(app, token)))
/** The keys of a member's deposits, first to last. */
const keysOf = async ({ id }: Sender) =>
  (await journalsOf(app.database, { memberId: id, kind: 'deposit' })).map(({ key }) => key)
/** The rows of a transfer, by account of the house. */
const rowsOf = ({ reference }: Pick<Made, 'reference'>) =>
  app.database.query<{ id: number; place: string; state: string; reversals: number }>(
    `select id, place, state, reversals from deposit_reports where reference = $1
     order by place`,
    [reference],
  )
const rowAt = async (made: Pick<Made, 'reference'>, accountNo: string): Promise<string> =>
  String((await rowsOf(made)).find((row) => row.place === accountNo)?.id)
/** Carries decisions out at once. @returns how many took effect; the others have to be refusals */
async function atOnce(...decisions: (() => Promise<unknown>)[]): Promise<number> {
  const ended = await Promise.allSettled(decisions.map((decide) => decide()))
  for (const outcome of ended) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ALREADY_DECIDED' })
  }
  return ended.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === undefined).length
}

describe('a transfer that only a slip has reported', () => {
  it('the member’s next slip of it comes to the desk, and is credited there', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member, { amount: newAmount() })
    const { _id: first } = await settle(app, member.token, made.png)
    await takeBack(app, 'slip', first)
    expect(await wallets(member)).toEqual([0])
    const id = await uploadToDesk(member, made, 'REVERSED')
    expect(await wallets(member)).toEqual([0])
    expect(await approve(id)).toBeUndefined()
    expect(await wallets(member)).toEqual([amounts + 0.25])
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'SUCCESS' })
    expect(await keysOf(member)).toEqual([`slip:004:${made.reference}`, `again:2:slip:004:${made.reference}`])
    expect((await settle(app, member.token, made.png)).note).toBe('SLIP_REFNO_DUPLICATED')
  })

  it('sent many times at once, while the bank reports it: nobody is credited without a person', async () => {
    const member = await newSender(app)
    const amount = newAmount()
    const made = await makeTransfer(app, member, { amount })
    const { _id: first } = await settle(app, member.token, made.png)
    await takeBack(app, 'slip', first)
    const { reference } = made
    const uploads = Array.from({ length: 8 }, () => upload(app.address, member.token, made.png))
    const [fed, ...sent] = await Promise.all([
      reportByFeed(app, member, { reference, at: app.clock.now(), amount }),
      ...uploads,
    ])
    expect(fed).toBe('unmatched')
    const waiting = async () =>
      (await slipsOf(app, member.token)).filter(({ status }) => status === 'PENDING').map(({ _id }) => _id)
    await expect.poll(waiting).toHaveLength(1)
    const [id = ''] = await waiting()
    expect(sent.map(({ body }) => body.slipId)).toContain(id)
    expect(await onDesk(app, id)).toMatchObject({ reason: 'REVERSED' })
    expect(await wallets(member)).toEqual([0])
    await atOnce(
      () => approve(id),
      () => approve(id),
    )
    expect(await wallets(member)).toEqual([amount])
  })

  it('and the bank reports it afterwards: the next slip comes to the desk as well', async () => {
    const member = await newSender(app)
    const amount = newAmount()
    const made = await makeTransfer(app, member, { amount })
    const { _id: first } = await settle(app, member.token, made.png)
    await takeBack(app, 'slip', first)
    const { reference } = made
    expect(await reportByFeed(app, member, { reference, at: app.clock.now(), amount })).toBe('unmatched')
    const id = await uploadToDesk(member, made, 'REVERSED')
    expect(await approve(id)).toBeUndefined()
    expect(await wallets(member)).toEqual([amount])
  })

  it('its owner’s slip is approved, and then the other one’s is too late', async () => {
    const { owner, other } = await newPair()
    const amount = newAmount()
    const made = await makeTransfer(app, owner, { amount })
    const wrong = await uploadToDesk(other, made, 'NAME_UNCLEAR')
    await approve(wrong)
    expect((await settle(app, owner.token, made.png)).note).toBe('SLIP_REFNO_DUPLICATED')
    await takeBack(app, 'slip', wrong)
    const again = await uploadToDesk(other, made, 'NAME_UNCLEAR')
    const right = await uploadToDesk(owner, made, 'NAME_UNCLEAR')
    expect(await approve(right)).toBeUndefined()
    expect(await wallets(owner, other)).toEqual([amount, 0])
    await expect(approve(again)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    expect((await settled(app, other.token, again)).note).toBe('SLIP_REFNO_DUPLICATED')
  })

  it('both members’ slips, and the transfer for each of them, at once: one credit', async () => {
    for (let round = 0; round < 8; round++) {
      const { owner, other } = await newPair()
      const amount = newAmount()
      const made = await makeTransfer(app, owner, { amount })
      const wrong = await uploadToDesk(other, made, 'NAME_UNCLEAR')
      await approve(wrong)
      const transfer = await rowAt(made, house)
      await takeBack(app, 'slip', wrong)
      const again = await uploadToDesk(other, made, 'NAME_UNCLEAR')
      const right = await uploadToDesk(owner, made, 'NAME_UNCLEAR')
      const decisions = [
        () => approveTransfer(transfer, other),
        () => approve(right),
        () => approveTransfer(transfer, owner),
        () => approve(again),
      ]
      if (round % 2 === 1) decisions.reverse()
      await atOnce(...decisions)
      const sums = await wallets(owner, other)
      expect(sums.sort((a, b) => a - b)).toEqual([0, amount])
    }
  })
})

describe('a slip that was credited at the wrong account of the house', () => {
  /**
   * Credited at `house` by somebody's mistake and taken back; the verifier says that it went to `otherHouse`.
   */
  async function misplaced(amount: number) {
    const member = await newSender(app)
    const made = await makeTransfer(app, member, { amount, toAccountNo: otherHouse })
    const { reference } = made
    const first = await reportBySlip(app, member, { reference, at: app.clock.now(), amount })
    expect(await wallets(member)).toEqual([amount])
    await takeBack(app, 'slip', first)
    return { member, made, id: await uploadToDesk(member, made, 'RECEIVER_UNCLEAR') }
  }

  it('is credited at the right one, and at the first again after that was taken back', async () => {
    const amount = newAmount()
    const { member, made, id } = await misplaced(amount)
    expect(await approve(id)).toBeUndefined()
    expect(await wallets(member)).toEqual([amount])
    // The other one is the same transfer, also by another credit.
    expect(await approveTransfer(await rowAt(made, house), member)).toBe('CREDITED')
    expect(await wallets(member)).toEqual([amount])
    await takeBack(app, 'slip', id)
    expect(await approveTransfer(await rowAt(made, house), member)).toBeUndefined()
    expect(await approveTransfer(await rowAt(made, otherHouse), member)).toBe('CREDITED')
    expect(await wallets(member)).toEqual([amount])
    const fact = `slip:004:${made.reference}`
    expect(await keysOf(member)).toEqual([fact, `again:2:${fact}`, `again:3:${fact}`])
    expect(await rowsOf(made)).toMatchObject([
      { place: house, state: 'credited', reversals: 1 },
      { place: otherHouse, state: 'matched', reversals: 1 },
    ])
  })

  /** As `misplaced`, but the wrong account's row also has another amount: somebody mistyped both. */
  async function mistyped() {
    const [amount, wrong] = [newAmount(), newAmount()]
    const member = await newSender(app)
    const made = await makeTransfer(app, member, { amount, toAccountNo: otherHouse })
    const { reference } = made
    const first = await reportBySlip(app, member, { reference, at: app.clock.now(), amount: wrong })
    expect(await wallets(member)).toEqual([wrong])
    await takeBack(app, 'slip', first)
    const id = await uploadToDesk(member, made, 'RECEIVER_UNCLEAR')
    return { member, made, id, amount, wrong, transfer: await rowAt(made, house) }
  }

  it('with another amount: the approval of the wrong one finds it credited, until that is taken back', async () => {
    const { member, id, amount, wrong, transfer } = await mistyped()
    expect(await approve(id)).toBeUndefined()
    expect(await approveTransfer(transfer, member)).toBe('CREDITED')
    expect(await wallets(member)).toEqual([amount])
    await takeBack(app, 'slip', id)
    expect(await wallets(member)).toEqual([0])
    expect(await approveTransfer(transfer, member)).toBeUndefined()
    expect(await wallets(member)).toEqual([wrong])
  })

  it('with another amount, which the bank reports as well: that is other money, and is credited once', async () => {
    const { member, made, id, amount, wrong, transfer } = await mistyped()
    const { reference } = made
    expect(await reportByFeed(app, member, { reference, at: app.clock.now(), amount: wrong })).toBe(
      'unmatched',
    )
    expect(await approve(id)).toBeUndefined()
    expect(await approveTransfer(transfer, member)).toBeUndefined()
    await expect(approveTransfer(transfer, member)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(await wallets(member)).toEqual([amount + wrong])
    expect(await placesOf(app, amount)).toEqual({ [`bank:${otherHouse}`]: -amount })
    expect(await placesOf(app, wrong)).toEqual({ [`bank:${house}`]: -wrong })
    await takeBack(app, 'bank-transfer', transfer)
    expect(await placesOf(app, wrong)).toEqual({ [`bank:${house}`]: -wrong, [`suspense:${house}`]: wrong })
    expect(await approveTransfer(transfer, member)).toBeUndefined()
    expect(await wallets(member)).toEqual([amount + wrong])
  })

  it('with another amount, at once with the wrong one: one credit, and one after that was taken back', async () => {
    for (let round = 0; round < 4; round++) {
      const { member, id, amount, wrong, transfer } = await mistyped()
      const decisions = [() => approve(id), () => approveTransfer(transfer, member), () => approve(id)]
      if (round % 2 === 1) decisions.reverse()
      await atOnce(...decisions)
      const [sum] = await wallets(member)
      expect([amount, wrong]).toContain(sum)
      if (sum === wrong) continue
      const again = () => approveTransfer(transfer, member)
      await Promise.allSettled([again(), takeBack(app, 'slip', id), again()])
      // Put away as the one that was taken back, it waits again.
      if ((await wallets(member))[0] === 0) expect(await again()).toBeUndefined()
      expect(await wallets(member)).toEqual([wrong])
    }
  })

  it('with another amount, while its slip is in doubt: the doubt ends when the wrong one is credited', async () => {
    const { member, made, id, amount, wrong, transfer } = await mistyped()
    const at = addSeconds(app.clock.now(), -30)
    await reportByFeed(app, member, { reference: newReference(), at, amount })
    expect(await approve(id)).toBe('IN_DOUBT')
    expect(await approveTransfer(transfer, member)).toBeUndefined()
    expect(await wallets(member)).toEqual([amount + wrong])
    expect((await settled(app, member.token, id)).note).toBe('SLIP_REFNO_DUPLICATED')
    expect(await rowsOf(made)).toMatchObject([
      { place: house, state: 'credited' },
      { place: otherHouse, state: 'matched' },
    ])
    expect((await deskOf(app, 'bank-twin').all()).filter((entry) => entry.amount === amount)).toEqual([])
    // The bank reports the right one after all: a person decides about it.
    const { reference } = made
    const fed = await reportByFeed(app, member, { reference, at, amount, to: otherHouse })
    expect(fed).toBe('unmatched')
    expect(await wallets(member)).toEqual([amount + wrong])
  })

  it('its slip at the right account, and its transfer at the wrong one, at once: one credit', async () => {
    for (let round = 0; round < 8; round++) {
      const amount = newAmount()
      const { member, made, id } = await misplaced(amount)
      const transfer = await rowAt(made, house)
      const decisions = [
        () => approve(id),
        () => approveTransfer(transfer, member),
        () => approve(id),
        () => approveTransfer(transfer, member),
      ]
      if (round % 2 === 1) decisions.reverse()
      await atOnce(...decisions)
      expect(await wallets(member)).toEqual([amount])
      expect(await keysOf(member)).toHaveLength(2)
    }
  })
})

describe('a slip of the money of a QR payment', () => {
  /**
   * A code of `other`, credited to them, and a slip of the owner's transfer of the same money that `other`
   * sent, too.
   * @param fed under which reference the bank reports it, if it does: the slip's, or one of its own
   */
  async function paidByCode(fed?: 'one reference' | 'two references') {
    const { owner, other } = await newPair()
    const amount = newAmount()
    const at = addSeconds(app.clock.now(), -300)
    at.setUTCSeconds(27, 0)
    const code = { id: await newCode(app, other, amount), eventId: newEventId() }
    expect(await reportByGateway(app, code, { amount, at })).toBe('credited')
    const sentAt = addSeconds(at, 20)
    const made = await makeTransfer(app, owner, {
      ...{ toBank: 'KBANK', toAccountNo: qrHouse, amount, at: sentAt.toISOString() },
    })
    const { reference } = made
    const reported = { reference: fed === 'two references' ? newReference() : reference }
    if (fed) await reportByFeed(app, owner, { ...reported, at: sentAt, amount, to: qrHouse })
    const first = await uploadToDesk(other, made, 'MAYBE_QR')
    expect(await approve(first)).toBe('IN_DOUBT')
    await isSame(amount)
    expect(await settled(app, other.token, first)).toMatchObject({ status: 'SUCCESS' })
    if (fed === 'two references') {
      expect(await approveTransfer(await rowAt(reported, qrHouse), other)).toBe('IN_DOUBT')
      await isSame(amount)
    }
    const [event] = await app.database.query<{ id: number }>(
      'select id from deposit_reports where reference = $1',
      [code.eventId],
    )
    return { owner, other, amount, made, first, event: String(event?.id), fact: `qr:KBANK:${code.id}` }
  }
  /** A person says of the report in doubt that it is money which was credited already. */
  async function isSame(amount: number): Promise<void> {
    const doubt = (await deskOf(app, 'bank-twin').all()).find((entry) => entry.amount === amount)
    await deskOf(app, 'bank-twin').decide(doubt?.id ?? '', 'refuse')
  }
  const approvePayment = (id: string, { id: memberId }: Sender) =>
    deskOf(app, 'qr-payment').decide(id, 'approve', { memberId })

  const eventIdOf = async (id: string): Promise<string> =>
    (
      await app.database.query<{ reference: string }>('select reference from deposit_reports where id = $1', [
        id,
      ])
    )[0]?.reference ?? ''

  it('fails when the payment is taken back, and gives the transfer back', async () => {
    const { owner, other, made, first, event } = await paidByCode()
    expect((await settle(app, owner.token, made.png)).note).toBe('SLIP_REFNO_DUPLICATED')
    await takeBack(app, 'qr-payment', event)
    expect(await settled(app, other.token, first)).toMatchObject({ status: 'FAILED', note: 'REVERSED' })
    const rows = await app.database.query(
      'select claims, journal_key, operator_id from slips where id = $1',
      [first],
    )
    expect(rows).toEqual([{ claims: false, journal_key: null, operator_id: 'operator' }])
  })

  it.each([undefined, 'one reference', 'two references'] as const)(
    'its owner’s slip credits the payment to the owner (bank: %s)',
    async (fed) => {
      const { owner, other, amount, made, event, fact } = await paidByCode(fed)
      await takeBack(app, 'qr-payment', event)
      const id = await uploadToDesk(owner, made, 'MAYBE_QR')
      expect(await approve(id)).toBeUndefined()
      expect(await settled(app, owner.token, id)).toMatchObject({ status: 'SUCCESS', amount })
      expect(await wallets(owner, other)).toEqual([amount, 0])
      expect(await keysOf(owner)).toEqual([`again:2:${fact}:${await eventIdOf(event)}`])
      expect(await placesOf(app, amount)).toEqual({ [fed ? `bank:${qrHouse}` : 'gateway:KBANK']: -amount })
      await expect(approvePayment(event, other)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
      expect((await deskOf(app, 'bank-twin').all()).filter((entry) => entry.amount === amount)).toEqual([])
      // And it can be taken back as well.
      await takeBack(app, 'qr-payment', event)
      expect(await settled(app, owner.token, id)).toMatchObject({ status: 'FAILED', note: 'REVERSED' })
      expect(await wallets(owner, other)).toEqual([0, 0])
    },
  )

  it('its owner’s slip is a success after the payment was credited to the owner', async () => {
    const { owner, other, amount, made, event } = await paidByCode()
    await takeBack(app, 'qr-payment', event)
    const id = await uploadToDesk(owner, made, 'MAYBE_QR')
    await approvePayment(event, owner)
    expect(await approve(id)).toBeUndefined()
    expect(await settled(app, owner.token, id)).toMatchObject({ status: 'SUCCESS', amount })
    expect(await wallets(owner, other)).toEqual([amount, 0])
  })

  it('and the payment, both members’ slips at once: one credit', async () => {
    for (let round = 0; round < 8; round++) {
      const { owner, other, amount, made, event } = await paidByCode(
        round % 4 > 1 ? 'one reference' : undefined,
      )
      await takeBack(app, 'qr-payment', event)
      const again = await uploadToDesk(other, made, 'MAYBE_QR')
      const right = await uploadToDesk(owner, made, 'MAYBE_QR')
      const decisions = [
        () => approve(right),
        () => approvePayment(event, other),
        () => approve(again),
        () => approvePayment(event, owner),
      ]
      if (round % 2 === 1) decisions.reverse()
      await atOnce(...decisions)
      const sums = await wallets(owner, other)
      expect(sums.sort((a, b) => a - b)).toEqual([0, amount])
    }
  })

  it('waits while the payment may be money that was credited otherwise, and ends as the payment does', async () => {
    const { owner, other, amount, made, event } = await paidByCode()
    await takeBack(app, 'qr-payment', event)
    const third = await newSender(app)
    const reference = newReference()
    const at = addSeconds(app.clock.now(), -290)
    await reportByFeed(app, third, { reference, at, amount, to: qrHouse })
    expect(await approveTransfer(await rowAt({ reference }, qrHouse), third)).toBeUndefined()
    const id = await uploadToDesk(owner, made, 'MAYBE_QR')
    await expect(approve(id)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(await approvePayment(event, owner)).toBe('IN_DOUBT')
    await expect(approve(id)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(await wallets(owner, other, third)).toEqual([0, 0, amount])
    const [doubt] = (await deskOf(app, 'bank-twin').all()).filter((entry) => entry.amount === amount)
    await deskOf(app, 'bank-twin').decide(doubt?.id ?? '', 'approve')
    expect(await approve(id)).toBeUndefined()
    expect(await wallets(owner, other, third)).toEqual([amount, 0, amount])
  })

  it('without a person, a slip of it is credited to nobody', async () => {
    const { owner, other, amount, made, event } = await paidByCode()
    await takeBack(app, 'qr-payment', event)
    const { reference } = made
    await reportBySlip(app, owner, { reference, at: app.clock.now(), amount, to: qrHouse })
    expect(await wallets(owner, other)).toEqual([0, 0])
  })
})

it('a slip that failed because the bank’s report was credited to its owner: the owner’s own is no second credit', async () => {
  const { owner, other } = await newPair()
  const amount = newAmount()
  const made = await makeTransfer(app, owner, { amount })
  const at = addSeconds(app.clock.now(), -30)
  await reportByFeed(app, owner, { reference: newReference(), at, amount })
  expect(await wallets(owner, other)).toEqual([amount, 0])
  const wrong = await uploadToDesk(other, made, 'NAME_UNCLEAR')
  expect(await approve(wrong)).toBe('IN_DOUBT')
  const [doubt] = (await deskOf(app, 'bank-twin').all()).filter((entry) => entry.amount === amount)
  await deskOf(app, 'bank-twin').decide(doubt?.id ?? '', 'refuse')
  expect((await settled(app, other.token, wrong)).note).toBe('SLIP_REFNO_DUPLICATED')
  const right = await uploadToDesk(owner, made, 'NAME_UNCLEAR')
  expect(await approve(right)).toBe('CREDITED')
  expect(await wallets(owner, other)).toEqual([amount, 0])
})
