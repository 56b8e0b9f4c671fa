import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { fromAddress, newOperator, tryLogin } from './testing.ts'

/** Operators’ login and sessions through the real app (rules.md §2.3, §16). */
describe('an operator’s login', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  const me = async (token: string) => {
    const { status, error, body } = await app.call('GET /api/console/me', { token })
    return status === 200 ? body.role : `${status} ${error?.message}`
  }
  const events = (operatorId: string) =>
    app.database.query<{ action: string; details: Record<string, unknown> }>(
      `select action, details from audit_log where operator_id = $1 or subject = 'operator:' || $1 order by id`,
      [operatorId],
    )

  it('returns the operator; the email in any case', async () => {
    const { id, email, name, password } = await newOperator(app, 'cashier')
    const answer = await app.call('POST /api/console/login', {
      body: { email: `  ${email.toUpperCase()} `, password },
      headers: fromAddress(),
    })
    expect(answer.body.operator).toEqual({
      _id: id,
      email,
      name,
      role: 'cashier',
      mustChangePassword: false,
    })
    const { body } = await app.call('GET /api/console/me', { token: answer.body.token })
    expect(body).toEqual({
      ...answer.body.operator,
      ties: [],
      secondFactor: { hasCode: false, hasPasskey: false, mustGive: false, mustSet: false },
      idleMinutes: 1440,
    })
  })

  it('answers alike for an unknown email and a wrong password, whatever the email contains', async () => {
    const { email, password } = await newOperator(app, 'owner')
    for (const [who, what] of [
      [email, 'wrong'],
      ['nobody@test.test', password],
      ['%', password],
    ] as const) {
      expect((await tryLogin(app, who, what)).outcome).toBe('401 WRONG_CREDENTIAL')
    }
  })

  it('computes as long for an unknown email as for a wrong password', async () => {
    const { email } = await newOperator(app, 'owner')
    // Processor time of this process, in microseconds: what else the machine does changes it little. Checking
    // a password takes most of it.
    const least = { unknown: Number.POSITIVE_INFINITY, wrong: Number.POSITIVE_INFINITY }
    for (let n = 0; n < 15; n++) {
      for (const [kind, who] of [
        ['unknown', `nobody${n}@test.test`],
        ['wrong', email],
      ] as const) {
        const headers = fromAddress()
        const before = process.cpuUsage()
        const { outcome } = await tryLogin(app, who, `wrong for ${kind} ${n}`, headers)
        const { user, system } = process.cpuUsage(before)
        least[kind] = Math.min(least[kind], user + system)
        // A try beyond a limit would be refused at once.
        expect(outcome).toBe('401 WRONG_CREDENTIAL')
      }
    }
    const ratio = least.unknown / least.wrong
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })

  it('stops after five failures, also when they come at once, for 15 minutes', async () => {
    const { id, email, password } = await newOperator(app, 'owner')
    const headers = fromAddress()
    const all = await Promise.all(Array.from({ length: 12 }, () => tryLogin(app, email, 'wrong', headers)))
    expect(all.filter(({ outcome }) => outcome === '401 WRONG_CREDENTIAL')).toHaveLength(5)
    const stopped = await tryLogin(app, email, password, headers)
    expect(stopped.outcome).toBe('429 REQUEST_LIMIT')
    // Refused tries are in the audit log, one line for a quarter of an hour.
    const logged = await events(id)
    expect(logged.filter(({ details }) => details.why === 'limit')).toEqual([
      { action: 'login-failed', details: { why: 'limit', ip: headers['x-forwarded-for'] } },
    ])
    // A stranger has not locked out the owner, who is at another address.
    expect((await tryLogin(app, email, password)).outcome).toBe('OK')
    app.clock.advance(Number(stopped.retryAfter) + 1)
    expect((await tryLogin(app, email, password, headers)).outcome).toBe('OK')
  })

  it('stops an address after 20 failures over many emails', async () => {
    const headers = fromAddress()
    const { email, password } = await newOperator(app, 'owner')
    for (let n = 0; n < 20; n++) await tryLogin(app, `nobody${n}@test.test`, `wrong ${n}`, headers)
    expect((await tryLogin(app, email, password, headers)).outcome).toBe('429 REQUEST_LIMIT')
    expect((await tryLogin(app, email, password)).outcome).toBe('OK')
  })

  it('counts members’ failures at the same address separately', async () => {
    const headers = fromAddress()
    const { email, password } = await newOperator(app, 'owner')
    for (let n = 0; n < 60; n++) {
      const body = { username: `09${String(n).padStart(8, '0')}`, password: `as a member ${n}` }
      await app.call('POST /api/login', { body, headers })
    }
    expect((await tryLogin(app, email, password, headers)).outcome).toBe('OK')
  })

  it('is possible on a device that has logged in, whatever strangers do', async () => {
    const { email, password } = await newOperator(app, 'owner')
    const first = await app.call('POST /api/console/login', {
      body: { email, password },
      headers: fromAddress(),
    })
    const setCookie = first.headers.get('set-cookie') ?? ''
    expect(setCookie).toMatch(/^operator-device=[\w-]{43}; Path=\/api\/console\/login; .*HttpOnly/)
    for (let n = 0; n < 20; n++) await tryLogin(app, email, `guess ${n}`)
    expect((await tryLogin(app, email, password)).outcome).toBe('429 REQUEST_LIMIT')
    const at = { ...fromAddress(), cookie: setCookie.split(';')[0] ?? '' }
    expect((await tryLogin(app, email, password, at)).outcome).toBe('OK')
  })

  it('lasts 12 hours, ends at logout, and is refused to a deactivated operator', async () => {
    const { id, email, password, token } = await newOperator(app, 'support')
    const other = (await tryLogin(app, email, password)).token
    expect((await app.call('POST /api/console/logout', { token })).body).toEqual({ message: 'OK' })
    expect([await me(token), await me(other)]).toEqual(['401 invalid-token', 'support'])
    app.clock.advance(12 * 3600 - 60)
    expect(await me(other)).toBe('support')
    app.clock.advance(61)
    expect(await me(other)).toBe('401 invalid-token')
    const late = (await tryLogin(app, email, password)).token
    await app.database.query('update operators set is_active = false where id = $1', [id])
    expect(await me(late)).toBe('403 INACTIVE_USER')
    expect((await tryLogin(app, email, 'wrong')).outcome).toBe('401 WRONG_CREDENTIAL')
    expect((await tryLogin(app, email, password)).outcome).toBe('403 INACTIVE_USER')
    // After a reinstatement no old session works, nor one that a login opened meanwhile.
    await app.database.query('update operator_sessions set revoked_at = null where operator_id = $1', [id])
    await app.database.query('update operators set is_active = true where id = $1', [id])
    expect(await me(late)).toBe('401 invalid-token')
    expect((await tryLogin(app, email, password)).outcome).toBe('OK')
  })

  it('ends every session in the transaction that deactivates, and none of another operator', async () => {
    const [off, other] = [await newOperator(app, 'cashier'), await newOperator(app, 'cashier')]
    await app.database.query('update operators set is_active = false where id = $1', [off.id])
    const alive = await app.database.query<{ id: string }>(
      'select operator_id as id from operator_sessions where operator_id = any($1) and revoked_at is null',
      [[off.id, other.id]],
    )
    expect(alive).toEqual([{ id: other.id }])
  })

  it('takes effect at once when the role changes', async () => {
    const { id, token } = await newOperator(app, 'owner')
    await app.database.query(`update operators set role = 'support' where id = $1`, [id])
    expect(await me(token)).toBe('support')
    expect((await app.call('GET /api/console/audit', { token })).status).toBe(403)
  })

  it('is audited: success, failure and logout, without the password or an unknown email', async () => {
    const { id, email, token } = await newOperator(app, 'owner')
    await tryLogin(app, email, 'my secret guess')
    await tryLogin(app, 'secret-typed-as-email@test.test', 'x')
    await app.call('POST /api/console/logout', { token })
    expect((await events(id)).map(({ action, details }) => [action, details.why])).toEqual([
      ['login', undefined],
      ['login-failed', 'password'],
      ['logout', undefined],
    ])
    const [all] = await app.database.query<{ text: string }>(
      'select json_agg(a)::text as text from audit_log a',
    )
    expect(all?.text).toMatch(/"why": ?"email"/)
    expect(all?.text).not.toMatch(/secret/)
  })

  it('stores no token and no password', async () => {
    const { token } = await newOperator(app, 'owner')
    const [row] = await app.database.query<{ found: boolean }>(
      `select exists (select from operator_sessions where hash = $1) or
              exists (select from operators where password_hash not like '$argon2id$%') as found`,
      [token],
    )
    expect(row?.found).toBe(false)
  })

  it('a member’s token never works at the desk, nor an operator’s for a member’s call', async () => {
    const member = await app.registerMember()
    const operator = await newOperator(app, 'owner')
    for (const name of ['GET /api/console/me', 'GET /api/console/desk', 'GET /api/console/audit'] as const) {
      expect((await app.call(name, { token: member.token })).error?.message, name).toBe('invalid-token')
    }
    for (const name of ['GET /api/account/profile', 'GET /api/wallet', 'POST /api/logout'] as const) {
      expect((await app.call(name, { token: operator.token })).error?.message, name).toBe('invalid-token')
    }
    const asMember = await app.call('POST /api/login', {
      body: { username: operator.email, password: operator.password },
      headers: fromAddress(),
    })
    expect(asMember.error?.message).toBe('WRONG_CREDENTIAL')
    expect((await tryLogin(app, member.username, member.password)).outcome).toBe('401 WRONG_CREDENTIAL')
  })
})
