import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../ledger/public.ts'
import { askCode, deskOf, inWallet, openAccounts, pay } from '../slices/deposit/testing/money-in.ts'
import { open } from '../slices/wallet/testing.ts'
import { withdraw } from '../slices/withdraw/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'

/**
 * The sandbox's busy evening fills the desk, and credits nobody the money of somebody else (rules.md §15).
 */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await openAccounts(app)
})
afterAll(() => app.close())

interface Evening {
  transfers: number
  payments: number
  bets: number
  faults: number
}

test('strangers, known people in odd spellings, twins and odd payments wait for a person', async () => {
  const member = await app.registerMember({ bankCode: 'KBANK', bankAccountNo: '7190448391' })
  const code = await askCode(app, member, 'PAYTIMZ', 900)
  await pay(app, { qrcodeId: code.body.qrcodeId })
  expect((await withdraw(app, member, 200)).status).toBe(200)
  await expect.poll(async () => (await app.sandbox.call<unknown[]>('GET', 'bank/payouts')).length).toBe(1)
  await askCode(app, member, 'PAYTIMZ', 100)
  await askCode(app, member, 'FP', 100)
  for (const game of ['PG', 'UFABET', 'JOKER', 'HUAYHD'] as const) await open(app, member, game)
  const before = await inWallet(app, member)

  const begun = await app.sandbox.call<Evening>('POST', 'evening', {
    accounts: [{ bankCode: 'SCB', accountNo: '0000000011' }],
  })
  // Of the games, one does not answer and one never reports bets.
  expect(begun).toEqual({ transfers: 17, payments: 2, bets: 2, faults: 4 })
  const waiting = async (queue: string) => (await deskOf(app, queue).all()).length
  expect(await waiting('bank-transfer')).toBeGreaterThanOrEqual(10)
  expect(await waiting('qr-payment')).toBe(1)
  await expect.poll(() => waiting('bet-review')).toBe(2)
  const doubts = (await deskOf(app, 'bet-review').all()).map(({ reason }) => reason)
  expect(doubts.sort()).toEqual(['STAKE_UNLIKELY', 'TIME_UNLIKELY'])
  const credited = (await inWallet(app, member)) - before
  const [{ sum }] = (await app.database.query(
    `select coalesce(sum(amount_minor), 0)::float / 100 as sum from sandbox.bank_transfer where answer = 'credited'`,
  )) as [{ sum: number }]
  // The QR code with the right amount, and what the bank reports of the member's own account.
  expect(credited).toBeCloseTo(100 + sum, 2)
  expect(await app.sandbox.call<unknown[]>('GET', 'faults')).toHaveLength(4)
  expect((await verifyBooks(app.database)).defects).toEqual([])
})

test('without an account of the house there is no evening', async () => {
  await expect(app.sandbox.call('POST', 'evening', {})).rejects.toThrow('NO_ACCOUNT')
})
