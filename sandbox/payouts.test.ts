import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorld, testWorld } from './testing/world.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld('postgres')
})
afterAll(() => world.close())

const order = (payoutId: string, amount = 500.25) => ({
  payoutId,
  bankCode: 'SCB',
  accountNo: '1234567890',
  accountName: 'SOMCHAI JAIDEE',
  amount,
  currency: 'THB',
})
const pay = (id: string, amount?: number) => world.signedCall('/payouts/pay', order(id, amount))
const status = async (payoutId: string) => (await world.signedCall('/payouts/status', { payoutId })).body
const list = async () => (await world.call('GET', '/api/bank/payouts')).body as unknown as object[]

test('pays once per payout id, and lists newest first', async () => {
  expect(await status('p1')).toEqual({ status: 'UNKNOWN' })
  for (let i = 0; i < 2; i++)
    expect(await pay('p1')).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  expect(await status('p1')).toEqual({ status: 'SUCCESS' })
  await pay('p2', 1)
  expect(await list()).toMatchObject([
    { payoutId: 'p2', amount: 1, asked: 1 },
    { ...order('p1'), status: 'SUCCESS', asked: 2, createdAt: expect.stringMatching(/Z$/) },
  ])
  expect((await world.call('GET', '/api/bank/payouts?limit=1')).body).toMatchObject([{ payoutId: 'p2' }])
  for (const wrong of ['0', '-1', 'x', '1;drop'])
    expect((await world.call('GET', `/api/bank/payouts?limit=${wrong}`)).body).toHaveLength(2)
})

test('a known payout id with other content is refused, and the first stays as it is', async () => {
  await pay('p3')
  const other = await pay('p3', 1)
  expect(other.status).toBe(409)
  expect(other.body?.status).toBeUndefined()
  expect(await status('p3')).toEqual({ status: 'SUCCESS' })
})

test('a payout that the fault `refuse` has refused stays refused', async () => {
  await world.call('PUT', '/api/faults/payout', { fault: 'refuse', times: 1, call: 'pay' })
  const answer = { status: 'REFUSED', reason: 'ACCOUNT_CLOSED' }
  expect(await pay('p4')).toMatchObject({ status: 422, body: answer })
  expect(await pay('p4')).toMatchObject({ status: 422, body: answer })
  expect(await status('p4')).toEqual(answer)
})

test('a refused status query does not look like a refused payout', async () => {
  await pay('p5')
  await world.call('PUT', '/api/faults/payout', { fault: 'refuse', times: 1, call: 'status' })
  expect((await status('p5'))?.status).toBeUndefined()
})

test('refuses calls with a wrong signature', async () => {
  expect((await world.signedCall('/payouts/pay', order('p6'), { secret: 'other' })).status).toBe(401)
  expect(await status('p6')).toEqual({ status: 'UNKNOWN' })
})
