import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
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
  const [one, two] = [await newOperator(app, 'cashier'), await newOperator(app, 'support')]
  const before = await attemptsOf(one, params)
  expect(before?.mayAsk).toBe(true)
  expect(before?.latest.map(({ question, answer }) => `${question} ${answer}`)).toEqual([
    'status uncertain',
    'send uncertain',
  ])
  // Nothing is due yet.
  await payWithdrawals(app.context)
  const unasked = await attemptsOf(one, params)
  expect(unasked?.latest).toHaveLength(2)
  expect(unasked?.count).toBe(2)
  const answers = await Promise.all([
    ask(one, params),
    ask(two, params),
    ask(one, params),
    payWithdrawals(app.context),
    payWithdrawals(app.context),
  ])
  expect(answers.filter((answer) => answer?.body.status === 'ASKED')).toHaveLength(1)
  await Promise.all([payWithdrawals(app.context), payWithdrawals(app.context)])
  await app.context.attempts.idle()
  const [row] = await rowsOf(app, member)
  expect(row).toMatchObject({ state: 'SUCCESS', in_review: false })
  expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
  const asked = await app.database.query(
    `select answer from outside_attempts where kind = 'payout' and key = $1 and question = 'status' order by number`,
    [params.id],
  )
  expect(asked).toEqual([{ answer: 'uncertain' }, { answer: 'done' }])
  const audited = await app.database.query(
    `select operator_id from audit_log where action = 'desk.outside-asked' and subject = $1`,
    [`payout:${params.id}`],
  )
  expect(audited).toHaveLength(1)
  // It does not wait any more, so nobody can have it asked.
  expect((await ask(one, params)).error?.message).toBe('NO_DATA')
})

it('while a node asks, nobody makes it due again', async () => {
  const { params } = await uncertain()
  const by = await newOperator(app, 'owner')
  await app.database.query(
    `update outside_work set next_at = $2, claimed_until = $2 where kind = 'payout' and key = $1`,
    [params.id, new Date(app.clock.now().getTime() + 30_000)],
  )
  expect((await ask(by, params)).body.status).toBe('UNDER_WAY')
  expect((await ask(await newOperator(app, 'auditor'), params)).error?.message).toBe('FORBIDDEN')
})
