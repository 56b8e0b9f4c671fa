import type { BodyOf } from '@krapao/contract/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { byTwoOwners, newOperator, type TestOperator, tryLogin } from './testing.ts'

/** Staff and their own passwords, through the real app on PostgreSQL. */
let app: TestApp
let owner: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  owner = await newOperator(app, 'owner')
  second = await newOperator(app, 'owner')
})
afterAll(() => app.close())

const me = async (token: string) => {
  const { status, error, body } = await app.call('GET /api/console/me', { token })
  return status === 200 ? body.role : error?.message
}
let people = 0
const ask = (token = owner.token, given: Partial<BodyOf<'POST /api/console/staff'>> = {}) =>
  app.call('POST /api/console/staff', {
    token,
    body: { email: `new-${++people}@test.test`, name: 'Nok', role: 'cashier', ...given },
  })
/** A new operator, for whom one owner asked and whom another approved, with the one-time password. */
async function add() {
  const { staff, oneTime } = await byTwoOwners(app, [owner, second], (token) => ask(token))
  if (!oneTime) throw new Error('no one-time password')
  return { staff, oneTime }
}
const reset = (id: string) => (token: string) =>
  app.call('POST /api/console/staff/:id/password', { token, params: { id } })
const change = async (by: TestOperator, id: string, body: BodyOf<'PUT /api/console/staff/:id'>) => {
  const answer = await app.call('PUT /api/console/staff/:id', { token: by.token, params: { id }, body })
  return answer.error?.message ?? (answer.body.request ? 'waits' : answer.body.staff)
}
/** Asks for somebody to be let in again. */
async function letIn(token: string, id: string) {
  const { body } = await app.call('PUT /api/console/staff/:id', {
    token,
    params: { id },
    body: { isActive: true },
  })
  if (!body.request) throw new Error('nobody was asked')
  return { body: body.request }
}
const setPassword = async (token: string, oldPassword: string, newPassword: string) => {
  const answer = await app.call('PUT /api/console/password', { token, body: { oldPassword, newPassword } })
  const { error } = answer
  return error ? `${error.message}${error.fields?.map(({ reason }) => ` ${reason}`).join('') ?? ''}` : 'OK'
}
const auditEventsAbout = async (id: string) =>
  (
    await app.database.query<{ action: string; operator_id: string }>(
      `select action, operator_id from audit_log where subject = $1 and action like 'operator.%' order by id`,
      [`operator:${id}`],
    )
  ).map(({ action, operator_id }) => [action, operator_id])

describe('changing the own password', () => {
  it('needs the old one; the other sessions end, and this one goes on', async () => {
    const operator = await newOperator(app, 'cashier')
    const other = (await tryLogin(app, operator.email, operator.password)).token
    expect(await setPassword(operator.token, operator.password, 'another-password-1')).toBe('OK')
    expect([await me(operator.token), await me(other)]).toEqual(['cashier', 'invalid-token'])
    expect((await tryLogin(app, operator.email, operator.password)).outcome).toBe('401 WRONG_CREDENTIAL')
    expect((await tryLogin(app, operator.email, 'another-password-1')).outcome).toBe('OK')
    expect(await auditEventsAbout(operator.id)).toEqual([['operator.password-changed', operator.id]])
  })

  it.each([
    ['krapao-demo', 'short', 'INVALID_USER_INFO LENGTH'],
    ['krapao-demo', 'aaaaaaaaaaaaaa', 'INVALID_USER_INFO COMMON'],
    ['krapao-demo', 'krapao-demo', 'INVALID_USER_INFO SAME'],
    ['not the old one', 'a-good-password-1', 'WRONG_PASSWORD'],
  ])('from %s to %s: %s', async (old, next, expected) => {
    const operator = await newOperator(app, 'support')
    expect(await setPassword(operator.token, old, next)).toBe(expected)
    expect(await auditEventsAbout(operator.id)).toEqual([])
  })

  it('allows as few guesses as a login', async () => {
    const operator = await newOperator(app, 'support')
    const guesses = await Promise.all(
      Array.from({ length: 9 }, () => setPassword(operator.token, 'a wrong guess', 'a-good-password-1')),
    )
    expect(guesses.filter((word) => word === 'WRONG_PASSWORD')).toHaveLength(5)
    expect(await setPassword(operator.token, operator.password, 'a-good-password-1')).toBe('REQUEST_LIMIT')
  })
})

describe('a new operator', () => {
  it('logs in with the one-time password, and may then only set an own one', async () => {
    const { staff, oneTime } = await add()
    expect(staff).toMatchObject({ role: 'cashier', isActive: true, lastLoginAt: null })
    const { outcome, token } = await tryLogin(app, staff.email, oneTime.password)
    expect(outcome).toBe('OK')
    const own = await app.call('GET /api/console/me', { token })
    expect(own.body).toMatchObject({ role: 'cashier', mustChangePassword: true })
    for (const call of ['GET /api/console/desk', 'GET /api/console/suspense'] as const)
      expect((await app.call(call, { token })).error?.message, call).toBe('PASSWORD_CHANGE_REQUIRED')
    expect(await setPassword(token, oneTime.password, 'my-own-password-1')).toBe('OK')
    expect((await app.call('GET /api/console/desk', { token })).status).toBe(200)
    expect((await app.call('GET /api/console/me', { token })).body.mustChangePassword).toBe(false)
    expect((await tryLogin(app, staff.email, oneTime.password)).outcome).toBe('401 WRONG_CREDENTIAL')
    expect(await auditEventsAbout(staff._id)).toEqual([
      ['operator.added', second.id],
      ['operator.password-changed', staff._id],
    ])
  })

  it('has three days for that, and the password is stored nowhere in the clear', async () => {
    const { staff, oneTime } = await add()
    const [{ text = '' } = {}] = await app.database.query<{ text: string }>(
      `select (select json_agg(a)::text from audit_log a) || (select json_agg(o)::text from operators o) as text`,
    )
    expect(text).not.toContain(oneTime.password)
    app.clock.advance(3 * 86_400 + 1)
    expect((await tryLogin(app, staff.email, oneTime.password)).outcome).toBe('401 WRONG_CREDENTIAL')
    for (const person of [owner, second])
      person.token = (await tryLogin(app, person.email, person.password)).token
    const again = await byTwoOwners(app, [owner, second], reset(staff._id))
    expect((await tryLogin(app, staff.email, again.oneTime?.password ?? '')).outcome).toBe('OK')
  })

  it('needs an email that no other operator has, in any case', async () => {
    const { staff } = await add()
    const again = await Promise.all([
      ask(owner.token, { email: staff.email.toUpperCase() }),
      ask(owner.token, { email: staff.email }),
    ])
    expect(again.map(({ error }) => error?.message)).toEqual(['EXISTING_USER', 'EXISTING_USER'])
    expect((await ask(owner.token, { email: 'nobody' })).error?.message).toBe('INVALID_USER_INFO')
    expect((await ask(owner.token, { name: '   ' })).error?.message).toBe('INVALID_REQUEST')
  })
})

describe('an existing operator', () => {
  it('can be suspended: old sessions do not come back', async () => {
    const operator = await newOperator(app, 'cashier')
    expect(await change(owner, operator.id, { isActive: false })).toMatchObject({ isActive: false })
    expect(await me(operator.token)).toBe('INACTIVE_USER')
    expect((await tryLogin(app, operator.email, operator.password)).outcome).toBe('403 INACTIVE_USER')
    expect((await tryLogin(app, operator.email, operator.password)).outcome).toBe('403 INACTIVE_USER')
    const { staff } = await byTwoOwners(app, [owner, second], (token) => letIn(token, operator.id))
    expect(staff).toMatchObject({ isActive: true })
    expect(await me(operator.token)).toBe('invalid-token')
    expect((await tryLogin(app, operator.email, operator.password)).outcome).toBe('OK')
    expect(await auditEventsAbout(operator.id)).toEqual([
      ['operator.shut-out', owner.id],
      ['operator.asked', owner.id],
      ['operator.let-in', second.id],
    ])
  })

  it('has a new role from the next call on', async () => {
    const operator = await newOperator(app, 'cashier')
    expect(await change(owner, operator.id, { role: 'auditor', name: ' Nid ' })).toMatchObject({
      name: 'Nid',
    })
    expect(await me(operator.token)).toBe('auditor')
    expect(await auditEventsAbout(operator.id)).toEqual([
      ['operator.renamed', owner.id],
      ['operator.role-changed', owner.id],
    ])
    expect(await change(owner, 'nobody', { role: 'owner' })).toBe('NO_DATA')
  })

  it('loses a forgotten password and all sessions', async () => {
    const operator = await newOperator(app, 'cashier')
    await byTwoOwners(app, [owner, second], reset(operator.id))
    expect(await me(operator.token)).toBe('invalid-token')
    expect((await tryLogin(app, operator.email, operator.password)).outcome).toBe('401 WRONG_CREDENTIAL')
  })

  it('is listed without anything secret', async () => {
    const { body } = await app.call('GET /api/console/staff', { token: owner.token })
    expect(body.find(({ _id }) => _id === owner.id)).toMatchObject({ email: owner.email, oneTimeUntil: null })
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/)
  })
})

describe('the last owner', () => {
  it('can neither be suspended nor given another role, whoever tries and however many at once', async () => {
    await app.database.query(`update operators set is_active = false where role = 'owner' and id <> $1`, [
      owner.id,
    ])
    expect(await change(owner, owner.id, { isActive: false })).toBe('LAST_OWNER')
    expect(await change(owner, owner.id, { role: 'cashier' })).toBe('LAST_OWNER')
    for (let round = 0; round < 4; round++) {
      const second = await newOperator(app, 'owner')
      const words = await Promise.all([
        change(owner, second.id, { role: 'support' }),
        change(second, owner.id, { isActive: false }),
        change(owner, owner.id, { role: 'auditor' }),
      ])
      const left = await app.database.query<{ id: string }>(
        `select id from operators where role = 'owner' and is_active`,
      )
      expect(left.length, JSON.stringify(words)).toBe(1)
      if (left[0]?.id !== owner.id) owner = second
    }
  })
})
