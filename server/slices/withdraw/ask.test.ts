import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { holdWork, storedAttempts } from '../../outside/testing.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { eventsOf, newOperator, type TestOperator } from '../operator/testing.ts'
import { payWithdrawals } from './pay.ts'
import { buildMember, rowsOf, walletOf, withdraw } from './testing.ts'

/** Operators have the bank asked again about a payout that it has not answered for (rules.md §17.7). */
let app: TestApp
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  // The server's own jobs would ask in between.
  await app.context.jobs.stop()
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** A payout that the bank has made without an answer that could be read, and that waits at the desk. */
async function uncertain() {
  const member = await buildMember(app, 1000)
  await withdraw(app, member, 400)
  await app.sandbox.setFault('payout', 'garbage', 1, 'pay')
  await payWithdrawals(app.context)
  await app.sandbox.setFault('payout', 'error', 99, 'status')
  app.clock.advance(3700)
  await payWithdrawals(app.context)
  const [row] = await rowsOf(app, member)
  expect(row).toMatchObject({ state: 'UNCERTAIN', in_review: true })
  await app.sandbox.setFault('payout', 'none')
  return { member, params: { queue: 'payout' as const, id: row?.id ?? '' } }
}

const ask = (by: TestOperator, params: { queue: 'payout'; id: string }) =>
  app.call('POST /api/console/desk/:queue/:id/ask', { token: by.token, params })
const attemptsOf = async (by: TestOperator, params: { queue: 'payout'; id: string }) =>
  (await app.call('GET /api/console/desk/:queue/:id/evidence', { token: by.token, params })).body.attempts

it('two operators and two sweeps at once: one question, one end', async () => {
  const { member, params } = await uncertain()
  const [first, second] = [await newOperator(app, 'cashier'), await newOperator(app, 'support')]
  const before = await attemptsOf(first, params)
  expect(before?.mayAsk).toBe(true)
  expect(before?.latest.map(({ question, answer }) => `${question} ${answer}`)).toEqual([
    'status uncertain',
    'send uncertain',
  ])
  // Nothing is due yet.
  await payWithdrawals(app.context)
  const unasked = await attemptsOf(first, params)
  expect(unasked?.latest).toHaveLength(2)
  expect(unasked?.count).toBe(2)
  const answers = await Promise.all([
    ask(first, params),
    ask(second, params),
    ask(first, params),
    payWithdrawals(app.context),
    payWithdrawals(app.context),
  ])
  expect(answers.filter((answer) => answer?.body.status === 'ASKED')).toHaveLength(1)
  await Promise.all([payWithdrawals(app.context), payWithdrawals(app.context)])
  await app.context.attempts.idle()
  const [row] = await rowsOf(app, member)
  expect(row).toMatchObject({ state: 'SUCCESS', in_review: false })
  expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
  const asked = await storedAttempts(app.database, 'payout', params.id)
  expect(asked.filter(({ question }) => question === 'status').map(({ answer }) => answer)).toEqual([
    'uncertain',
    'done',
  ])
  const audited = await eventsOf(app.database, {
    subject: `payout:${params.id}`,
    actions: 'desk.outside-asked',
  })
  expect(audited).toHaveLength(1)
  // It does not wait any more, so nobody can have it asked.
  expect((await ask(first, params)).error?.message).toBe('NO_DATA')
})

it('while a node asks, nobody makes it due again', async () => {
  const { params } = await uncertain()
  const by = await newOperator(app, 'owner')
  const heldUntil = new Date(app.clock.now().getTime() + 30_000)
  await holdWork(app.database, { kind: 'payout', key: params.id }, heldUntil)
  expect((await ask(by, params)).body.status).toBe('UNDER_WAY')
  expect((await ask(await newOperator(app, 'auditor'), params)).error?.message).toBe('FORBIDDEN')
})
