import { reasonCodes } from '@krapao/contract/slices/desk/reason-codes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import { eventsOf, newOperator, type TestOperator } from '../../operator/testing.ts'
import { receiveTransfer } from '../feed/receive.ts'
import { deskOf, newEventId } from '../testing/money-in.ts'
import { newCode, reportByGateway } from '../testing/ways.ts'
import {
  decide,
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
  slipDeskOf,
  upload,
} from './testing/slip.ts'

/** Slips that a person decides about (rules.md §5.1). */

let app: TestApp

describe('a name that says too little', () => {
  beforeAll(async () => {
    app = await slipApp()
  })
  afterAll(() => app.close())

  async function unclear() {
    const member = await newSender(app)
    const made = await makeTransfer(app, member, { fromName: 'นางสาวสมหญิง ใจดี' })
    const { body } = await upload(app.address, member.token, {
      bytes: made.png,
      fields: { amount: '250.75', bank: 'SCB' },
    })
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    return { member, ...made, id: body.slipId }
  }

  it('is put before a person, with what there is to see', async () => {
    const { member, reference, id } = await unclear()
    const [entry] = await slipDeskOf(app).all()
    expect(entry).toMatchObject({ id, memberId: member.id, amount: 250.75, currency: 'THB' })
    const evidence = Object.fromEntries(entry?.evidence.map(({ label, value }) => [label, value]) ?? [])
    expect(evidence).toMatchObject({
      reference,
      fromName: 'นางสาวสมหญิง ใ',
      fromAccountNo: `xxx-x-x${member.accountNo.slice(5, 9)}-x`,
      statedAmount: '250.75',
      statedBank: 'SCB',
    })
    expect((await fetch(app.address + entry?.picture)).headers.get('content-type')).toBe('image/jpeg')
    await decide(app, id, 'approve')
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'SUCCESS' })
    expect(await inWallet(app, member.token)).toBe(250.75)
    expect(await slipDeskOf(app).all()).toEqual([])
  })

  it('refused is NOT_MATCH, and the transfer is free again', async () => {
    const { member, png, id } = await unclear()
    await decide(app, id, 'refuse')
    expect((await settled(app, member.token, id)).note).toBe('NOT_MATCH')
    const again = await upload(app.address, member.token, png)
    expect(await onDesk(app, again.body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    await decide(app, again.body.slipId, 'refuse')
  })

  it('refused with a usual reason, the member reads what that means', async () => {
    const { token } = await newOperator(app, 'owner')
    const notes = {
      NOT_ARRIVED: 'NOT_ARRIVED',
      NOT_OUR_ACCOUNT: 'DEST_ACC_INVALID',
      ALREADY_CREDITED: 'SLIP_REFNO_DUPLICATED',
      UNREADABLE: 'INVALID_SLIP',
      OTHERS_MONEY: 'NOT_MATCH',
      FORGED: 'INVALID_SLIP',
    } as const satisfies Record<(typeof reasonCodes)['slip']['refuse'][number], string>
    for (const reasonCode of reasonCodes.slip.refuse) {
      const { member, id } = await unclear()
      const params = { queue: 'slip' as const, id }
      await app.call('POST /api/console/desk/:queue/:id/refuse', { token, params, body: { reasonCode } })
      expect((await settled(app, member.token, id)).note, reasonCode).toBe(notes[reasonCode])
    }
  })

  it('does not block another member’s slip', async () => {
    const { member, png, id } = await unclear()
    expect((await settle(app, (await newSender(app)).token, png)).note).toBe('NOT_MATCH')
    expect((await settle(app, member.token, png)).note).toBe('SLIP_REFNO_DUPLICATED')
    await decide(app, id, 'approve')
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'SUCCESS' })
    await expect(decide(app, id, 'refuse')).rejects.toThrow('ALREADY_DECIDED')
  })
})

describe('one whose transfer was credited meanwhile', () => {
  let owner: TestOperator
  let cashier: TestOperator
  beforeAll(async () => {
    app = await slipApp({ engine: 'postgres' })
    owner = await newOperator(app, 'owner')
    cashier = await newOperator(app, 'cashier')
  })
  afterAll(async () => {
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })

  /** A slip on the desk, and the bank's feed about its transfer. */
  async function waiting(change: { amount?: number } = {}) {
    const member = await newSender(app)
    const made = await makeTransfer(app, member, { fromName: 'นางสาวสมหญิง ใจดี', ...change })
    const { body } = await upload(app.address, member.token, made.png)
    await onDesk(app, body.slipId)
    return { member, made, id: body.slipId }
  }
  const report = ({ reference }: Made, from: { accountNo: string }, amount = 250.75) =>
    receiveTransfer(
      app.context,
      { bankCode: 'SCB', accountNo: house, currency: 'THB', takesQr: false },
      {
        reference,
        amountMinor: Math.round(amount * 100),
        paidAt: app.clock.now(),
        fromBank: 'KBANK',
        fromAccountNo: from.accountNo,
        fromName: 'SOMYING JAIDEE',
      },
    )
  async function approve(id: string, by: TestOperator, amount?: number) {
    const { status, body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: by.token,
      params: { queue: 'slip', id },
      body: { reason: 'it is hers', ...(amount && { amount }) },
    })
    return status === 200 ? body.status : [status, error?.message, error?.superseded]
  }
  const events = async (id: string) =>
    (await eventsOf(app.database, { subject: `slip:${id}` })).map(({ action }) => action)

  it('to another by the feed: nothing is credited, the operator learns it, the slip ends as a duplicate', async () => {
    const { member, made, id } = await waiting()
    const other = await newSender(app)
    expect(await report(made, other)).toBe('credited')
    expect(await approve(id, cashier)).toEqual([409, 'ALREADY_DECIDED', 'CREDITED'])
    expect(await settled(app, member.token, id)).toMatchObject({
      status: 'FAILED',
      note: 'SLIP_REFNO_DUPLICATED',
    })
    expect([await inWallet(app, member.token), await inWallet(app, other.token)]).toEqual([0, 250.75])
    expect(await slipDeskOf(app).find(id)).toBeUndefined()
    expect(await events(id)).toEqual(['desk.superseded'])
    expect(await approve(id, owner)).toEqual([409, 'ALREADY_DECIDED', 'CREDITED'])
  })

  it('above the limit: the second operator learns it, and it stays one credit', async () => {
    const { member, made, id } = await waiting({ amount: 30_000 })
    const other = await newSender(app)
    expect(await approve(id, cashier)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await report(made, other, 30_000)).toBe('credited')
    expect(await approve(id, owner)).toEqual([409, 'ALREADY_DECIDED', 'CREDITED'])
    expect([await inWallet(app, member.token), await inWallet(app, other.token)]).toEqual([0, 30_000])
    expect(await events(id)).toEqual(['desk.approve-first', 'desk.superseded'])
  })

  it('to the same member by the feed: matched, credited once', async () => {
    const { member, made, id } = await waiting()
    expect(await report(made, member)).toBe('credited')
    expect(await approve(id, cashier)).toBe('DONE')
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'SUCCESS', amount: 250.75 })
    expect(await inWallet(app, member.token)).toBe(250.75)
  })

  it('to the same member with another amount: matched to that, and the operator learns it', async () => {
    const { member, made, id } = await waiting()
    expect(await report(made, member, 100)).toBe('credited')
    expect(await approve(id, cashier)).toEqual([409, 'ALREADY_DECIDED', 'CREDITED'])
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'SUCCESS', amount: 100 })
    expect(await inWallet(app, member.token)).toBe(100)
  })

  it('or sent back to its sender: nothing is credited, and the operator learns it', async () => {
    const { member, made, id } = await waiting({ amount: 260.25 })
    expect(await report(made, { accountNo: '' }, 260.25)).toBe('waiting')
    const entry = (await deskOf(app, 'bank-transfer').all()).find(({ evidence }) =>
      evidence.some(({ value }) => value === made.reference),
    )
    await deskOf(app, 'bank-transfer').decide(entry?.id ?? '', 'refuse')
    expect(await approve(id, cashier)).toEqual([409, 'ALREADY_DECIDED', 'SENT_BACK'])
    // It ends with the money, when that was sent.
    const [pending] = (await app.call('GET /api/wallet/pending', { token: member.token })).body.pending
    expect(pending).toMatchObject({ key: id, state: 'GOING_BACK' })
    await deskOf(app, 'return').decide(entry?.id ?? '', 'approve', { reference: 'R1' })
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'FAILED', note: 'RETURNED' })
    expect(await inWallet(app, member.token)).toBe(0)
  })

  it('and approved at the moment of the feed: one credit, never two', async () => {
    for (let round = 0; round < 4; round++) {
      const { member, made, id } = await waiting()
      const other = await newSender(app)
      const [outcome] = await Promise.all([approve(id, cashier), report(made, other)])
      const wallets = [await inWallet(app, member.token), await inWallet(app, other.token)]
      expect(wallets).toEqual(outcome === 'DONE' ? [250.75, 0] : [0, 250.75])
    }
  })

  it('an unmatched transfer whose slip was approved meanwhile is off the desk', async () => {
    const { member, made, id } = await waiting()
    await report(made, { accountNo: '' })
    const desk = deskOf(app, 'bank-transfer')
    const entry = (await desk.all()).find(({ evidence }) =>
      evidence.some(({ value }) => value === made.reference),
    )
    const other = await newSender(app)
    expect(await approve(id, cashier)).toBe('DONE')
    expect(await desk.find(entry?.id ?? '')).toBeUndefined()
    for (const choice of ['approve', 'refuse'] as const) {
      await expect(desk.decide(entry?.id ?? '', choice, { memberId: other.id })).rejects.toMatchObject({
        code: 'ALREADY_DECIDED',
      })
    }
    expect([await inWallet(app, member.token), await inWallet(app, other.token)]).toEqual([250.75, 0])
  })
})

describe('one of a transfer to the account that QR codes are paid into', () => {
  const qrHouse = '0000000033'
  beforeAll(async () => {
    app = await slipApp({ engine: 'postgres' })
    await addHouseAccounts(app.database, { bankCode: 'KBANK', mode: 'SMS', accountNo: qrHouse, sort: 5 })
  })
  afterAll(async () => {
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })

  let amounts = 400
  /** A code that was paid and credited five minutes ago, at a second that is no full minute. */
  async function paidCode(member: Sender) {
    const amount = ++amounts + 0.75
    const at = addSeconds(app.clock.now(), -300)
    at.setUTCSeconds(27, 0)
    const code = { id: await newCode(app, member, amount), eventId: newEventId() }
    expect(await reportByGateway(app, code, { amount, at })).toBe('credited')
    return { amount, at, eventId: code.eventId }
  }
  /** A slip of so much, so many seconds after that, as the desk shows it. */
  async function slipOf(member: Sender, { amount, at }: { amount: number; at: Date }, seconds: number) {
    const made = await makeTransfer(app, member, {
      ...{ toBank: 'KBANK', toAccountNo: qrHouse, amount, at: addSeconds(at, seconds).toISOString() },
    })
    const { body } = await upload(app.address, member.token, made.png)
    return onDesk(app, body.slipId)
  }
  const inWalletOf = ({ token }: Sender) => inWallet(app, token)

  it('is shown beside the QR payment, whose it was and that it was credited; approved, it waits in doubt', async () => {
    const member = await newSender(app)
    const payer = await newSender(app)
    const paid = await paidCode(member)
    await paidCode(member)
    const before = await inWalletOf(member)
    const entry = await slipOf(payer, paid, 20)
    expect(entry).toMatchObject({ reason: 'MAYBE_QR', reportedBy: ['SLIP'] })
    expect(entry.counterparts).toEqual([
      {
        reportedBy: ['GATEWAY'],
        at: 'KBANK',
        amount: paid.amount,
        paidAt: paid.at.toISOString(),
        reference: paid.eventId,
        fromName: '',
        place: 'CREDITED',
        memberId: member.id,
      },
    ])
    const { token, id: operatorId } = await newOperator(app, 'cashier')
    const params = { queue: 'slip' as const, id: entry.id }
    const shown = await app.call('GET /api/console/desk/:queue/:id', { token, params })
    expect(shown.body.item?.counterparts).toMatchObject([
      { member: { _id: member.id, username: member.username }, place: 'CREDITED' },
    ])
    const looks = await eventsOf(app.database, { operatorId, actions: 'look.member' })
    expect(looks.map(({ subject }) => subject).sort()).toEqual(
      [`member:${member.id}`, `member:${payer.id}`].sort(),
    )
    expect(await deskOf(app, 'slip').decide(entry.id, 'approve')).toBe('IN_DOUBT')
    expect(await inWalletOf(payer)).toBe(0)
    const [doubt] = (await deskOf(app, 'bank-twin').all()).filter(({ amount }) => amount === paid.amount)
    expect(doubt).toMatchObject({ reportedBy: ['SLIP'], counterparts: entry.counterparts })
    await deskOf(app, 'bank-twin').decide(doubt?.id ?? '', 'refuse')
    expect(await inWalletOf(payer)).toBe(0)
    expect(await inWalletOf(member)).toBe(before)
  })

  it('what it was decided beside stays with the decision', async () => {
    const member = await newSender(app)
    const paid = await paidCode(member)
    const entry = await slipOf(member, paid, 20)
    const { token } = await newOperator(app, 'cashier')
    const params = { queue: 'slip' as const, id: entry.id }
    const body = { reason: 'it was the QR payment' }
    await app.call('POST /api/console/desk/:queue/:id/refuse', { token, params, body })
    const { body: after } = await app.call('GET /api/console/desk/:queue/:id', { token, params })
    expect(after.decision?.counterparts).toMatchObject([
      { reference: paid.eventId, place: 'CREDITED', member: { _id: member.id } },
    ])
  })

  it('is shown beside nothing where no payment is near in time, or another slip was found to show it', async () => {
    const member = await newSender(app)
    const far = await paidCode(member)
    expect((await slipOf(member, far, -1500)).counterparts).toEqual([])
    const paid = await paidCode(member)
    const first = await slipOf(member, paid, 0)
    expect(first.counterparts).toHaveLength(1)
    await deskOf(app, 'slip').decide(first.id, 'approve')
    expect((await slipOf(member, paid, 30)).counterparts).toEqual([])
  })
})
