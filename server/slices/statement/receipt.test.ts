import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalsOf } from '../../ledger/testing/asked.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { anyLedger } from '../../testing/app.ts'
import {
  forgeSlip,
  makeTransfer,
  newSender,
  onDesk,
  settle,
  slipApp,
  upload,
} from '../deposit/slip/testing/slip.ts'
import {
  announce,
  askCode,
  deskOf,
  makeGift,
  openAccounts,
  pay,
  sendGift,
} from '../deposit/testing/money-in.ts'
import { newReference, reportByFeed } from '../deposit/testing/reports.ts'
import { removeHouseAccounts } from '../house/testing.ts'
import { newOperator } from '../operator/testing.ts'
import { buildMember, withdraw } from '../withdraw/testing.ts'

/** Receipts of deposits and withdrawals (product.md §3), whatever has become of them. */

let app: TestApp
let support: string
beforeAll(async () => {
  app = await slipApp({ settings: { 'deposit.manual': true, 'operator.searchesPerMinute': 1000 } })
  await removeHouseAccounts(app.database)
  await openAccounts(app)
  support = (await newOperator(app, 'support')).token
})
afterAll(() => app.close())

const ask = ({ token }: Pick<TestMember, 'token'>, id: string) =>
  app.call('GET /api/statement/receipt/:id', { token, params: { id } })
const receiptOf = async (member: Pick<TestMember, 'token'>, id: string) => {
  const { status, body } = await ask(member, id)
  expect([id, status]).toEqual([id, 200])
  return body
}
const rowsOf = async ({ token }: TestMember) =>
  (await app.call('POST /api/statement', { token, body: { page: 1, limit: 10 } })).body.statements
const newCode = async (member: TestMember) => (await askCode(app, member, 'WW', 100)).body.qrcodeId ?? ''
const shown = (id: string) => id.slice(0, 14).toUpperCase()
/** Whom the console finds by what a member reads out. */
const foundBy = async (search: string) =>
  (await app.call('GET /api/console/members', { token: support, query: { search } })).body.members.map(
    ({ _id }) => _id,
  )

describe('a withdrawal', () => {
  it('has one number from the request to the payment', async () => {
    const member = await buildMember(app, 40_000)
    const { withdrawalId } = (await withdraw(app, member, 30_000)).body
    const waiting = await receiptOf(member, withdrawalId)
    expect(waiting).toMatchObject({
      number: shown(withdrawalId),
      kind: 'withdraw',
      method: null,
      status: 'PENDING',
      reason: null,
      amount: 30_000,
      currency: 'THB',
      settledAt: null,
      from: { code: 'WALLET', account: null },
      to: { code: 'SCB', account: expect.stringMatching(/^•••••• \d{4}$/) },
      reference: null,
    })
    await deskOf(app, 'withdrawal').decide(withdrawalId, 'approve')
    await expect.poll(async () => (await receiptOf(member, withdrawalId)).status).toBe('SUCCESS')
    const paid = await receiptOf(member, withdrawalId)
    expect(paid).toMatchObject({ number: waiting.number, createdAt: waiting.createdAt })
    expect(paid.settledAt).not.toBeNull()
    const [row] = await rowsOf(member)
    expect(await receiptOf(member, row?._id ?? '')).toEqual(paid)
    expect(await foundBy(paid.number)).toEqual([member.id])
  })

  it('that staff refuse says why', async () => {
    const member = await buildMember(app, 40_000)
    const { withdrawalId } = (await withdraw(app, member, 30_000)).body
    await deskOf(app, 'withdrawal').decide(withdrawalId, 'refuse', { reasonCode: 'IDENTITY_UNCLEAR' })
    expect(await receiptOf(member, withdrawalId)).toMatchObject({
      status: 'FAILED',
      reason: 'IDENTITY_UNCLEAR',
      reference: null,
    })
  })
})

describe('a deposit', () => {
  it('by slip: while it waits, and once it is credited, from the slip and from the row', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member, { fromName: 'นางสาวสมหญิง ใจดี' })
    const { slipId } = (await upload(app.address, member.token, made.png)).body
    await onDesk(app, slipId)
    const waiting = await receiptOf(member, slipId)
    expect(waiting).toMatchObject({
      number: shown(slipId),
      kind: 'deposit',
      method: 'BANK',
      status: 'PENDING',
      amount: 250.75,
      settledAt: null,
      from: { code: 'KBANK', account: expect.stringMatching(/\d{4}/) },
      to: { code: 'SCB', account: '•••••• 0011' },
      reference: made.reference,
    })
    await deskOf(app, 'slip').decide(slipId, 'approve')
    const credited = await receiptOf(member, slipId)
    expect(credited).toMatchObject({ ...waiting, status: 'SUCCESS', settledAt: expect.any(String) })
    const [row] = await rowsOf(member)
    expect(await receiptOf(member, row?._id ?? '')).toEqual(credited)
    expect(await foundBy(credited.number)).toEqual([member.id])
  })

  it('by slip that is refused says why, and nothing of the sender', async () => {
    const member = await newSender(app)
    const other = await newSender(app, 'SOMCHAI DEEMAK')
    const made = await makeTransfer(app, other, { fromName: 'SOMCHAI DEEMAK' })
    const stolen = await settle(app, member.token, made.png)
    expect(stolen.status).toBe('FAILED')
    const receipt = await receiptOf(member, stolen._id)
    expect(receipt).toMatchObject({ status: 'FAILED', reason: stolen.note, from: { account: null } })
    const forged = await settle(app, member.token, await forgeSlip())
    expect(await receiptOf(member, forged._id)).toMatchObject({ status: 'FAILED', amount: null })
  })

  it('that only the bank reported has the number of its row, which the console finds', async () => {
    const member = await newSender(app)
    const reference = newReference()
    expect(await reportByFeed(app, member, { reference, at: app.clock.now(), to: '0000000011' })).toBe(
      'credited',
    )
    const [row] = await rowsOf(member)
    const receipt = await receiptOf(member, row?._id ?? '')
    expect(receipt).toMatchObject({
      number: `TX${row?._id}`,
      status: 'SUCCESS',
      amount: 250.75,
      from: { code: 'KBANK', account: `•••••• ${member.accountNo.slice(-4)}` },
      to: { code: 'SCB', account: '•••••• 0011' },
      reference,
    })
    expect(await receiptOf(member, receipt.number.toLowerCase())).toEqual(receipt)
    expect(await foundBy(receipt.number)).toEqual([member.id])
    expect(await foundBy('TX999999999')).toEqual([])
  })

  it('by a code that is paid twice has two numbers; one that is not paid has none', async () => {
    const member = await app.registerMember()
    const qrcodeId = await newCode(member)
    expect((await ask(member, qrcodeId)).body).toMatchObject({ message: 'NO_DATA' })
    await pay(app, { qrcodeId })
    await expect.poll(async () => (await rowsOf(member)).length).toBe(1)
    await pay(app, { qrcodeId })
    const twice = async () =>
      (await deskOf(app, 'qr-payment').all()).find(({ memberId }) => memberId === member.id)
    await expect.poll(twice).toBeDefined()
    await deskOf(app, 'qr-payment').decide((await twice())?.id ?? '', 'approve')
    const rows = await rowsOf(member)
    expect(rows).toHaveLength(2)
    const receipts = await Promise.all(rows.map(({ _id }) => receiptOf(member, _id)))
    expect(receipts.map(({ number }) => number)).toEqual([`TX${rows[0]?._id}`, shown(qrcodeId)])
    expect(receipts[1]).toMatchObject({ method: 'QR', amount: 100, status: 'SUCCESS' })
    expect((await receiptOf(member, qrcodeId)).number).toBe(shown(qrcodeId))
  })

  it('by gift and by announcement', async () => {
    const member = await app.registerMember()
    await sendGift(app, member, await makeGift(app, member.username, 40))
    await expect.poll(async () => (await rowsOf(member)).length).toBe(1)
    const [row] = await rowsOf(member)
    expect(await receiptOf(member, row?.sourceId ?? '')).toMatchObject({
      number: shown(row?.sourceId ?? ''),
      method: 'GIFT',
      status: 'SUCCESS',
      amount: 40,
      from: { code: 'GIFT', account: null },
    })
    const { depositId } = (await announce(app, member, 75)).body
    expect(await receiptOf(member, depositId)).toMatchObject({ status: 'PENDING', amount: 75 })
    await deskOf(app, 'manual-deposit').decide(depositId, 'refuse')
    expect(await receiptOf(member, depositId)).toMatchObject({ status: 'FAILED', amount: 75 })
  })

  it('that was taken back is not done', async () => {
    const member = await newSender(app)
    await reportByFeed(app, member, { reference: newReference(), at: app.clock.now(), to: '0000000011' })
    const [row] = await rowsOf(member)
    const [journal] = await journalsOf(app.database, { id: Number(row?._id) })
    await app.context.ledger.reverse(journal?.key ?? '', 'credited by mistake')
    expect(await receiptOf(member, row?._id ?? '')).toMatchObject({ status: 'FAILED', reason: 'REVERSED' })
  })
})

it('is its owner’s alone: everybody else has none, whatever the id', async () => {
  const [owner, other] = [await newSender(app), await newSender(app)]
  await app.fund(owner.id, 40_000)
  const { withdrawalId } = (await withdraw(app, owner, 30_000)).body
  const slip = await settle(app, owner.token, (await makeTransfer(app, owner)).png)
  await sendGift(app, owner, await makeGift(app, owner.username, 40))
  const { depositId } = (await announce(app, owner, 75)).body
  const qrcodeId = await newCode(owner)
  await pay(app, { qrcodeId })
  await expect.poll(async () => (await rowsOf(owner)).length).toBe(4)
  const rows = await rowsOf(owner)
  const ids = [withdrawalId, slip._id, depositId, qrcodeId]
  for (const id of [...ids, ...rows.flatMap(({ _id }) => [_id, `tx${_id}`])]) {
    expect((await ask(owner, id)).status).toBe(200)
    const { status, body } = await ask(other, id)
    expect([status, body]).toEqual([404, { message: 'NO_DATA' }])
  }
  for (const id of ['0', '999999999999999', 'wd00000000', 'sl00000000']) {
    expect((await ask(owner, id)).body).toEqual({ message: 'NO_DATA' })
  }
  expect((await app.call('GET /api/statement/receipt/:id', { params: { id: slip._id } })).status).toBe(401)
  expect((await ask(owner, 'xx1')).status).toBe(400)
})

it('is none of a transfer between wallet and game, or of a bonus', async () => {
  const member = await app.registerMember()
  await anyLedger(app.context).post({
    key: 'test:bonus',
    kind: 'bonus',
    memberId: member.id,
    legs: [
      { account: { house: 'prize' }, asset: 'THB', amountMinor: -100 },
      { account: { member: member.id, name: 'wallet' }, asset: 'THB', amountMinor: 100 },
    ],
    meta: {},
  })
  const [row] = await rowsOf(member)
  expect((await ask(member, row?._id ?? '')).body).toEqual({ message: 'NO_DATA' })
})
