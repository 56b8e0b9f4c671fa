import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { testCondition } from '../campaign/testing.ts'
import { usernameOf } from '../game/rules.ts'
import { atProvider, holdings, open, player, refresh, transfer } from '../wallet/testing.ts'
import { sweepBonuses } from './sweep.ts'
import {
  activate,
  bonusesOf,
  campaigns,
  catchUp,
  check,
  clear,
  deposit,
  outcomeOf,
  takeBack,
} from './testing.ts'

/** The deposit of a bonus is taken back while money of the bonus is not in the wallet (rules.md §7.1). */

let app: TestApp
let code: string
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when bets are asked for, and a bonus is looked at.
  await app.context.jobs.stop()
  code = await campaigns(app).bonus({
    credit: { kind: 'deposit', minDeposit: 50, percent: 100, maxBonus: 1000 },
    condition: { ...testCondition, mayForfeit: false },
    maxTotal: 1_000_000,
    maxReceived: 1000,
    budget: 200_000,
  })
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const credited = (members: number) => ({ given: members * 1000, reserved: 0 })
const budget = async () => {
  const [row] = await app.database.query<{ given: number; reserved: number }>(
    'select given_minor / 100 as given, reserved_minor / 100 as reserved from bonus_budgets where campaign = $1',
    [code],
  )
  return row && { given: Number(row.given), reserved: Number(row.reserved) }
}
const isOk = (act: Promise<unknown>) =>
  act.then(
    () => true,
    () => false,
  )
const totalOf = async (member: TestMember) => {
  const { wallet, game, inTransit } = await holdings(app, member, 'PG')
  return wallet + game + inTransit
}
const stateOf = async (member: TestMember) => (await bonusesOf(app, member))[0]?.state

/** Sweeps, each time after the wait of the one before, until the bonus has ended. */
const sweepUntilCancelled = (member: TestMember) =>
  expect
    .poll(
      async () => {
        await sweepBonuses(app.context)
        app.clock.advance(61)
        return stateOf(member)
      },
      { timeout: 20_000 },
    )
    .toBe('CANCELLED')

/** A member whose deposit of 1,000 brought 1,000, which is in the game. */
async function playing(own = 0): Promise<{ member: TestMember; key: string }> {
  const member = await player(app, own, 'PG')
  expect(outcomeOf(await activate(app, member, code))).toBe('OK')
  const key = await deposit(app, member, 1000)
  expect(outcomeOf(await transfer(app, member, 'WALLET', 'PG', 1000))).toBe('OK')
  return { member, key }
}
const withdraw = ({ token }: TestMember, amount: number) =>
  app.call('POST /api/wallet/withdrawAll', { token, body: { amount } })

test('it is brought home, and goes back to the house', async () => {
  const { member, key } = await playing()
  await takeBack(app, key)
  await expect.poll(() => stateOf(member)).toBe('CANCELLED')
  expect(await holdings(app, member, 'PG')).toEqual({ wallet: 0, game: 0, inTransit: 0 })
  expect(await atProvider(app, member, 'PG')).toBe(0)
  expect(await budget()).toEqual(credited(0))
  // It was not received.
  expect(outcomeOf(await activate(app, member, code))).toBe('OK')
  expect(outcomeOf(await clear(app, member))).toBe('OK')
})

test('other money of the member stays', async () => {
  const { member, key } = await playing(300)
  await takeBack(app, key)
  await expect.poll(() => stateOf(member)).toBe('CANCELLED')
  expect(await totalOf(member)).toBe(300)
})

test('while the game does not answer it is owed: nothing can be withdrawn, and nothing else be taken', async () => {
  const { member, key } = await playing()
  await app.sandbox.setFault('PG', 'error', 1000)
  await takeBack(app, key)
  await sweepBonuses(app.context)
  expect(await check(app, member)).toMatchObject({
    bonus: { state: 'ACTIVE', progress: { state: 'reversed', forfeit: { returned: 1000, kept: 0 } } },
  })
  await deposit(app, member, 400)
  expect(outcomeOf(await withdraw(member, 400))).toMatch('BONUS_CONDITION')
  expect(outcomeOf(await activate(app, member, code))).toMatch('BONUS_ALREADY_ACTIVE')
  expect(await budget()).toEqual(credited(1))

  // The node that took the deposit back may have died: a sweep ends it.
  await app.sandbox.setFault('PG', 'none', 1)
  app.clock.advance(300)
  await sweepUntilCancelled(member)
  expect(await totalOf(member)).toBe(400)
  expect(await budget()).toEqual(credited(0))
})

test('an open bet is waited for, and its win goes back too', async () => {
  const { member, key } = await playing()
  // The own money is at one game, and the bonus is played at another one.
  await open(app, member, 'UFABET')
  expect(outcomeOf(await transfer(app, member, 'WALLET', 'UFABET', 1000))).toBe('OK')
  await deposit(app, member, 1000)
  const betId = await app.sandbox.openBet('UFABET', usernameOf(member.id), { stake: 600 })
  await refresh(app, member)
  await app.context.ledger.seal()
  await takeBack(app, key)
  await sweepBonuses(app.context)
  expect(await check(app, member)).toMatchObject({
    bonus: { progress: { state: 'reversed' }, openBets: { games: ['UFABET'] } },
  })
  await app.sandbox.endBet('UFABET', betId, { status: 'settled', win: 5000 })
  await refresh(app, member)
  await app.context.ledger.seal()
  await catchUp(app)
  app.clock.advance(61)
  await sweepUntilCancelled(member)
  expect(await totalOf(member)).toBe(1000)
  expect(await atProvider(app, member, 'UFABET')).toBe(0)
})

test('what own money has won stays', async () => {
  const { member, key } = await playing()
  const betId = await app.sandbox.openBet('PG', usernameOf(member.id), { stake: 600 })
  await refresh(app, member)
  await app.context.ledger.seal()
  await takeBack(app, key)
  await sweepBonuses(app.context)
  expect(await check(app, member)).toMatchObject({
    bonus: { progress: { state: 'reversed' }, openBets: { games: ['PG'] } },
  })
  await app.sandbox.endBet('PG', betId, { status: 'settled', win: 5000 })
  await refresh(app, member)
  await app.context.ledger.seal()
  await catchUp(app)
  app.clock.advance(61)
  await sweepUntilCancelled(member)
  // 400 were left of 1,000 own ones, 5,000 won, 1,000 taken back.
  expect(await totalOf(member)).toBe(4400)
})

test('transfers and withdrawals at the same moment keep nothing of it', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { member, key } = await playing()
    const [isTakenBack] = await Promise.all([
      isOk(takeBack(app, key)),
      transfer(app, member, 'PG', 'WALLET', 700),
      transfer(app, member, 'WALLET', 'PG', 300),
      withdraw(member, 500),
    ])
    // A wallet that has too little of it in this moment refuses it, and whoever asked tries again.
    if (!isTakenBack) {
      await expect
        .poll(async () => {
          await transfer(app, member, 'PG', 'WALLET', 300)
          return isOk(takeBack(app, key))
        })
        .toBe(true)
    }
    await sweepUntilCancelled(member)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 0, game: 0, inTransit: 0 })
  }
  expect(await budget()).toEqual(credited(0))
})
