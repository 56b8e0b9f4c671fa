import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { activate, bet, bonusesOf, campaigns, catchUp, deposit, free, outcomeOf } from '../bonus/testing.ts'
import { play, player, transfer } from '../wallet/testing.ts'
import { beginIn, type Permitted } from './begin.ts'
import { withdrawalIdOf } from './rules.ts'

/** No withdrawal before the condition of a bonus is met (rules.md §6.2). */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  await app.context.jobs.stop()
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const withdraw = ({ token }: Pick<TestMember, 'token'>, amount: number) =>
  app.call('POST /api/wallet/withdraw', { token, body: { amount } })
const condition = {
  mode: 'turnover' as const,
  multiplePercent: 200,
  weights: {},
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
}

async function withBonus(mode: 'turnover' | 'balance' = 'turnover'): Promise<TestMember> {
  const member = await player(app, 0, 'PG')
  await activate(app, member, await make.bonus(mode === 'turnover' ? { condition } : {}))
  await deposit(app, member, 500)
  return member
}

test('while it runs: BONUS_CONDITION with what is reached and what has to be', async () => {
  const member = await withBonus()
  await bet(app, member, 300)
  for (const path of ['withdraw', 'withdrawAll'] as const) {
    const called = await app.call(`POST /api/wallet/${path}`, { token: member.token, body: { amount: 100 } })
    expect(called.error).toEqual({
      message: 'BONUS_CONDITION',
      current: 300,
      required: 1200,
      mode: 'turnover',
    })
  }
  const other = await withBonus('balance')
  expect((await withdraw(other, 100)).error).toMatchObject({ current: 600, required: 1200, mode: 'balance' })
})

test('an armed bonus hinders nothing', async () => {
  const member = await player(app, 500)
  await activate(app, member, await make.bonus({ maxTotal: 1000 }))
  expect(outcomeOf(await withdraw(member, 100))).toBe('OK')
})

test('one that is met, or has failed, ends by the asking and hinders nothing', async () => {
  const met = await withBonus('balance')
  await transfer(app, met, 'WALLET', 'PG', 100)
  await play(app, met, 'PG', { stake: 100, win: 700 })
  expect(outcomeOf(await withdraw(met, 100))).toBe('OK')
  expect(await bonusesOf(app, met)).toMatchObject([{ state: 'FINISHED' }])

  const failed = await player(app, 0, 'PG')
  await activate(app, failed, await make.bonus({ credit: free(60) }))
  await transfer(app, failed, 'WALLET', 'PG', 60)
  await play(app, failed, 'PG', { stake: 60, win: 0 })
  await catchUp(app)
  expect(outcomeOf(await withdraw(failed, 100))).toBe('422 MONEY_NOT_ENOUGH')
  expect(await bonusesOf(app, failed)).toMatchObject([{ state: 'FAILED' }])
})

const permitted = (memberId: string): Permitted => ({
  id: withdrawalIdOf(memberId, 'k'),
  memberId,
  currency: 'THB',
  amountMinor: 10_000,
  limits: { minimum: 1, maximum: 50_000, dailyCount: 10, dailySum: 100_000 },
  autoLimitMinor: 500_000,
  claim: {},
})

test('decided where the money is held, too: a bonus that came in between refuses it, by what there was before', async () => {
  const member = await withBonus('balance')
  const begun = transaction(app.context.db, (tx) => beginIn(app.context.ledger, tx, [permitted(member.id)]))
  await expect(begun).rejects.toMatchObject({
    code: 'BONUS_CONDITION',
    details: { current: 600, required: 1200, mode: 'balance' },
  })
})

test('of many who are written together only the one with the bonus is refused', async () => {
  const bound = await withBonus()
  const free = await Promise.all(Array.from({ length: 9 }, () => player(app, 500)))
  const outcomes = await Promise.allSettled(
    [...free, bound].map(({ id }) => app.context.services.beginWithdrawal(permitted(id))),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([...free.map(() => 'fulfilled'), 'rejected'])
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'BONUS_CONDITION' } })
})
