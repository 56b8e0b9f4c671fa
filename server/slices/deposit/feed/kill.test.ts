import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveItems } from '../../../desk/items.ts'
import { listsItem } from '../../../desk/testing.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../../testing/app.ts'
import { dieAt, type Point } from '../../../testing/node.ts'
import { expectTied } from '../../../testing/tie-out.ts'
import { findsAccount } from '../../account/testing.ts'
import { deskOf, inWallet, openAccounts } from '../testing/money-in.ts'

/**
 * kill -9 of a node between every two steps of a transfer that the bank's feed reports (rules.md §5.2). What
 * must hold afterwards: the bank's next report finds it credited, or waiting for a person, once.
 */

const row = 'insert into "deposit_reports"'
const listing = listsItem
const points: [string, 'the member' | 'a stranger', Point][] = [
  ['before it is written down', 'the member', { query: row, when: 'before' }],
  ['when it is written down', 'the member', { query: row, when: 'after' }],
  ['when its sender is found', 'the member', { query: findsAccount, when: 'after' }],
  ['before the money', 'the member', { call: 'ledger.postIn', when: 'before' }],
  ['after the money', 'the member', { call: 'ledger.postIn', when: 'after' }],
  ['before the commit', 'the member', { query: row, when: 'before-commit' }],
  ['after the commit', 'the member', { query: row, when: 'after-commit' }],
  ['before the bank is answered', 'the member', { answer: true }],
  ['when it is written down', 'a stranger', { query: row, when: 'after' }],
  ['before it is in suspense', 'a stranger', { query: 'set in_suspense = true', when: 'before' }],
  ['before its money', 'a stranger', { call: 'ledger.postIn', when: 'before' }],
  ['after its money', 'a stranger', { call: 'ledger.postIn', when: 'after' }],
  ['before it is on the desk', 'a stranger', { query: listing, when: 'before' }],
  ['when it is on the desk', 'a stranger', { query: listing, when: 'after' }],
  ['before the commit', 'a stranger', { query: row, when: 'before-commit' }],
  ['after the commit', 'a stranger', { query: row, when: 'after-commit' }],
  ['before the bank is answered', 'a stranger', { answer: true }],
]
/** By place in the table. */
const transfers: { member: TestMember; accountNo: string }[] = []
let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await openAccounts(app)
  for (const [, from] of points) {
    const [accountNo, other] = [newAccountNo(), newAccountNo()]
    const bankAccountNo = from === 'the member' ? accountNo : other
    transfers.push({ member: await app.registerMember({ bankCode: 'KBANK', bankAccountNo }), accountNo })
  }
  // The first transfers of all make the house's accounts: those below shall not wait for each other's commit.
  const bankAccountNo = newAccountNo()
  await app.registerMember({ bankCode: 'KBANK', bankAccountNo })
  await send(bankAccountNo, 10)
  await send(newAccountNo(), 11)
  await dieAt(
    { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
    points.map(([, , at], i) => ({
      of: transfers[i]?.accountNo as string,
      at,
      begin(node) {
        app.sandbox.server = node.address
        return send(transfers[i]?.accountNo as string, amountOf(i))
      },
    })),
  )
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
  // From here on the bank reports to the node that is left.
  app.sandbox.server = app.address
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/**
 * Baht of the transfer at a place in the table: each its own, because transfers of one amount wait for each
 * other.
 */
const amountOf = (i: number): number => 70.25 + i
/** Somebody transfers to the house, and the bank reports it. */
const send = (fromAccountNo: string, amount: number) =>
  app.sandbox.call('POST', 'bank/transfers', {
    fromBank: 'KBANK',
    fromAccountNo,
    fromName: 'SOMYING JAIDEE',
    toBank: 'SCB',
    toAccountNo: '0000000011',
    amount,
    feed: true,
  })
const newAccountNo = (): string => String(randomInt(1_000_000_000, 9_999_999_999))
/** What our server knows of transfers from an account. */
const rowsFrom = (accountNo: string) =>
  app.database.query<{ id: number; state: string }>(
    'select id, state from deposit_reports where from_account_no = $1',
    [accountNo],
  )

it.each(points.map(([name, from], i) => ({ name, from, i })))(
  'killed $name, from $from',
  async ({ from, i }) => {
    const { member, accountNo } = transfers[i] as (typeof transfers)[number]
    await expect
      .poll(() => rowsFrom(accountNo))
      .toMatchObject([{ state: from === 'the member' ? 'credited' : 'waiting' }])
    if (from === 'a stranger') {
      expect(await inWallet(app, member)).toBe(0)
      const desk = deskOf(app, 'bank-transfer')
      const id = String((await rowsFrom(accountNo))[0]?.id)
      expect((await desk.all()).filter((entry) => entry.id === id)).toHaveLength(1)
      await desk.decide(id, 'approve', { memberId: member.id })
    }
    expect(await inWallet(app, member)).toBe(amountOf(i))
  },
)

it('suspense is what still waits, and the house’s account ties to the bank', async () => {
  expect(await app.context.ledger.houseBalance('suspense:0000000011', 'THB')).toBe(1100)
  await expectTied(app)
})

it('the bank has nothing left to report', async () => {
  const left = async () =>
    (await app.sandbox.call<{ delivered: boolean }[]>('GET', 'bank/transfers')).filter(
      ({ delivered }) => !delivered,
    )
  await expect.poll(left).toEqual([])
})
