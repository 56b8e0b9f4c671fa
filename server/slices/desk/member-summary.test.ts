import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { statementsOf } from '../../testing/statements.ts'
import { eventsOf, newOperator, type TestOperator } from '../operator/testing.ts'
import { recordWithdrawal } from '../withdraw/testing.ts'

/** A member at one look, through the real app. */

let app: TestApp
let support: TestOperator
let member: TestMember
beforeAll(async () => {
  app = await testApp({ settings: { 'withdraw.autoLimit': 0, 'withdraw.dailyCount': 100 } })
  support = await newOperator(app, 'support')
  member = await app.registerMember({ name: 'Look At Me' })
  await app.fund(member.id, 10_000)
})
afterAll(() => app.close())

const summaryOf = async (id: string) =>
  app.call('GET /api/console/members/:id/summary', { token: support.token, params: { id } })
const withdraw = async (amount: number, { token } = member) =>
  (
    await app.call('POST /api/wallet/withdraw', {
      token,
      body: { amount },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  ).body.withdrawalId

it('has the money, what waits at the desk, and what was refused', async () => {
  const first = await withdraw(200)
  const second = await withdraw(300)
  const cashier = await newOperator(app, 'cashier')
  const decision = { params: { queue: 'withdrawal', id: first } as const, token: cashier.token }
  const refused = await app.call('POST /api/console/desk/:queue/:id/refuse', {
    ...decision,
    body: { reason: 'played nothing yet' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(refused.status).toBe(200)
  const { body } = await summaryOf(member.id)
  expect(body.member).toMatchObject({ name: 'Look At Me', isActive: true, currency: 'THB' })
  expect(body.money).toMatchObject({ wallet: 9700, withdrawing: 300 })
  expect(body.waiting).toMatchObject([{ queue: 'withdrawal', id: second, amount: 300 }])
  expect(body.withdrawals.map(({ amount, status }) => [amount, status])).toEqual([
    [300, 'PENDING'],
    [200, 'FAILED'],
  ])
  expect(body.refusals).toMatchObject([
    { queue: 'withdrawal', id: first, operator: cashier.name, reason: 'played nothing yet' },
  ])
})

it('has nothing of another member', async () => {
  const other = await app.registerMember()
  const { body } = await summaryOf(other.id)
  expect(body).toMatchObject({
    waiting: [],
    withdrawals: [],
    deposits: [],
    slips: [],
    refusals: [],
    bonus: null,
  })
  expect(body.money).toMatchObject({ wallet: 0, withdrawing: 0 })
})

it('takes as many queries for much as for little', async () => {
  const queries = async (id: string): Promise<number> => {
    // The first look at a member is written down, those that follow soon are not. Names are read anew every
    // few seconds, which on a slow machine falls into one of several looks, and not into all.
    await summaryOf(id)
    const looks: number[] = []
    for (let i = 0; i < 3; i++)
      looks.push((await statementsOf(async () => expect((await summaryOf(id)).status).toBe(200))).length)
    return Math.min(...looks)
  }
  const little = await app.registerMember()
  await app.fund(little.id, 1000)
  await withdraw(100, little)
  const few = await queries(little.id)
  for (let i = 0; i < 12; i++) await withdraw(100)
  expect((await summaryOf(member.id)).body.waiting.length).toBeGreaterThan(10)
  expect(await queries(member.id)).toBe(few)
  expect(few).toBeGreaterThan(5)
  expect(few).toBeLessThan(35)
})

it('is a look that is audited; nobody else’s token opens it, and an unknown member is none', async () => {
  const looker = await newOperator(app, 'auditor')
  await app.call('GET /api/console/members/:id/summary', { token: looker.token, params: { id: member.id } })
  const looks = await eventsOf(app.database, { operatorId: looker.id, subject: `member:${member.id}` })
  expect(looks).toHaveLength(1)
  expect((await summaryOf('aaaaaaaaaaaa')).error).toMatchObject({ message: 'NO_DATA' })
  const { status } = await app.call('GET /api/console/members/:id/summary', {
    token: member.token,
    params: { id: member.id },
  })
  expect(status).toBe(401)
})

// The last one, because it moves the clock.
it('adds up what came in and was paid out, without what was taken back or waits', async () => {
  const { id } = await app.registerMember()
  const { ledger } = app.context
  const of = (account: { house: 'bank:x' } | 'wallet', baht: number) => ({
    account: typeof account === 'string' ? { member: id, name: account } : account,
    asset: 'THB' as const,
    amountMinor: baht * 100,
  })
  const deposit = (key: string, baht: number) =>
    ledger.post({
      key: `flow:${id}:${key}`,
      kind: 'deposit',
      memberId: id,
      legs: [of({ house: 'bank:x' }, -baht), of('wallet', baht)],
    })
  await deposit('a', 300)
  await deposit('b', 200)
  await deposit('c', 50)
  await ledger.reverse(`flow:${id}:c`, 'credited by mistake')
  await recordWithdrawal(app.context, id, 12_000, 'posted')
  const back = await recordWithdrawal(app.context, id, 6000, 'posted')
  await ledger.reverse(`posted:${back}`, 'the bank sent it back')
  await recordWithdrawal(app.context, id, 3000)
  const sums = { in: 500, out: 120 }
  const flow = async () => (await summaryOf(id)).body.flow
  expect(await flow()).toEqual({ day: sums, month: sums, ever: sums })
  const none = { in: 0, out: 0 }
  app.clock.advance(25 * 3600)
  // A login lasts twelve hours.
  support = await newOperator(app, 'support')
  expect(await flow()).toEqual({ day: none, month: sums, ever: sums })
  app.clock.advance(30 * 86_400)
  support = await newOperator(app, 'support')
  expect(await flow()).toEqual({ day: none, month: none, ever: sums })
})
