import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { tally } from '../../testing/attacks/attack.ts'
import { sweepRequests } from './requests.ts'
import { newOperator, type TestOperator, tryLogin } from './testing.ts'

/** What one owner asks for about the staff and another approves (rules.md §17.8), through the real app. */
let app: TestApp
let first: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  first = await newOperator(app, 'owner')
  second = await newOperator(app, 'owner')
})
afterAll(() => app.close())

let people = 0
const add = (by = first, role: Role = 'cashier') =>
  app.call('POST /api/console/staff', {
    token: by.token,
    body: { email: `asked-${++people}@test.test`, name: 'Nok', role },
  })
const reset = ({ id }: { id: string }, by = first) =>
  app.call('POST /api/console/staff/:id/password', { token: by.token, params: { id } })
const change = (
  { id }: { id: string },
  body: { role?: Role; isActive?: boolean; name?: string },
  by = first,
) => app.call('PUT /api/console/staff/:id', { token: by.token, params: { id }, body })
const approve = (id: string, by = second) =>
  app.call('POST /api/console/staff/requests/:id/approve', { token: by.token, params: { id } })
const refuse = (id: string, by = second) =>
  app.call('POST /api/console/staff/requests/:id/refuse', { token: by.token, params: { id } })
const waiting = async (by = first) =>
  (await app.call('GET /api/console/staff/requests', { token: by.token })).body.map(({ _id }) => _id)
const outcome = ({ status, error }: { status: number; error?: { message?: string } | undefined }) =>
  status === 200 ? 'OK' : error?.message
const states = (id: string) =>
  app.database.query<{ state: string; decided_by: string | null }>(
    'select state, decided_by from operator_requests where id = $1',
    [Number(id)],
  )

it.each(['owner', 'cashier', 'support', 'auditor'] as const)(
  'somebody new as %s is there once another owner approves, who alone is shown the one-time password',
  async (role) => {
    const asked = await add(first, role)
    const { _id, person, askedBy } = asked.body
    expect(person).toMatchObject({ _id: null, role, isActive: true })
    expect(askedBy).toEqual({ _id: first.id, name: first.name })
    expect((await tryLogin(app, person.email, 'anything')).outcome).toBe('401 WRONG_CREDENTIAL')
    const { body } = await approve(_id)
    expect(body.staff).toMatchObject({ email: person.email, role })
    expect((await tryLogin(app, person.email, body.oneTime?.password ?? '')).outcome).toBe('OK')
    expect(await waiting()).not.toContain(_id)
  },
)

describe('who may not approve', () => {
  it('who asked, the person whom it is about, somebody of another role', async () => {
    const { _id } = (await reset(second)).body
    expect(outcome(await approve(_id, first))).toBe('SECOND_OPERATOR')
    expect(outcome(await approve(_id, second))).toBe('SECOND_OPERATOR')
    expect(outcome(await approve(_id, await newOperator(app, 'cashier')))).toBe('FORBIDDEN')
    expect(await waiting()).toContain(_id)
    expect((await tryLogin(app, second.email, second.password)).outcome).toBe('OK')
  })

  it('an owner of whose request nothing is left: who asked is suspended or no owner any more', async () => {
    const third = await newOperator(app, 'owner')
    for (const body of [{ role: 'cashier' }, { isActive: false }] as const) {
      const { _id } = (await add(first)).body
      expect((await change(first, body, third)).body.request).toBeNull()
      expect(outcome(await approve(_id))).toBe('ALREADY_DECIDED')
      expect(await states(_id)).toEqual([{ state: 'WITHDRAWN', decided_by: third.id }])
      first = await newOperator(app, 'owner')
    }
    // The same on the machine, where nothing is withdrawn.
    const { _id } = (await add(first)).body
    await app.database.query('update operators set is_active = false where id = $1', [first.id])
    expect(outcome(await approve(_id))).toBe('AUTHOR_INACTIVE')
  })
})

describe('changes', () => {
  it.each([
    ['support', { role: 'cashier' }, true],
    ['auditor', { role: 'owner' }, true],
    ['cashier', { role: 'owner' }, true],
    ['owner', { role: 'cashier' }, false],
    ['cashier', { role: 'support' }, false],
    ['support', { role: 'auditor' }, false],
    ['cashier', { isActive: false }, false],
  ] as const)('of %s to %j: two people %s', async (role, body, takesTwo) => {
    const person = await newOperator(app, role)
    const answer = await change(person, { ...body, name: 'Nid' })
    expect(answer.body.request !== null).toBe(takesTwo)
    expect(answer.body.staff).toMatchObject({ name: 'Nid', ...(takesTwo ? { role, isActive: true } : body) })
    if (!answer.body.request) return
    const done = await approve(answer.body.request._id)
    expect(done.body).toMatchObject({ staff: { name: 'Nid', ...body }, oneTime: null })
  })

  it.each([
    ['cashier', true],
    ['owner', true],
    ['support', false],
    ['auditor', false],
  ] as const)('the reinstatement of %s: two people %s', async (role, takesTwo) => {
    const person = await newOperator(app, role)
    await change(person, { isActive: false })
    const { staff, request } = (await change(person, { isActive: true })).body
    expect([staff.isActive, request !== null]).toEqual([!takesTwo, takesTwo])
    if (!request) return
    expect((await tryLogin(app, person.email, person.password)).outcome).toBe('403 INACTIVE_USER')
    expect((await approve(request._id)).body.staff.isActive).toBe(true)
    expect((await tryLogin(app, person.email, person.password)).outcome).toBe('OK')
  })

  it('what waits ends with a change that takes effect before: nobody comes in by an old wish', async () => {
    const person = await newOperator(app, 'support')
    const { request } = (await change(person, { role: 'cashier' })).body
    await change(person, { isActive: false })
    expect(outcome(await approve(request?._id ?? ''))).toBe('ALREADY_DECIDED')
    const rows = await app.database.query('select role, is_active from operators where id = $1', [person.id])
    expect(rows).toEqual([{ role: 'support', is_active: false }])
  })
})

describe('at once and twice', () => {
  it('of five approvals one takes effect, and one password is shown', async () => {
    const { _id, person } = (await add()).body
    const third = await newOperator(app, 'owner')
    const answers = await Promise.all([second, third, second, third, second].map((by) => approve(_id, by)))
    expect(tally(answers.map(outcome))).toEqual({ OK: 1, ALREADY_DECIDED: 4 })
    const shown = answers.find(({ status }) => status === 200)?.body.oneTime?.password ?? ''
    expect((await tryLogin(app, person.email, shown)).outcome).toBe('OK')
    expect(
      (await app.database.query(`select 1 from operators where email = $1`, [person.email])).length,
    ).toBe(1)
  })

  it('of several wishes about one person one waits; the same person is added once', async () => {
    const person = await newOperator(app, 'cashier')
    const answers = await Promise.all([
      reset(person),
      reset(person, second),
      change(person, { role: 'owner' }),
      change(person, { role: 'owner' }, second),
    ])
    expect(tally(answers.map(outcome))).toEqual({ OK: 1, STAFF_REQUEST_WAITS: 3 })
    const body = { email: 'twice@test.test', name: 'Nok', role: 'cashier' } as const
    const adds = await Promise.all(
      [first, second, first].map(({ token }) => app.call('POST /api/console/staff', { token, body })),
    )
    expect(tally(adds.map(outcome))).toEqual({ OK: 1, STAFF_REQUEST_WAITS: 2 })
  })

  it('an approval and a refusal: one of the two', async () => {
    const person = await newOperator(app, 'cashier')
    for (let round = 0; round < 4; round++) {
      const { _id } = (await reset(person)).body
      const before = await app.database.query<{ password_hash: string }>(
        'select password_hash from operators where id = $1',
        [person.id],
      )
      const [yes, no] = await Promise.all([approve(_id), refuse(_id, first)])
      expect([outcome(yes), outcome(no)].sort()).toEqual(['ALREADY_DECIDED', 'OK'])
      const after = await app.database.query('select password_hash from operators where id = $1', [person.id])
      expect(after[0] === before[0] || JSON.stringify(after) === JSON.stringify(before)).toBe(
        yes.status !== 200,
      )
    }
  })
})

describe('what is not approved', () => {
  it('can be refused, and withdrawn by who asked; both are audited', async () => {
    for (const [by, state] of [
      [second, 'REFUSED'],
      [first, 'WITHDRAWN'],
    ] as const) {
      const { _id, person } = (await add()).body
      expect(outcome(await refuse(_id, by))).toBe('OK')
      expect(await states(_id)).toEqual([{ state, decided_by: by.id }])
      expect(outcome(await approve(_id))).toBe('ALREADY_DECIDED')
      const events = await app.database.query<{ action: string }>(
        `select action from audit_log where details ->> 'email' = $1 order by id`,
        [person.email],
      )
      expect(events.map(({ action }) => action)).toEqual([
        'operator.asked',
        `operator.ask-${state.toLowerCase()}`,
      ])
    }
    expect(outcome(await approve('999999999'))).toBe('NO_DATA')
    expect(outcome(await refuse('999999999'))).toBe('NO_DATA')
  })

  it('is withdrawn by itself after three days, at once for everybody and later in the table', async () => {
    const person = await newOperator(app, 'support')
    const { request } = (await change(person, { role: 'cashier' })).body
    const id = request?._id ?? ''
    app.clock.advance(3 * 86_400 + 1)
    for (const person of [first, second])
      person.token = (await tryLogin(app, person.email, person.password)).token
    expect(await waiting()).not.toContain(id)
    expect(outcome(await approve(id))).toBe('ALREADY_DECIDED')
    expect(await states(id)).toEqual([{ state: 'WAITING', decided_by: null }])
    // A new wish does not wait for the sweep.
    const again = (await change(person, { role: 'cashier' })).body.request
    expect(await states(id)).toEqual([{ state: 'LAPSED', decided_by: null }])
    app.clock.advance(3 * 86_400 + 1)
    await sweepRequests(app.context)
    expect(await states(again?._id ?? '')).toEqual([{ state: 'LAPSED', decided_by: null }])
    const events = await app.database.query<{ action: string }>(
      `select action from audit_log where subject = $1 and operator_id is null`,
      [`operator:${person.id}`],
    )
    expect(events.map(({ action }) => action)).toEqual(['operator.ask-lapsed', 'operator.ask-lapsed'])
  })
})
