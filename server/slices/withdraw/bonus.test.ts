import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockWallet, verifyBooks } from '../../ledger/public.ts'
import { transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { queriesOf, waitingForLocks } from '../../testing/database.ts'
import {
  activate,
  bet,
  bonusesOf,
  campaigns,
  catchUp,
  creditArmed,
  deposit,
  free,
  outcomeOf,
} from '../bonus/testing.ts'
import { eventually, play, player, transfer } from '../wallet/testing.ts'
import type { Asked } from './begin.ts'
import { holdKey, withdrawalIdOf } from './rules.ts'

/** No withdrawal before the condition of a bonus is met (rules.md §6.2). */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
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
  otherWeight: 100,
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

const asked = (memberId: string): Asked => ({
  id: withdrawalIdOf(memberId, 'k'),
  memberId,
  amountMinor: 10_000,
  claim: {},
})

test('of many who are written together only the one with the bonus is not, and the others stay together', async () => {
  const bound = await withBonus()
  const free = await Promise.all(Array.from({ length: 9 }, () => player(app, 500)))
  const begun = await Promise.all(
    [bound, ...free].map(({ id }) => app.context.services.beginWithdrawal(asked(id))),
  )
  expect(begun).toEqual(['has-bonus', ...free.map(() => 'APPROVED')])
  const transactions = await app.database.query<{ xmin: string }>(
    'select distinct xmin::text from withdrawals where member_id = any($1::text[])',
    [free.map(({ id }) => id)],
  )
  expect(transactions).toHaveLength(1)
  expect(await app.context.ledger.findHold(holdKey(asked(bound.id).id))).toBeUndefined()
})

test('a bonus that is credited while the withdrawal waits for the wallet is seen', async () => {
  const member = await player(app, 500)
  const { db, services } = app.context
  await activate(app, member, await make.bonus({ maxTotal: 1000 }))
  const open = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = transaction(db, async (tx) => {
    await lockWallet(tx, member.id, 'THB')
    await creditArmed(queriesOf(tx), member.id)
    locked.resolve()
    await open.promise
  })
  await locked.promise
  const begun = services.beginWithdrawal(asked(member.id))
  await eventually(async () => (await waitingForLocks(app.database)) === 1)
  open.resolve()
  await holding
  expect(await begun).toBe('has-bonus')
})
