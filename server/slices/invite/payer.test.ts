import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { changeBankAccount } from '../account/testing.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { askCode, openAccounts, pay } from '../deposit/testing/money-in.ts'
import { storeCredited } from '../deposit/testing/stored.ts'
import { appAtNoon, bet, nextDay } from '../refund/testing.ts'
import { open } from '../wallet/testing.ts'
import { payInviters } from './daily.ts'

/** An inviter who pays the QR codes of a friend (rules.md §9.2), through the real app and sandbox. */

let app: TestApp
beforeAll(async () => {
  app = await appAtNoon()
  await openAccounts(app)
  await approved(app, await campaignPeople(app), testContent.invite)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

let made = 0
const newAccount = () => ({
  bankCode: 'KBANK',
  accountNo: String(4_200_000_000 + 12_347 * ++made),
  name: 'นางสาว มาลี ใจดี',
})
type Account = ReturnType<typeof newAccount>

/** A code of the member is paid by an account, of which the gateway says something. */
async function paid(member: TestMember, payer: Account, says: string): Promise<void> {
  const { body } = await askCode(app, member, 'WW', 120)
  expect(await pay(app, { qrcodeId: body.qrcodeId, payer, says })).toMatchObject({ answer: 'credited' })
}
const registers = (member: TestMember, { bankCode, accountNo, name }: Account) =>
  changeBankAccount(app.database, member.id, { bankCode, accountNo, accountName: name })

it.each<
  [
    what: string,
    act: (inviter: TestMember, friend: TestMember, own: Account) => Promise<unknown>,
    found: unknown,
  ]
>([
  [
    'from the account that the inviter registered',
    async (inviter, friend, own) => {
      await registers(inviter, own)
      await paid(friend, own, 'whole')
    },
    [0, 'SAME_PAYER'],
  ],
  [
    'from that account, masked under its name with a title',
    async (inviter, friend, own) => {
      await registers(inviter, own)
      await paid(friend, own, 'masked')
    },
    [0, 'SAME_PAYER'],
  ],
  [
    'from that account, which the gateway says later',
    async (inviter, friend, own) => {
      await registers(inviter, own)
      await paid(friend, own, 'late')
    },
    [0, 'SAME_PAYER'],
  ],
  [
    'from an account that has paid a code of the inviter',
    async (inviter, friend, own) => {
      await paid(inviter, own, 'masked')
      await paid(friend, own, 'whole')
    },
    [0, 'SAME_PAYER'],
  ],
  [
    'from an account that has made a transfer for the inviter',
    async (inviter, friend, own) => {
      const [fromBank, fromAccountNo, fromName] = [own.bankCode, own.accountNo, own.name]
      await storeCredited(app.database, { memberId: inviter.id, fromBank, fromAccountNo, fromName })
      await paid(friend, own, 'masked')
    },
    [0, 'SAME_PAYER'],
  ],
  [
    'from the account that the friend registered, which has paid for the inviter',
    async (inviter, friend, own) => {
      await registers(friend, own)
      await paid(inviter, own, 'whole')
    },
    [0, 'SAME_PAYER'],
  ],
  [
    'from an account with the same digits under another name',
    async (inviter, friend, own) => {
      await registers(inviter, own)
      await paid(friend, { ...own, name: 'นาย สมชาย ดีใจ' }, 'masked')
    },
    [5, null],
  ],
  [
    'from that account, of which the gateway says the name alone',
    async (inviter, friend, own) => {
      await registers(inviter, own)
      await paid(friend, own, 'name')
    },
    [5, null],
  ],
  [
    'from that account, of which the gateway says nothing',
    async (inviter, friend, own) => {
      await registers(inviter, own)
      await paid(friend, own, 'nothing')
    },
    [5, null],
  ],
])('a friend’s code that is paid %s', async (_what, act, found) => {
  const inviter = await app.registerMember()
  const friend = await app.registerMember({ invitedBy: inviter.id })
  await open(app, friend, 'PG')
  await act(inviter, friend, newAccount())
  await bet(app, friend, { stake: 100 })
  await nextDay(app)
  await payInviters(app.context)
  const rows = await app.database.query<{ amount: number; reason: string | null }>(
    'select amount_minor / 100.0::float8 as amount, reason from invite_days where inviter_id = $1',
    [inviter.id],
  )
  expect(rows.map(({ amount, reason }) => [amount, reason])).toEqual([found])
})
