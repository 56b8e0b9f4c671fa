import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mendItems } from '../../../desk/items.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { transaction } from '../../../platform/database.ts'
import { storeSettings } from '../../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import { eventsOf, newOperator, type TestOperator } from '../../operator/testing.ts'
import { announce, deskOf, inWallet, openAccounts } from '../testing/money-in.ts'
import { newReference, reportBySlip } from '../testing/reports.ts'
import { maxAnnounced } from './announce.ts'

/** Announced deposits (rules.md §5.5). */

let app: TestApp
let cashier: TestOperator
let other: TestOperator

beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'deposit.min': 20, 'deposit.manual': true } })
  await openAccounts(app)
  await addHouseAccounts(app.database, { bankCode: 'SCB', accountNo: '0000000022', currency: 'LAK', sort: 9 })
  cashier = await newOperator(app, 'cashier')
  other = await newOperator(app, 'owner')
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const newAccountNo = (): string => String(randomInt(1_000_000_000, 9_999_999_999))

/** A transfer that the bank reports: the member's own, or a stranger's. @returns its row's id */
async function arrive(
  amount: number,
  from: { accountNo?: string; name?: string; toAccountNo?: string } = {},
): Promise<string> {
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    fromBank: 'SCB',
    fromAccountNo: from.accountNo ?? newAccountNo(),
    fromName: from.name ?? 'NOBODY KNOWN',
    toBank: 'SCB',
    toAccountNo: from.toAccountNo ?? '0000000011',
    amount,
    feed: true,
  })
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  return String(row?.id)
}

/** A member whose transfers are recognised by `accountNo`. */
async function memberWithAccount(): Promise<{ member: TestMember; accountNo: string }> {
  const accountNo = newAccountNo()
  return { member: await app.registerMember({ bankAccountNo: accountNo }), accountNo }
}

async function waiting(amount: number, member?: TestMember) {
  const owner = member ?? (await app.registerMember())
  const { body, status } = await announce(app, owner, amount)
  expect(status).toBe(200)
  return { member: owner, id: body.depositId }
}

/** @returns the outcome, or the code of the refusal */
async function approve(id: string, transferId?: string, by = cashier): Promise<string> {
  const { body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
    token: by.token,
    params: { queue: 'manual-deposit', id },
    body: { reason: 'seen at the bank', ...(transferId !== undefined && { transferId }) },
  })
  return error?.message ?? body.status
}

const stateOf = async (id: string) =>
  (
    await app.database.query<{ state: string; operator_id: string | null; transfer_id: number | null }>(
      'select state, operator_id, transfer_id from manual_deposits where id = $1',
      [id],
    )
  )[0]
const desk = () => deskOf(app, 'manual-deposit')

describe('announcing', () => {
  it('is refused while manual deposits are off', async () => {
    const member = await app.registerMember()
    await storeSettings(app.database, { 'deposit.manual': false })
    await expect.poll(async () => (await announce(app, member, 100)).error).toEqual({ message: 'FORBIDDEN' })
    await storeSettings(app.database, { 'deposit.manual': true })
    const next = await app.registerMember()
    await expect.poll(async () => (await announce(app, next, 100)).status).toBe(200)
  })

  it('is one at a time, of the least at least; the same key again is the same announcement', async () => {
    const member = await app.registerMember()
    const answers = await Promise.all(Array.from({ length: 20 }, () => announce(app, member, 250.5)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await announce(app, member, 30)).toMatchObject({
      status: 409,
      error: { message: 'DEPOSIT_ANNOUNCED' },
    })
    expect(await inWallet(app, member)).toBe(0)

    const another = await app.registerMember()
    expect(await announce(app, another, 19.99)).toMatchObject({
      status: 422,
      error: { message: 'DEPOSIT_MINIMUM', minimum: 20 },
    })
    const key = randomUUID()
    const first = await announce(app, another, 20, key)
    expect(first.status).toBe(200)
    expect((await announce(app, another, 20, key)).body).toEqual(first.body)
  })

  it('is up to the daily sum exactly; what was refused, and yesterday’s, do not count', async () => {
    const { default: max } = maxAnnounced.THB
    const { member, id } = await waiting(max - 100)
    await desk().decide(id, 'refuse')
    const second = await waiting(max - 100, member)
    expect(await approve(second.id, await arrive(max - 100))).toBe('SECOND_OPERATOR_NEEDED')
    await app.database.query(
      `update manual_deposits set state = 'CREDITED', decided_at = now(), journal_key = id where id = $1`,
      [second.id],
    )
    await mendItems(app.database, app.context.desk)
    const tooMuch = { status: 422, error: { message: 'DEPOSIT_MAXIMUM', maximum: max } }
    expect(await announce(app, member, 100.01)).toMatchObject(tooMuch)
    expect(await announce(app, await app.registerMember(), max + 0.01)).toMatchObject(tooMuch)
    const third = await waiting(100, member)
    await desk().decide(third.id, 'refuse')
    app.clock.advance(86_400)
    const tomorrow = await waiting(max, member)
    await desk().decide(tomorrow.id, 'refuse')
    app.clock.advance(-86_400)
  })
})

describe('approving', () => {
  it('credits the chosen transfer, once, and nothing without one', async () => {
    const { member, id } = await waiting(333.33)
    expect(await approve(id)).toBe('INVALID_REQUEST')
    const transferId = await arrive(333.33)
    expect(await desk().find(id)).toMatchObject({
      memberId: member.id,
      amount: 333.33,
      reason: 'ANNOUNCED',
      candidates: expect.arrayContaining([expect.objectContaining({ transferId, amount: 333.33 })]),
    })
    // A sender of another name takes two people, whatever the amount.
    expect(await approve(id, transferId)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await inWallet(app, member)).toBe(0)
    const decided = await Promise.all(Array.from({ length: 8 }, () => approve(id, transferId, other)))
    expect(decided.sort()).toEqual([...Array(7).fill('ALREADY_DECIDED'), 'DONE'])
    expect(await inWallet(app, member)).toBe(333.33)
    expect(await stateOf(id)).toEqual({
      state: 'CREDITED',
      operator_id: other.id,
      transfer_id: Number(transferId),
    })
    // It has left the transfers that wait.
    await expect(
      deskOf(app, 'bank-transfer').decide(transferId, 'approve', { memberId: member.id }),
    ).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(await inWallet(app, member)).toBe(333.33)
  })

  it('credits what arrived, not what was announced, and says so; the larger amount takes two people', async () => {
    const { member, id } = await waiting(50)
    const transferId = await arrive(20_000.01)
    expect(await approve(id, transferId)).toBe('SECOND_OPERATOR_NEEDED')
    // The second must choose the same transfer.
    expect(await approve(id, await arrive(20_000.02), other)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await inWallet(app, member)).toBe(0)
    expect(await approve(id, transferId)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await approve(id, transferId, other)).toBe('DONE')
    expect(await inWallet(app, member)).toBe(20_000.01)
    const subject = `manual-deposit:${id}`
    const [event] = await eventsOf(app.database, { subject, actions: 'desk.approve' })
    expect(event?.details.said).toMatchObject({ transferId })
    expect(event?.details.evidence).toContainEqual({ label: 'announcedAmount', value: '50.00' })
  })

  it('of two announcements with one transfer credits one', async () => {
    const [first, second] = [await waiting(61.5), await waiting(61.5)]
    const transferId = await arrive(61.5)
    const outcomes = await Promise.all([
      approve(first.id, transferId),
      approve(second.id, transferId, other),
      approve(first.id, transferId, other),
      approve(second.id, transferId),
    ])
    expect(outcomes.filter((outcome) => outcome === 'DONE')).toHaveLength(1)
    expect((await inWallet(app, first.member)) + (await inWallet(app, second.member))).toBe(61.5)
    const left = (await stateOf(first.id))?.state === 'PENDING' ? first.id : second.id
    expect(await approve(left, transferId)).toBe('TRANSFER_TAKEN')
    expect((await stateOf(left))?.state).toBe('PENDING')
  })

  it('takes no transfer of another currency, of nobody’s report, in contradiction, or that is decided', async () => {
    const { id } = await waiting(70)
    const [first, contradicting] = [await arrive(70.5), await arrive(70)]
    await app.database.query('update deposit_reports set contradicts_id = $2 where id = $1', [
      contradicting,
      first,
    ])
    expect(await approve(id, contradicting)).toBe('TRANSFER_TAKEN')
    const kip = await arrive(70_000, { toAccountNo: '0000000022' })
    expect(await approve(id, kip)).toBe('TRANSFER_TAKEN')
    expect(await approve(id, '999999999')).toBe('TRANSFER_TAKEN')
    const { member, accountNo } = await memberWithAccount()
    const credited = await arrive(70, { accountNo, name: 'SOMYING JAIDEE' })
    expect(await inWallet(app, member)).toBe(70)
    expect(await approve(id, credited)).toBe('TRANSFER_TAKEN')
    expect((await stateOf(id))?.state).toBe('PENDING')
  })

  it('takes no transfer that only a slip shows: the bank has not reported its money', async () => {
    const payer = await memberWithAccount()
    const paid = { reference: newReference(), at: app.clock.now(), amount: 71.25 }
    await reportBySlip(app, { id: payer.member.id, accountNo: payer.accountNo }, paid)
    expect(await inWallet(app, payer.member)).toBe(71.25)
    const [row] = await app.database.query<{ id: number }>(
      'select id from deposit_reports where reference = $1',
      [paid.reference],
    )
    const transferId = String(row?.id)
    // Two people take the credit back, so that the transfer is nobody's again.
    const { queue } = deskOf(app, 'bank-transfer')
    const credit = await queue.reversible?.(transferId)
    if (!credit) throw new Error('the credit cannot be taken back')
    const by = { operatorId: other.id, reason: 'the picture was another’s' }
    await transaction(app.context.db, async (tx) => queue.reverse?.(tx, credit.journalKey, by))
    expect(await inWallet(app, payer.member)).toBe(0)
    const { member, id } = await waiting(71.25)
    expect((await desk().find(id))?.candidates?.map((candidate) => candidate.transferId)).not.toContain(
      transferId,
    )
    expect(await approve(id, transferId)).toBe('TRANSFER_TAKEN')
    await expect(desk().decide(id, 'approve', { transferId })).rejects.toMatchObject({
      code: 'TRANSFER_TAKEN',
    })
    expect([await inWallet(app, member), (await stateOf(id))?.state]).toEqual([0, 'PENDING'])
  })

  it('is in the member’s own currency', async () => {
    const member = await app.registerMember({ currency: 'LAK' })
    const { id } = await waiting(50_000, member)
    const transferId = await arrive(50_000, { toAccountNo: '0000000022' })
    expect(await approve(id, transferId)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await approve(id, transferId, other)).toBe('DONE')
    expect((await app.context.ledger.balances(member.id)).get('wallet')).toMatchObject({
      asset: 'LAK',
      amountMinor: 5_000_000,
    })
  })

  it('offers equal amounts first, then senders that fit', async () => {
    const { member, accountNo } = await memberWithAccount()
    const { id } = await waiting(88.8, member)
    // To an account of QR codes nobody is credited by the feed alone.
    const fits = await arrive(99.9, { accountNo, name: 'SOMYING JAIDEE', toAccountNo: 'T-KBANK' })
    const stranger = await arrive(88.8)
    const entry = await desk().find(id)
    const [first, ...rest] = entry?.candidates?.map((candidate) => candidate.transferId) ?? []
    expect(first).toBe(stranger)
    expect(rest[0]).toBe(fits)
    expect(rest.length).toBeLessThan(8)
  })
})

describe('the member’s own equal transfer', () => {
  it('closes the announcement by itself, so that approving it credits nothing more', async () => {
    const { member, accountNo } = await memberWithAccount()
    const { id } = await waiting(444.44, member)
    const free = await arrive(444.44)
    const credited = await arrive(444.44, { accountNo, name: 'SOMYING JAIDEE' })
    expect(await inWallet(app, member)).toBe(444.44)
    expect(await stateOf(id)).toEqual({
      state: 'CREDITED',
      operator_id: null,
      transfer_id: Number(credited),
    })
    expect(await desk().find(id)).toBeUndefined()
    expect(await approve(id, free)).toMatch(/NO_DATA|ALREADY_DECIDED/)
    expect(await inWallet(app, member)).toBe(444.44)
    // The next announcement is another deposit.
    expect((await announce(app, member, 444.44)).status).toBe(200)
  })

  it('that an operator assigned closes it as well; another amount does not', async () => {
    const { member, id } = await waiting(222.22)
    const transfers = deskOf(app, 'bank-transfer')
    await transfers.decide(await arrive(222.21), 'approve', { memberId: member.id })
    expect((await stateOf(id))?.state).toBe('PENDING')
    const equal = await arrive(222.22)
    await transfers.decide(equal, 'approve', { memberId: member.id })
    expect(await stateOf(id)).toMatchObject({ state: 'CREDITED', transfer_id: Number(equal) })
    expect(await inWallet(app, member)).toBe(444.43)
  })

  it('is shown in the item when it was credited before', async () => {
    const { member, accountNo } = await memberWithAccount()
    const credited = await arrive(77.7, { accountNo, name: 'SOMYING JAIDEE' })
    const { id } = await waiting(77.7, member)
    const [row] = await app.database.query<{ reference: string }>(
      'select reference from deposit_reports where id = $1',
      [credited],
    )
    expect((await desk().find(id))?.evidence).toContainEqual({
      label: 'creditedReference',
      value: row?.reference,
    })
    await desk().decide(id, 'refuse')
    expect(await inWallet(app, member)).toBe(77.7)
  })

  it('and an approval at the same moment credit what arrived, each transfer once', async () => {
    for (let round = 0; round < 6; round++) {
      const { member, accountNo } = await memberWithAccount()
      const amount = 500 + round
      const { id } = await waiting(amount, member)
      const free = await arrive(amount)
      const [outcome] = await Promise.all([
        approve(id, free),
        arrive(amount, { accountNo, name: 'SOMYING JAIDEE' }),
      ])
      const states = await app.database.query<{ count: number }>(
        `select count(*) as count from deposit_reports where member_id = $1 and state = 'credited'`,
        [member.id],
      )
      const credited = outcome === 'DONE' ? 2 : 1
      expect(states[0]?.count).toBe(credited)
      expect(await inWallet(app, member)).toBe(amount * credited)
    }
  })
})

it('a refusal closes it, and frees no money', async () => {
  const { member, id } = await waiting(50)
  await desk().decide(id, 'refuse')
  expect(await desk().find(id)).toBeUndefined()
  await expect(desk().decide(id, 'refuse')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  await expect(desk().decide('nothing', 'refuse')).rejects.toMatchObject({ code: 'NO_DATA' })
  expect(await inWallet(app, member)).toBe(0)
  expect((await announce(app, member, 50)).status).toBe(200)
})
