import { afterAll, beforeAll, expect, it } from 'vitest'
import { storesVote } from '../../../desk/testing.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../../testing/app.ts'
import { dieAt, type Point } from '../../../testing/node.ts'
import { eventsOf, newOperator, storesEvent, type TestOperator } from '../../operator/testing.ts'
import { storesOutcome } from '../../outcome/testing.ts'
import { holdings, player, transfer } from '../../wallet/testing.ts'
import { activate, bonusesOf, campaigns, free } from '../testing.ts'

/**
 * kill -9 of a node between every two steps of an end by two people (rules.md §7.7): wish, vote, audit, money
 * and the bonus's state are all there, or none is; an operator without an answer asks or confirms again.
 */

const step = (query: string): Point => ({ query, when: 'after' })
const commit = (when: 'before-commit' | 'after-commit'): Point => ({ query: 'pg_advisory_xact_lock', when })
const points: { what: 'ask' | 'confirm'; name: string; kept: boolean; at: Point }[] = [
  { what: 'ask', name: 'when the wish is written', kept: false, at: step('insert into bonus_endings') },
  { what: 'ask', name: 'when its vote is', kept: false, at: step(storesVote) },
  { what: 'ask', name: 'after the commit', kept: true, at: commit('after-commit') },
  {
    what: 'confirm',
    name: 'when the wish is ended',
    kept: false,
    at: step('update bonus_endings set state'),
  },
  { what: 'confirm', name: 'when the bonus is', kept: false, at: step('update member_bonuses set state') },
  { what: 'confirm', name: 'when the outcome is written', kept: false, at: step(storesOutcome) },
  { what: 'confirm', name: 'when it is audited', kept: false, at: step(storesEvent) },
  { what: 'confirm', name: 'before the operator is answered', kept: true, at: { answer: true } },
]
let app: TestApp
let cases: { member: TestMember; bonusId: string; first: TestOperator; second: TestOperator; id: string }[]

type At = Pick<TestApp, 'call'>
const ask = (at: At, { token }: TestOperator, { id }: TestMember, bonusId: string) =>
  at.call('POST /api/console/members/:id/bonus/end', {
    token,
    params: { id },
    body: { bonusId, way: 'GIVE_BACK', returned: 50, kept: 100, reason: 'it is stuck' },
    headers: { 'idempotency-key': `ask-${token}` },
  })
async function confirm(at: At, { token }: TestOperator, id: string): Promise<string> {
  const { body, error } = await at.call('POST /api/console/desk/:queue/:id/approve', {
    token,
    params: { queue: 'bonus-end', id },
    body: { reason: 'looked at it', question: 'GIVE_BACK:FORFEITED:5000:10000' },
    headers: { 'idempotency-key': `confirm-${token}` },
  })
  return error?.message ?? body.status
}

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await app.context.jobs.stop()
  cases = []
  const code = await campaigns(app).bonus({ credit: free(50), maxTotal: 1000, budget: 100_000 })
  for (const { what } of points) {
    const member = await player(app, 100, 'PG')
    const bonusId = (await activate(app, member, code)).body._id
    // So that it has to be brought home.
    await transfer(app, member, 'WALLET', 'PG', 120)
    const [first, second] = [await newOperator(app, 'cashier'), await newOperator(app, 'owner')]
    const id = what === 'confirm' ? (await ask(app, first, member, bonusId)).body.id : ''
    cases.push({ member, bonusId, first, second, id })
  }
  await dieAt(
    { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
    points.map(({ what, at }, i) => {
      const { member, bonusId, first, second, id } = cases[i] as (typeof cases)[number]
      return what === 'ask'
        ? { of: `ask-${first.token}`, at, begin: (node) => ask(node, first, member, bonusId) }
        : { of: `confirm-${second.token}`, at, begin: (node) => confirm(node, second, id) }
    }),
  )
}, 240_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

it.each(points.map((point, i) => ({ ...point, i })))('$what, killed $name', async ({ what, kept, i }) => {
  const { member, bonusId, first, second, ...known } = cases[i] as (typeof cases)[number]
  const wishes = await app.database.query<{ state: string }>(
    'select state from bonus_endings where bonus_id = $1',
    [bonusId],
  )
  const isDone = what === 'confirm' && kept
  expect(wishes).toEqual(what === 'ask' && !kept ? [] : [{ state: isDone ? 'DONE' : 'WAITING' }])
  expect((await bonusesOf(app, member))[0]?.state).toBe(isDone ? 'FORFEITED' : 'ACTIVE')
  const before = await holdings(app, member, 'PG')
  expect(before.wallet + before.game).toBe(isDone ? 100 : 150)

  // The same call again returns the outcome.
  const again = await ask(app, first, member, bonusId)
  expect(again.status).toBe(200)
  if (known.id) expect(again.body.id).toBe(known.id)
  expect(await confirm(app, second, again.body.id)).toBe('DONE')
  const { wallet, game } = await holdings(app, member, 'PG')
  expect(wallet + game).toBe(100)
  const events = await eventsOf(app.database, { subject: [`bonus-end:${again.body.id}`] })
  expect(events.map(({ action }) => action)).toEqual(['desk.bonus-end-asked', 'desk.approve'])
})
