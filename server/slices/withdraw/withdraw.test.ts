import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { journalsOf } from '../../ledger/testing/asked.ts'
import type { SettingDefinition, Type } from '../../platform/settings.ts'
import { forgetAnswers } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { changeBankAccount } from '../account/testing.ts'
import { setProviders } from '../game/testing.ts'
import { atProvider, holdings, play, player, transfer } from '../wallet/testing.ts'
import { payWithdrawals } from './pay.ts'
import { dailyCount, dailySum, maxWithdrawal } from './rules.ts'
import { buildMember, listPayouts, rowsOf, walletOf, withdraw } from './testing.ts'
import { withdraw as withdrawIn } from './withdraw.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await setProviders(app.database, { timeoutSeconds: 1 })
  // The server's own jobs would pay in between.
  await app.context.jobs.stop()
})
afterAll(() => app.close())

describe('withdraw (rules.md §6.2, §6.3)', () => {
  test('up to the limit: held, approved automatically, paid to the registered account, posted at the house', async () => {
    const member = await buildMember(app, 1000)
    const before = await app.context.ledger.houseBalance('payout', 'THB')
    const { status, body } = await withdraw(app, member, 500.25, 'k1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'APPROVED', amount: 500.25 })
    expect(await walletOf(app, member)).toEqual({ wallet: 499.75, withdrawing: 500.25 })
    expect(await rowsOf(app, member)).toMatchObject([{ id: body.withdrawalId, state: 'APPROVED' }])

    await payWithdrawals(app.context)
    const { bankAccount } = (await app.call('GET /api/wallet', { token: member.token })).body
    expect((await listPayouts(app)).get(body.withdrawalId)).toMatchObject({
      bankCode: 'SCB',
      accountNo: bankAccount.bankAccountNo,
      accountName: 'SOMYING JAIDEE',
      amount: 500.25,
      currency: 'THB',
      status: 'SUCCESS',
      asked: 1,
    })
    expect(await walletOf(app, member)).toEqual({ wallet: 499.75, withdrawing: 0 })
    expect(await rowsOf(app, member)).toMatchObject([
      { state: 'SUCCESS', next_at: null, claimed_until: null },
    ])
    expect((await app.context.ledger.houseBalance('payout', 'THB')) - before).toBe(50_025)
  })

  test('the journal has four digits of the account, the row all of them', async () => {
    const member = await buildMember(app, 1000)
    const { body } = await withdraw(app, member, 100)
    const [journal] = await journalsOf(app.database, { key: `withdraw:${body.withdrawalId}` })
    expect(journal?.meta).toMatchObject({ bankCode: 'SCB', accountNo: expect.stringMatching(/^x{6}\d{4}$/) })
  })

  test('above the limit: an operator decides, and no payout worker touches it', async () => {
    const member = await buildMember(app, 10_000)
    expect((await withdraw(app, member, 5000.01)).body.status).toBe('PENDING')
    await payWithdrawals(app.context)
    expect(await rowsOf(app, member)).toMatchObject([{ state: 'PENDING' }])
    expect(await walletOf(app, member)).toEqual({ wallet: 4999.99, withdrawing: 5000.01 })
  })

  test.each([
    [99.99, 'WITHDRAW_MINIMUM', { minimum: 100 }],
    [0, 'WITHDRAW_MINIMUM', { minimum: 100 }],
    [50_000.01, 'WITHDRAW_MAXIMUM', { maximum: 50_000 }],
    [600, 'MONEY_NOT_ENOUGH', {}],
  ])('%f is refused: %s', async (amount, message, details) => {
    const member = await buildMember(app, 500)
    for (const all of [false, true]) {
      expect(await withdraw(app, member, amount, undefined, all)).toMatchObject({
        status: 422,
        error: { message, ...details },
      })
    }
    expect(await walletOf(app, member)).toEqual({ wallet: 500, withdrawing: 0 })
    expect(await rowsOf(app, member)).toEqual([])
  })

  test('malformed amounts are 400 before any work', async () => {
    const member = await buildMember(app, 500)
    for (const amount of [-1, 100.001, 1e9]) {
      expect((await withdraw(app, member, amount)).status).toBe(400)
    }
  })

  test('the day’s count and sum, by the Bangkok day; failed ones do not count', async () => {
    const member = await buildMember(app, 300_000)
    await app.sandbox.setFault('payout', 'refuse', 1, 'pay')
    await withdraw(app, member, 100)
    await payWithdrawals(app.context)
    expect(await rowsOf(app, member)).toMatchObject([{ state: 'FAILED', reason: 'ACCOUNT_CLOSED' }])
    for (let i = 0; i < 4; i++) expect((await withdraw(app, member, 49_000)).status).toBe(200)
    expect(await withdraw(app, member, 4000.01)).toMatchObject({
      error: { message: 'WITHDRAW_DAILY_SUM', maximum: 200_000, left: 4000 },
    })
    for (let i = 0; i < 6; i++) expect((await withdraw(app, member, 100)).status).toBe(200)
    expect(await withdraw(app, member, 100)).toMatchObject({
      error: { message: 'WITHDRAW_DAILY_COUNT', maximum: 10 },
    })
    app.clock.advance(86_400)
    expect((await withdraw(app, member, 100)).status).toBe(200)
    app.clock.advance(-86_400)
  })

  test.each([
    [dailyCount, 1, 'WITHDRAW_DAILY_COUNT', { maximum: 1 }],
    [dailySum.THB, 150, 'WITHDRAW_DAILY_SUM', { maximum: 150, left: 50 }],
  ] as [SettingDefinition<ReturnType<typeof Type.Number>>, number, string, object][])(
    'a node for which it is tomorrow already refuses in words, too (%#)',
    async (limit, max, code, said) => {
      const member = await buildMember(app, 500)
      await app.context.settings.set(limit, max)
      try {
        expect((await withdraw(app, member, 100)).status).toBe(200)
        const ahead = { now: () => new Date(app.clock.now().getTime() + 86_400_000) }
        const hasty = withdrawIn({ ...app.context, clock: ahead }, member.id, 10_000)
        await expect(hasty).rejects.toMatchObject({ code, details: said })
        expect(await walletOf(app, member)).toEqual({ wallet: 400, withdrawing: 100 })
      } finally {
        await app.context.settings.set(limit, limit.default)
      }
    },
  )

  test('a bank that no longer exists is NO_BANK', async () => {
    const member = await buildMember(app, 500)
    await changeBankAccount(app.database, member.id, { bankCode: 'GONE' })
    expect(await withdraw(app, member, 100)).toMatchObject({ status: 422, error: { message: 'NO_BANK' } })
  })
})

describe('limits are those of the member’s currency', () => {
  const limitsOf = async ({ token }: Pick<TestMember, 'token'>) =>
    (await app.call('GET /api/lookup/withdraw', { token })).body

  test('are answered, and applied', async () => {
    const baht = await buildMember(app, 60_000)
    const kip = await app.registerMember({ currency: 'LAK' })
    expect(await limitsOf(baht)).toEqual({ withdrawMin: 100, withdrawMax: 50_000 })
    expect(await limitsOf(kip)).toEqual({ withdrawMin: 50_000, withdrawMax: 30_000_000 })
    await app.context.settings.set(maxWithdrawal.THB, 20_000.5)
    expect(await limitsOf(baht)).toEqual({ withdrawMin: 100, withdrawMax: 20_000.5 })
    await app.context.settings.set(maxWithdrawal.THB, maxWithdrawal.THB.default)
    expect((await withdraw(app, kip, 49_999)).error).toMatchObject({
      message: 'WITHDRAW_MINIMUM',
      minimum: 50_000,
    })
    expect((await withdraw(app, baht, 50_001)).error).toMatchObject({
      message: 'WITHDRAW_MAXIMUM',
      maximum: 50_000,
    })
  })

  test('an amount that is large only in kip needs no operator, the same number of baht does', async () => {
    const baht = await buildMember(app, 60_000)
    const kip = await app.registerMember({ currency: 'LAK' })
    await app.context.ledger.post({
      key: `kip:${kip.id}`,
      kind: 'deposit',
      memberId: kip.id,
      legs: [
        { account: { house: 'bank:test' }, asset: 'LAK', amountMinor: -100_000_00 },
        { account: { member: kip.id, name: 'wallet' }, asset: 'LAK', amountMinor: 100_000_00 },
      ],
    })
    expect((await withdraw(app, kip, 50_000)).body.status).toBe('APPROVED')
    expect((await withdraw(app, baht, 50_000)).body.status).toBe('PENDING')
  })

  test('asks for a member', async () =>
    expect((await app.call('GET /api/lookup/withdraw')).error?.message).toBe('invalid-token'))
})

describe('idempotency (rules.md §1.5)', () => {
  const forget = () => forgetAnswers(app.database)

  test('the same key withdraws once, also if the first answer was never stored', async () => {
    const member = await buildMember(app, 1000)
    const first = await withdraw(app, member, 600, 'k1')
    expect((await withdraw(app, member, 600, 'k1')).body).toEqual(first.body)
    await forget()
    // Neither the balance nor a limit prevents the answer about an earlier request.
    await app.context.settings.set(dailyCount, 1)
    expect((await withdraw(app, member, 600, 'k1')).body).toEqual(first.body)
    await forget()
    expect((await withdraw(app, member, 600, 'k1', true)).body).toEqual(first.body)
    await app.context.settings.set(dailyCount, 10)
    await forget()
    expect((await withdraw(app, member, 601, 'k1')).error?.message).toBe('IDEMPOTENCY_CONFLICT')
    expect(await walletOf(app, member)).toEqual({ wallet: 400, withdrawing: 600 })
    await payWithdrawals(app.context)
    await forget()
    expect((await withdraw(app, member, 600, 'k1')).body).toEqual({ ...first.body, status: 'SUCCESS' })
  })

  test('another member’s equal key is a request of its own', async () => {
    const [own, others] = [await buildMember(app, 1000), await buildMember(app, 1000)]
    const first = await withdraw(app, own, 100, 'k1')
    const second = await withdraw(app, others, 200, 'k1')
    expect(second.status).toBe(200)
    expect(second.body.withdrawalId).not.toBe(first.body.withdrawalId)
  })
})

describe('withdrawAll (rules.md §6.1)', () => {
  let member: TestMember
  beforeEach(async () => {
    member = await player(app, 1000, 'PG', 'JOKER')
    await transfer(app, member, 'WALLET', 'PG', 400)
    await transfer(app, member, 'WALLET', 'JOKER', 500)
  })
  const all = (amount: number, key?: string) => withdraw(app, member, amount, key, true)

  test('all of it: every game’s money is moved to the wallet, wins included', async () => {
    await play(app, member, 'PG', { stake: 100, win: 350.5 })
    expect(await all(1250.5)).toMatchObject({ status: 200, body: { status: 'APPROVED', amount: 1250.5 } })
    expect(await walletOf(app, member)).toEqual({ wallet: 0, withdrawing: 1250.5 })
    expect(await atProvider(app, member, 'PG')).toBe(0)
    expect(await atProvider(app, member, 'JOKER')).toBe(0)
  })

  test.each([
    { amount: 100, pg: 400, joker: 500, from: 'none, where the wallet has it' },
    { amount: 550, pg: 400, joker: 50, from: 'one game, what the wallet lacks' },
    { amount: 600.25, pg: 399, joker: 0, from: 'two, no less than a transfer may move' },
    { amount: 900, pg: 100, joker: 0, from: 'two, the rest from the emptier' },
  ])('$amount: from $from', async ({ amount, pg, joker }) => {
    expect(await all(amount)).toMatchObject({ status: 200, body: { amount } })
    const inGames = [await atProvider(app, member, 'PG'), await atProvider(app, member, 'JOKER')]
    expect(inGames).toEqual([pg, joker])
    expect(await walletOf(app, member)).toEqual({ wallet: 1000 - pg - joker - amount, withdrawing: amount })
  })

  test('not enough in all games together: nothing is moved', async () => {
    expect((await all(1000.01)).error?.message).toBe('MONEY_NOT_ENOUGH')
    expect(await walletOf(app, member)).toEqual({ wallet: 100, withdrawing: 0 })
    expect((await holdings(app, member, 'JOKER')).game).toBe(500)
  })

  test('a game that does not answer is not asked for money if another has enough', async () => {
    await app.sandbox.setFault('JOKER', 'error', 1, 'balance')
    expect((await all(300)).status).toBe(200)
    expect(await atProvider(app, member, 'PG')).toBe(200)
    expect(await atProvider(app, member, 'JOKER')).toBe(500)
  })

  test('two at once both get the money they need from games', async () => {
    const answers = await Promise.all([all(350), all(350)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { wallet, withdrawing } = await walletOf(app, member)
    const [inPg, inJoker] = [await holdings(app, member, 'PG'), await holdings(app, member, 'JOKER')]
    expect(withdrawing).toBe(700)
    expect(wallet + inPg.game + inJoker.game).toBe(300)
  })

  test('an amount that is refused anyway moves nothing', async () => {
    expect((await all(1)).error?.message).toBe('WITHDRAW_MINIMUM')
    expect((await holdings(app, member, 'PG')).game).toBe(400)
  })

  test.each(['timeout-applied', 'timeout-lost', 'refuse'] as const)(
    'a game that does not answer (%s) stops it and is named',
    async (fault) => {
      await app.sandbox.setFault('PG', fault, 1, 'transfer')
      expect(await all(900)).toMatchObject({ status: 422, error: { message: 'GAME_PENDING', games: ['PG'] } })
      expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
      expect(await rowsOf(app, member)).toEqual([])
    },
  )

  test('the same key continues what was begun, also after a crash, and withdraws once', async () => {
    await app.sandbox.setFault('PG', 'timeout-applied', 1, 'transfer')
    expect((await all(900, 'k1')).error?.message).toBe('GAME_PENDING')
    await forgetAnswers(app.database)
    expect(await all(900, 'k1')).toMatchObject({ status: 200, body: { amount: 900 } })
    await forgetAnswers(app.database)
    expect((await all(900, 'k1')).status).toBe(200)
    expect(await walletOf(app, member)).toEqual({ wallet: 0, withdrawing: 900 })
    expect(await atProvider(app, member, 'PG')).toBe(100)
  })

  test('a game with another transfer under way stops it only if its money is needed', async () => {
    await app.sandbox.setFault('PG', 'timeout-lost', 1, 'transfer')
    await transfer(app, member, 'PG', 'WALLET', 10)
    expect(await all(700)).toMatchObject({ error: { message: 'GAME_PENDING', games: ['PG'] } })
    expect(await walletOf(app, member)).toEqual({ wallet: 100, withdrawing: 0 })
    expect((await all(600)).status).toBe(200)
    expect(await walletOf(app, member)).toEqual({ wallet: 0, withdrawing: 600 })
  })

  test('less than the minimum transfer stays in the game', async () => {
    await play(app, member, 'PG', { stake: 400, win: 0.5 })
    expect((await all(600)).status).toBe(200)
    expect((await holdings(app, member, 'PG')).game).toBe(0.5)
  })
})

test('the books balance after all this', async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
})
