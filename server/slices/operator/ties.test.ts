import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { testContent } from '../campaign/testing.ts'
import { testQueue } from '../desk/testing.ts'
import { byTwoOwners, newOperator, type TestOperator, tryLogin } from './testing.ts'

/** Two people who are really two (rules.md §17.8), through the real app on PostgreSQL. */
let app: TestApp
let desk: Awaited<ReturnType<typeof testQueue>>
let owners: readonly [TestOperator, TestOperator]
let stranger: TestOperator
beforeAll(async () => {
  app = await testApp()
  desk = await testQueue(app)
})
beforeEach(async () => {
  owners = [await newOperator(app, 'owner'), await newOperator(app, 'owner')]
  stranger = await newOperator(app, 'cashier')
})
afterAll(() => app.close())

const day = 86_400
const logInAgain = async (...people: TestOperator[]) => {
  for (const person of people) person.token = (await tryLogin(app, person.email, person.password)).token
}
const put = async () => desk.put({ memberId: (await app.registerMember()).id, amount: 30_000 })
const approve = async ({ token }: { token: string }, id: string) => {
  const { body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
    ...{ token, params: { queue: 'slip', id } },
    body: { reason: 'looked at it' },
  })
  return error?.message ?? body.status
}
const ask = {
  add: (role: Role) => (token: string) =>
    app.call('POST /api/console/staff', {
      token,
      body: { email: `tied-${Math.random()}@test.test`, name: 'Nok', role },
    }),
  reset: (id: string) => (token: string) =>
    app.call('POST /api/console/staff/:id/password', { token, params: { id } }),
  change: (id: string, body: { role?: Role; isActive?: boolean }) => async (token: string) => {
    const answer = await app.call('PUT /api/console/staff/:id', { token, params: { id }, body })
    if (!answer.body.request) throw new Error('nobody was asked')
    return { body: answer.body.request }
  },
}
/** Gives somebody with a one-time password one of their own. */
async function ownPassword(email: string, oneTime: { password: string } | null): Promise<string> {
  const given = oneTime?.password ?? ''
  const { token } = await tryLogin(app, email, given)
  const body = { oldPassword: given, newPassword: 'a-lantern-by-the-river' }
  expect((await app.call('PUT /api/console/password', { token, body })).status).toBe(200)
  return token
}

/** How each act is done by the two owners; it answers the token of the person. */
const acts: [act: string, run: () => Promise<string>][] = [
  [
    'added',
    async () => {
      const { staff, oneTime } = await byTwoOwners(app, owners, ask.add('cashier'))
      return ownPassword(staff.email, oneTime)
    },
  ],
  [
    'reset',
    async () => {
      const { id, email } = await newOperator(app, 'cashier')
      return ownPassword(email, (await byTwoOwners(app, owners, ask.reset(id))).oneTime)
    },
  ],
  [
    'promoted',
    async () => {
      const { id, token } = await newOperator(app, 'support')
      await byTwoOwners(app, owners, ask.change(id, { role: 'cashier' }))
      return token
    },
  ],
  [
    'let-in',
    async () => {
      const operator = await newOperator(app, 'cashier')
      const params = { id: operator.id }
      await app.call('PUT /api/console/staff/:id', {
        ...{ token: stranger.token, params },
        body: { isActive: false },
      })
      await app.database.query('update operators set is_active = false where id = $1', [operator.id])
      await byTwoOwners(app, owners, ask.change(operator.id, { isActive: true }))
      await logInAgain(operator)
      return operator.token
    },
  ],
]

describe.each(acts)('somebody who was %s', (act, run) => {
  it('is second person neither after nor before the two who did it, and is with anybody else', async () => {
    const token = await run()
    for (const first of [true, false]) {
      for (const owner of owners) {
        const id = await put()
        const [approver, other] = first ? [{ token }, owner] : [owner, { token }]
        expect(await approve(approver, id)).toBe('SECOND_OPERATOR_NEEDED')
        expect(await approve(other, id)).toBe('OPERATORS_TIED')
        // The first vote still counts, and the refused one left nothing.
        expect(await approve(stranger, id)).toBe('DONE')
        expect((await desk.outcome(id))?.effects).toBe(1)
      }
    }
    const { body } = await app.call('GET /api/console/me', { token })
    expect(body.ties.map((tie) => [tie._id, tie.act, tie.isOwn]).sort()).toEqual(
      owners.map(({ id }) => [id, act, false]).sort(),
    )
  })

  it('is one again after 30 days', async () => {
    const token = await run()
    const { body } = await app.call('GET /api/console/me', { token })
    const person = body.email
    const id = await put()
    expect(await approve({ token }, id)).toBe('SECOND_OPERATOR_NEEDED')
    app.clock.advance(30 * day - 60)
    await logInAgain(...owners)
    expect(await approve(owners[0], id), person).toBe('OPERATORS_TIED')
    app.clock.advance(120)
    expect(await approve(owners[0], id), person).toBe('DONE')
  })
})

/** Somebody new whom two owners add. The second one is shown it. */
async function addedBy(pair: readonly [TestOperator, TestOperator]) {
  const { staff, oneTime } = await byTwoOwners(app, pair, ask.add('cashier'))
  return { email: staff.email, token: await ownPassword(staff.email, oneTime) }
}

it('two whose one-time passwords the same owner was shown are not the two people of a decision', async () => {
  const [owner, other] = owners
  const first = await addedBy([owner, other])
  app.clock.advance(3600)
  const second = await addedBy([owner, other])
  const id = await put()
  expect(await approve(first, id)).toBe('SECOND_OPERATOR_NEEDED')
  expect(await approve(second, id)).toBe('OPERATORS_TIED')
  const { body } = await app.call('GET /api/console/me', { token: second.token })
  expect(body.ties.map(({ act, isOwn }) => [act, isOwn])).toContainEqual(['shown', false])
  // Until the earlier of the two passwords was seen long enough ago.
  const again = async () => ({ token: (await tryLogin(app, second.email, 'a-lantern-by-the-river')).token })
  app.clock.advance(30 * day - 3660)
  expect(await approve(await again(), id)).toBe('OPERATORS_TIED')
  app.clock.advance(120)
  expect(await approve(await again(), id)).toBe('DONE')
})

it('a new password ties as a first one does, and only who was shown it', async () => {
  const [first, other] = owners
  const added = await addedBy([first, other])
  const cashiers = [await newOperator(app, 'cashier'), await newOperator(app, 'cashier')] as const
  const [shownToSame, shownToOther] = [
    await ownPassword(
      cashiers[0].email,
      (await byTwoOwners(app, [first, other], ask.reset(cashiers[0].id))).oneTime,
    ),
    await ownPassword(
      cashiers[1].email,
      (await byTwoOwners(app, [other, first], ask.reset(cashiers[1].id))).oneTime,
    ),
  ]
  const id = await put()
  expect(await approve(added, id)).toBe('SECOND_OPERATOR_NEEDED')
  expect(await approve({ token: shownToSame }, id)).toBe('OPERATORS_TIED')
  expect(await approve({ token: shownToOther }, id)).toBe('DONE')
})

it('no password is shown at a promotion: two whom the same owners promoted may decide together', async () => {
  const people = [await newOperator(app, 'support'), await newOperator(app, 'support')] as const
  for (const { id } of people) await byTwoOwners(app, owners, ask.change(id, { role: 'cashier' }))
  const id = await put()
  expect(await approve(people[0], id)).toBe('SECOND_OPERATOR_NEEDED')
  expect(await approve(people[1], id)).toBe('DONE')
})

it('says who cannot be the second person, why and until when', async () => {
  const [, run] = acts[0] ?? []
  const token = (await run?.()) ?? ''
  const id = await put()
  await approve({ token }, id)
  const { error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
    ...{ token: owners[0].token, params: { queue: 'slip', id } },
    body: { reason: 'looked at it' },
  })
  const until = new Date(app.clock.now().getTime() + 30 * day * 1000).toISOString()
  expect(error).toMatchObject({ message: 'OPERATORS_TIED', name: 'Nok', act: 'added', isOwn: true })
  expect(String(error?.until).slice(0, 16)).toBe(until.slice(0, 16))
})

it('one person suffices where one does, tied or not', async () => {
  const token = await acts[0]?.[1]()
  const id = await desk.put({ memberId: (await app.registerMember()).id, amount: 100 })
  expect(await approve({ token: token ?? '' }, id)).toBe('DONE')
})

it('a campaign is not approved by somebody whom its author let in', async () => {
  const maker = owners[0]
  const token = await acts[0]?.[1]()
  const params = { kind: 'promotion', code: 'TIED' } as const
  const made = await app.call('POST /api/console/campaigns/:kind/:code/versions', {
    ...{ token: maker.token, params },
    body: { content: testContent.promotion, startsAt: null, endsAt: null, reason: 'for a test', basedOn: 0 },
  })
  expect(made.status, made.error?.message).toBe(200)
  const decide = (by: string | undefined) =>
    app.call('POST /api/console/campaigns/:kind/:code/versions/:version/approve', {
      ...(by && { token: by }),
      params: { ...params, version: '1' },
      body: { reason: 'looked at it' },
    })
  expect((await decide(token)).error?.message).toBe('OPERATORS_TIED')
  expect((await decide(stranger.token)).status).toBe(200)
})

it('two owners of whom one reset the other approve nothing of each other’s about the staff', async () => {
  const third = await newOperator(app, 'owner')
  const [first, other] = owners
  const { oneTime } = await byTwoOwners(app, [first, other], ask.reset(third.id))
  const token = await ownPassword(third.email, oneTime)
  const { body } = await ask.add('support')(token)
  const decide = ({ token }: { token: string }) =>
    app.call('POST /api/console/staff/requests/:id/approve', { token, params: { id: body._id } })
  expect((await decide(first)).error?.message).toBe('OPERATORS_TIED')
  expect((await decide(await newOperator(app, 'owner'))).status).toBe(200)
})

it('the ties of the time before are those of the audit log', async () => {
  const [first, other] = owners
  const at = app.clock.now()
  const events = [
    ['operator.added', first.id, {}],
    ['operator.let-in', other.id, {}],
    ['operator.role-changed', stranger.id, { from: 'support', to: 'cashier' }],
    // No promotion, nobody logged in, one's own doing, and nobody whom there is.
    ['operator.role-changed', other.id, { from: 'owner', to: 'cashier' }],
    ['operator.added', null, {}],
  ] as const
  const person = await newOperator(app, 'cashier')
  const log = (action: string, by: string | null, subject: string, details: object) =>
    app.database.query(
      `insert into audit_log (at, operator_id, action, subject, reason, details) values ($1, $2, $3, $4, '', $5::jsonb)`,
      [at, by, action, `operator:${subject}`, JSON.stringify(details)],
    )
  for (const [action, by, details] of events) await log(action, by, person.id, details)
  await log('operator.password-reset', person.id, person.id, {})
  await log('operator.added', first.id, 'nobody', {})
  const file = await readFile(
    join(import.meta.dirname, '../../migrations/0036-make-two-people-two.sql'),
    'utf8',
  )
  const fill = /insert into operator_ties[^;]*;/.exec(file)?.[0] ?? ''
  await app.database.query('delete from operator_ties')
  await app.database.query(fill)
  const ties = await app.database.query<{ by_id: string; act: string; saw_password: boolean }>(
    'select by_id, act, saw_password from operator_ties where to_id = $1 order by id',
    [person.id],
  )
  expect(ties.map(({ by_id, act, saw_password }) => [by_id, act, saw_password])).toEqual([
    [first.id, 'added', true],
    [other.id, 'let-in', false],
    [stranger.id, 'promoted', false],
  ])
})
