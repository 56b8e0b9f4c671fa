import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/books.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { deskOf, inWallet, openAccounts } from './testing/money-in.ts'

/** Bank transfers that nobody is recognised by (rules.md §5.2). */

let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await openAccounts(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** A transfer of a stranger; answers with its reference. */
const transfer = async (amount: number): Promise<string> =>
  (
    await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
      fromBank: 'SCB',
      fromAccountNo: '9999999999',
      fromName: 'NOBODY KNOWN',
      toBank: 'SCB',
      toAccountNo: '0000000011',
      amount,
      feed: true,
    })
  ).reference

it('is whose the operator says, credited once under the feed’s own key', async () => {
  const [member, lao] = [await app.registerMember(), await app.registerMember({ currency: 'LAK' })]
  const reference = await transfer(123.45)
  const desk = deskOf(app, 'bank-transfer')
  expect(await desk.queue.count()).toBe(1)
  const [entry] = await desk.all()
  expect(entry).toMatchObject({ memberId: null, amount: 123.45, currency: 'THB', reason: 'UNMATCHED' })
  expect(entry?.evidence).toContainEqual({ label: 'fromName', value: 'NOBODY KNOWN' })
  const id = entry?.id ?? ''
  expect(await desk.queue.find(id)).toEqual(entry)
  for (const memberId of [undefined, 'nobody', lao.id]) {
    const named = memberId === undefined ? {} : { memberId }
    await expect(desk.decide(id, 'approve', named)).rejects.toMatchObject({ code: 'NO_USER' })
  }
  const decided = await Promise.allSettled(
    Array.from({ length: 10 }, () => desk.decide(id, 'approve', { memberId: member.id })),
  )
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(desk.decide(id, 'refuse')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  expect(await inWallet(app, member)).toBe(123.45)
  const journals = await app.database.query('select kind, member_id from journals where key = $1', [
    `bank:0000000011:${reference}`,
  ])
  expect(journals).toEqual([{ kind: 'deposit', member_id: member.id }])
})

it('that is sent back leaves the desk and no trace in the books', async () => {
  const [first, second, third] = [await transfer(1), await transfer(2), await transfer(3)]
  const desk = deskOf(app, 'bank-transfer')
  const entries = await desk.all()
  expect(entries.map(({ amount }) => amount)).toEqual([1, 2, 3])
  await desk.decide(entries[1]?.id ?? '', 'refuse')
  await expect(desk.decide('x', 'refuse')).rejects.toMatchObject({ code: 'NO_DATA' })
  await expect(desk.decide('999999', 'refuse')).rejects.toMatchObject({ code: 'NO_DATA' })
  const states = await app.database.query(
    'select reference, state, operator_id from bank_transfers where reference = any($1) order by amount_minor',
    [[first, second, third]],
  )
  expect(states).toEqual([
    { reference: first, state: 'unmatched', operator_id: null },
    { reference: second, state: 'returned', operator_id: 'operator' },
    { reference: third, state: 'unmatched', operator_id: null },
  ])
  expect((await desk.all()).map(({ amount }) => amount)).toEqual([1, 3])
})
