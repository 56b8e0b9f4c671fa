import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import {
  announce,
  askCode,
  deskOf,
  makeGift,
  openAccounts,
  pay,
  sendGift,
  takeBack,
} from './testing/money-in.ts'

/** What a member is shown of a deposit that has left the list of what is under way. */

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'deposit.manual': true } })
  await openAccounts(app)
})
afterAll(() => app.close())

const pendingOf = async ({ token }: TestMember) =>
  (await app.call('GET /api/wallet/pending', { token })).body.pending
const follow = async ({ token }: TestMember, key: string) => {
  const { body, error } = await app.call('GET /api/wallet/deposit/:key', { token, params: { key } })
  return error?.message ?? body
}
async function paidCode(member: TestMember, amount: number): Promise<string> {
  const qrcodeId = (await askCode(app, member, 'WW', amount)).body.qrcodeId ?? ''
  await pay(app, { qrcodeId })
  await expect.poll(() => follow(member, qrcodeId)).toEqual({ state: 'CREDITED', amount })
  return qrcodeId
}

it('a second payment of one code goes back: the first one’s credit is not taken for it', async () => {
  const member = await app.registerMember()
  const code = await paidCode(member, 100)
  await pay(app, { qrcodeId: code })
  await expect.poll(() => pendingOf(member)).toHaveLength(1)
  const [row] = await pendingOf(member)
  const key = row?.key ?? ''
  expect(row).toMatchObject({ kind: 'qr', id: code, state: 'WITH_TEAM', amount: 100 })
  expect(await follow(member, key)).toEqual({ state: 'UNDER_WAY', amount: 100 })

  const [waiting] = (await deskOf(app, 'qr-payment').all()).filter(({ memberId }) => memberId === member.id)
  await deskOf(app, 'qr-payment').decide(waiting?.id ?? '', 'refuse')
  expect(await pendingOf(member)).toMatchObject([{ key, id: code, state: 'GOING_BACK', amount: 100 }])
  expect(await follow(member, key)).toEqual({ state: 'GOING_BACK', amount: 100 })

  await deskOf(app, 'return').decide(String(waiting?.id), 'approve', { reference: 'RT1' })
  expect(await pendingOf(member)).toEqual([])
  expect(await follow(member, key)).toEqual({ state: 'RETURNED', amount: 100 })
  expect(await follow(member, code)).toEqual({ state: 'CREDITED', amount: 100 })
})

it('two payments of one code that wait are two rows, and each is followed by itself', async () => {
  const member = await app.registerMember()
  const code = (await askCode(app, member, 'WW', 160)).body.qrcodeId ?? ''
  await pay(app, { qrcodeId: code, amount: 161 })
  await pay(app, { qrcodeId: code, amount: 162 })
  await expect.poll(async () => (await pendingOf(member)).length).toBe(3)
  const rows = await pendingOf(member)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
  const [of161] = rows.filter(({ amount }) => amount === 161)
  const [waiting] = (await deskOf(app, 'qr-payment').all()).filter(({ amount }) => amount === 161)
  await deskOf(app, 'qr-payment').decide(waiting?.id ?? '', 'approve')
  expect(await follow(member, of161?.key ?? '')).toEqual({ state: 'CREDITED', amount: 161 })
  expect(await follow(member, code)).toEqual({ state: 'UNDER_WAY', amount: 160 })
  // It came out of suspense, and is a QR payment all the same.
  const { statements } = (
    await app.call('POST /api/statement', { token: member.token, body: { page: 1, limit: 5 } })
  ).body
  expect(statements).toMatchObject([{ method: 'QR', from: 'WW', amount: 161, status: 'SUCCESS' }])
})

it('a code that is cancelled or runs out is closed; one whose credit was taken back says so', async () => {
  const member = await app.registerMember()
  const { token } = member
  const cancelled = (await askCode(app, member, 'WW', 120)).body.qrcodeId ?? ''
  await app.call('DELETE /api/qrcode/:qrcodeId', { token, params: { qrcodeId: cancelled } })
  expect(await follow(member, cancelled)).toEqual({ state: 'CLOSED', amount: 120 })

  const old = (await askCode(app, member, 'WW', 130)).body.qrcodeId ?? ''
  app.clock.advance(16 * 60)
  expect(await follow(member, old)).toEqual({ state: 'CLOSED', amount: 130 })

  const other = await app.registerMember()
  const code = await paidCode(other, 135)
  const [event] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where payment_id = $1',
    [code],
  )
  await takeBack(app, 'qr-payment', String(event?.id))
  expect(await follow(other, code)).toEqual({ state: 'REVERSED', amount: 135 })
  expect(await follow(other, `payment-${event?.id}`)).toEqual({ state: 'REVERSED', amount: 135 })
})

it('an announcement: credited with what was found, or refused', async () => {
  const accountNo = String(randomInt(1_000_000_000, 9_999_999_999))
  const member = await app.registerMember({ bankAccountNo: accountNo })
  const { depositId } = (await announce(app, member, 77)).body
  expect(await follow(member, depositId)).toEqual({ state: 'UNDER_WAY', amount: 77 })
  await deskOf(app, 'manual-deposit').decide(depositId, 'refuse')
  expect(await follow(member, depositId)).toEqual({ state: 'REFUSED', amount: 77 })

  const second = (await announce(app, member, 78)).body.depositId
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    fromBank: 'SCB',
    fromAccountNo: '1111111111',
    fromName: 'NOBODY KNOWN',
    toBank: 'SCB',
    toAccountNo: '0000000011',
    amount: 78.25,
    feed: true,
  })
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  await deskOf(app, 'manual-deposit').decide(second, 'approve', { transferId: String(row?.id) })
  expect(await follow(member, second)).toEqual({ state: 'CREDITED', amount: 78.25 })
})

it('a gift: under way, credited, taken back', async () => {
  const member = await app.registerMember()
  const link = await makeGift(app, member.username, 40)
  await app.sandbox.setFault('gift', 'error', 10_000)
  const { giftId } = (await sendGift(app, member, link)).body
  expect(await follow(member, giftId)).toMatchObject({ state: 'UNDER_WAY' })
  await app.sandbox.setFault('gift', 'none')
  app.clock.advance(61)
  await expect.poll(() => follow(member, giftId)).toEqual({ state: 'CREDITED', amount: 40 })
  await takeBack(app, 'gift', giftId)
  expect(await follow(member, giftId)).toEqual({ state: 'REVERSED', amount: 40 })
})

it('nobody else’s', async () => {
  const [owner, stranger] = [await app.registerMember(), await app.registerMember()]
  const code = await paidCode(owner, 144)
  await pay(app, { qrcodeId: code })
  await expect.poll(() => pendingOf(owner)).toHaveLength(1)
  const { depositId } = (await announce(app, owner, 79)).body
  const keys = [code, depositId, ...(await pendingOf(owner)).map(({ key }) => key)]
  expect(keys).toHaveLength(4)
  for (const key of [...keys, 'gfnone', 'mdnone', 'qrnone', 'payment-999999'])
    expect(await follow(stranger, key)).toBe('NO_DATA')
})
