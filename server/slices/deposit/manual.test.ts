import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/books.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { deskOf, inWallet } from './testing/money-in.ts'

/** Announced deposits (rules.md §5.5). */

let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'deposit.min': 20 } })
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const announce = ({ token }: TestMember, amount: number, key?: string) =>
  app.call('POST /api/wallet/add', {
    token,
    body: { amount },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const announced = { status: 409, error: { message: 'DEPOSIT_ANNOUNCED' } }

it('is one at a time, and the operator’s approval credits it once', async () => {
  const member = await app.registerMember()
  const answers = await Promise.all(Array.from({ length: 20 }, () => announce(member, 250.5)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await announce(member, 30)).toMatchObject(announced)
  const { depositId: id, status } = answers.find((one) => one.status === 200)?.body ?? {}
  expect(status).toBe('PENDING')
  expect(await inWallet(app, member)).toBe(0)

  const desk = deskOf(app, 'manual-deposit')
  expect(await desk.queue.count()).toBe(1)
  expect(await desk.all()).toMatchObject([{ id, memberId: member.id, amount: 250.5, reason: 'ANNOUNCED' }])
  const decided = await Promise.allSettled(Array.from({ length: 10 }, () => desk.decide(id ?? '', 'approve')))
  expect(decided.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  await expect(desk.decide(id ?? '', 'refuse')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  await expect(desk.decide('nothing', 'approve')).rejects.toMatchObject({ code: 'NO_DATA' })
  expect(await inWallet(app, member)).toBe(250.5)
  expect(await app.context.ledger.houseBalance('bank:MANUAL', 'THB')).toBe(-25_050)
  expect((await announce(member, 30)).status).toBe(200)
  expect(await desk.all()).toHaveLength(1)
})

it('is closed by a refusal', async () => {
  const member = await app.registerMember()
  const { depositId } = (await announce(member, 50)).body
  const desk = deskOf(app, 'manual-deposit')
  expect((await desk.all()).map(({ id }) => id)).toContain(depositId)
  await desk.decide(depositId, 'refuse')
  expect(await desk.queue.find(depositId)).toBeUndefined()
  expect(await inWallet(app, member)).toBe(0)
  expect((await announce(member, 50)).status).toBe(200)
})

it('is in the member’s own currency', async () => {
  const member = await app.registerMember({ currency: 'LAK' })
  const { depositId } = (await announce(member, 50_000)).body
  await deskOf(app, 'manual-deposit').decide(depositId, 'approve')
  expect((await app.context.ledger.balances(member.id)).get('wallet')).toMatchObject({
    asset: 'LAK',
    amountMinor: 5_000_000,
  })
})

it('of less than the least is refused, and the same key again is the same announcement', async () => {
  const member = await app.registerMember()
  expect(await announce(member, 19.99)).toMatchObject({
    status: 422,
    error: { message: 'DEPOSIT_MINIMUM', minimum: 20 },
  })
  const key = randomUUID()
  const first = await announce(member, 20, key)
  expect(first.status).toBe(200)
  expect((await announce(member, 20, key)).body).toEqual(first.body)
})
