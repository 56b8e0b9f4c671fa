import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Point } from '../../testing/node.ts'
import { expectTied } from '../../testing/tie-out.ts'
import { inWallet, openAccounts } from '../deposit/testing/money-in.ts'
import { reportIdOf } from '../deposit/testing/stored.ts'
import { eventsOf, newOperator, storesEvent, type TestOperator } from '../operator/testing.ts'

/**
 * kill -9 of a node between every two steps of a reversal (docs/decisions/0020): request, vote, audit, money
 * and the transfer's state are all there, or none is; an operator without an answer asks or confirms again.
 */

const step = (query: string): Point => ({ query, when: 'after' })
const commit = (when: 'before-commit' | 'after-commit'): Point => ({ query: 'pg_advisory_xact_lock', when })
const points: { what: 'ask' | 'confirm'; name: string; kept: boolean; at: Point }[] = [
  { what: 'ask', name: 'when the request is written', kept: false, at: step('insert into reversals') },
  { what: 'ask', name: 'when its choice is', kept: false, at: step('insert into desk_votes') },
  { what: 'ask', name: 'before the commit', kept: false, at: commit('before-commit') },
  { what: 'ask', name: 'after the commit', kept: true, at: commit('after-commit') },
  { what: 'confirm', name: 'when the request is ended', kept: false, at: step('update reversals') },
  { what: 'confirm', name: 'when the transfer is held', kept: false, at: step('for update of t') },
  {
    what: 'confirm',
    name: 'when the transfer is nobody’s',
    kept: false,
    at: step('reversals = reversals + 1'),
  },
  { what: 'confirm', name: 'when it is audited', kept: false, at: step(storesEvent) },
  { what: 'confirm', name: 'before the commit', kept: false, at: commit('before-commit') },
  { what: 'confirm', name: 'after the commit', kept: true, at: commit('after-commit') },
  { what: 'confirm', name: 'before the operator is answered', kept: true, at: { answer: true } },
]
const house = '0000000011'
let app: TestApp
let cases: {
  member: TestMember
  id: string
  amount: number
  request: string
  first: TestOperator
  second: TestOperator
}[]

const ask = async (at: Pick<TestApp, 'call'>, { token }: TestOperator, id: string) =>
  at.call('POST /api/console/desk/:queue/:id/reverse', {
    token,
    params: { queue: 'bank-transfer', id },
    body: { reason: `wrong person ${token.slice(0, 8)}` },
    headers: { 'idempotency-key': `ask-${token}` },
  })
const confirm = async (at: Pick<TestApp, 'call'>, { token }: TestOperator, id: string): Promise<string> => {
  const { error, body } = await at.call('POST /api/console/desk/:queue/:id/approve', {
    token,
    params: { queue: 'reversal', id },
    body: { reason: 'looked at it' },
    headers: { 'idempotency-key': `confirm-${token}` },
  })
  return error?.message ?? body.status
}

/** A transfer that the feed credited automatically. */
async function credited(amount: number): Promise<{ member: TestMember; id: string }> {
  const bankAccountNo = String(randomInt(1_000_000_000, 9_999_999_999))
  const member = await app.registerMember({ bankAccountNo })
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    fromBank: 'SCB',
    fromAccountNo: bankAccountNo,
    fromName: 'SOMYING JAIDEE',
    toBank: 'SCB',
    toAccountNo: house,
    amount,
    feed: true,
  })
  return { member, id: await reportIdOf(app.database, { reference }) }
}

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await openAccounts(app)
  cases = []
  for (const [n, { what }] of points.entries()) {
    const amount = 800 + n
    const { member, id } = await credited(amount)
    // Decisions of one operator wait for each other.
    const [first, second] = [await newOperator(app, 'cashier'), await newOperator(app, 'owner')]
    const request = what === 'confirm' ? (await ask(app, first, id)).body.id : ''
    cases.push({ member, id, amount, request, first, second })
  }
  // The first reversal creates the account of suspense, so that those below do not wait for each other's
  // commit.
  const [first, second] = [await newOperator(app, 'cashier'), await newOperator(app, 'owner')]
  const early = await ask(app, first, (await credited(700)).id)
  expect(await confirm(app, second, early.body.id)).toBe('DONE')
  await dieAt(
    { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
    points.map(({ what, at }, i) => {
      const { id, request, first, second } = cases[i] as (typeof cases)[number]
      return what === 'ask'
        ? { of: `ask-${first.token}`, at, begin: (node) => ask(node, first, id) }
        : { of: `confirm-${second.token}`, at, begin: (node) => confirm(node, second, request) }
    }),
  )
}, 240_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await expectTied(app)
  await app.close()
})

it.each(points.map((point, i) => ({ ...point, i })))('$what, killed $name', async ({ what, kept, i }) => {
  const { member, id, amount, first, second, ...known } = cases[i] as (typeof cases)[number]
  const requests = await app.database.query<{ state: string }>(
    'select state from reversals where queue = $1 and item_id = $2',
    ['bank-transfer', id],
  )
  const isDone = what === 'confirm' && kept
  expect(requests).toEqual(what === 'ask' && !kept ? [] : [{ state: isDone ? 'DONE' : 'WAITING' }])
  expect(await inWallet(app, member)).toBe(isDone ? 0 : amount)

  // The same call again returns the outcome.
  const again = await ask(app, first, id)
  expect(again.status).toBe(200)
  expect(await confirm(app, second, again.body.id)).toBe('DONE')
  if (known.request) expect(again.body.id).toBe(known.request)
  expect(await inWallet(app, member)).toBe(0)
  const subject = [`bank-transfer:${id}`, `reversal:${again.body.id}`]
  const events = await eventsOf(app.database, { subject })
  expect(events.map(({ action }) => action)).toEqual(['desk.reversal-asked', 'desk.approve'])
})
