import { randomBytes } from 'node:crypto'
import { sign } from '@krapao/contract/signature.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { addHouseAccounts } from '../house/testing.ts'
import { eventsOf, newOperator } from '../operator/testing.ts'

/** The whole way through a queue of a real slice: a transfer that matches no member. */
let app: TestApp
const house = '0000000011'
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await addHouseAccounts(app.database, { bankCode: 'SCB', accountNo: house, sort: 1 })
})
afterAll(() => app.close())

/** Reports a stranger's transfer by the bank's feed, in baht. */
async function report(amount: number): Promise<string> {
  const reference = `T${randomBytes(8).toString('hex')}`
  const at = app.clock.now()
  const body = JSON.stringify({
    accountNo: house,
    reference,
    amount,
    at: at.toISOString(),
    fromBank: 'BBL',
    fromAccountNo: '7770001112',
    fromName: 'NOBODY KNOWN',
  })
  const answer = await fetch(`${app.address}/hooks/bank/${house}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': sign(app.sandbox.secrets.bank, body, at) },
  })
  expect(answer.status).toBe(200)
  return reference
}

it('is credited once to the member whom two operators name when they decide at once', async () => {
  const reference = await report(25_000.5)
  const member = await app.registerMember()
  const people = [await newOperator(app, 'owner'), await newOperator(app, 'cashier')]
  const [first] = people
  const params = { queue: 'bank-transfer' } as const
  const { body } = await app.call('GET /api/console/desk/:queue', { token: first?.token ?? '', params })
  const item = body.items.find(({ evidence }) => evidence.some(({ value }) => value === reference))
  expect(item).toMatchObject({ member: null, amount: 25_000.5, approvalsNeeded: 2 })

  const outcomes = await Promise.all(
    [...people, ...people].map(async ({ token }) => {
      const answer = await app.call('POST /api/console/desk/:queue/:id/approve', {
        token,
        params: { ...params, id: item?.id ?? '' },
        body: { reason: 'told on the phone', memberId: member.id },
      })
      return answer.error?.message ?? answer.body.status
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'DONE')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'SECOND_OPERATOR_NEEDED')).toHaveLength(1)
  const { body: wallet } = await app.call('GET /api/wallet', { token: member.token })
  expect(wallet.wallet.amount).toBe(25_000.5)
  const events = await eventsOf(app.database, { subject: `bank-transfer:${item?.id}` })
  expect(events.map(({ action }) => action)).toEqual(['desk.approve-first', 'desk.approve'])
})
