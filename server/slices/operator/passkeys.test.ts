import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawQuery, transaction } from '../../platform/database.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { tally } from '../../testing/attacks/attack.ts'
import { type Authenticator, authenticator, flags } from '../../testing/authenticator.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { deleteChallengesBefore } from './passkey-store.ts'
import { stepBefore } from './session.ts'
import {
  authenticatorCode,
  byTwoOwners,
  fromAddress,
  newOperator,
  type TestOperator,
  tryLogin,
} from './testing.ts'

/** Passkeys of operators through the real app, with devices that sign as real ones do (rules.md §17.8). */

it.each<[string, boolean, boolean, boolean, boolean, boolean, string | undefined]>([
  // who, one-time password, code, passkey, given, needed → the next step
  ['nobody needs one', false, false, false, false, false, undefined],
  ['one is needed', false, false, false, false, true, 'SECOND_FACTOR_MISSING'],
  ['a passkey that was not given', false, false, true, false, true, 'SECOND_FACTOR_REQUIRED'],
  ['the same in a demo', false, false, true, false, false, 'SECOND_FACTOR_REQUIRED'],
  ['a code that was not given', false, true, false, false, true, 'SECOND_FACTOR_REQUIRED'],
  ['both, neither given', false, true, true, false, true, 'SECOND_FACTOR_REQUIRED'],
  ['a passkey that was given', false, false, true, true, true, undefined],
  ['both, one given', false, true, true, true, true, undefined],
  ['a one-time password', true, false, false, false, true, 'PASSWORD_CHANGE_REQUIRED'],
  ['given, and removed since', false, false, false, true, true, 'SECOND_FACTOR_MISSING'],
])('the next step: %s', (_, isOneTime, has_code, has_passkey, has_given_factor, asksSecondFactor, step) => {
  const row = { one_time_until: isOneTime ? new Date() : null, has_code, has_passkey, has_given_factor }
  expect(stepBefore({ asksSecondFactor }, row)).toBe(step)
})

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'operator.confirmMinutes': 15, 'operator.passkeyMax': 3 } })
})
afterAll(() => app.close())

const outcome = ({ status, error }: { status: number; error?: { message?: string } | undefined }) =>
  status === 200 ? 'OK' : error?.message

const newDevice = () => authenticator(app.address)
const me = async (token: string) => (await app.call('GET /api/console/me', { token })).body
const list = async (token: string) => (await app.call('GET /api/console/passkeys', { token })).body
const desk = async (token: string) => outcome(await app.call('GET /api/console/desk', { token }))
const prepare = (token: string) => app.call('POST /api/console/passkeys/options', { token })
const ask = (token: string) => app.call('POST /api/console/confirm/options', { token })
const challengeFor = async (token: string) => (await ask(token)).body.challenge

async function add(token: string, device: Authenticator, challenge?: string, name = 'Office key') {
  const credential = device.create(challenge ?? (await prepare(token)).body.challenge) as never
  return outcome(await app.call('POST /api/console/passkeys', { token, body: { name, credential } }))
}

async function prove(token: string, device: Authenticator, challenge?: string, headers = {}) {
  const credential = device.get(challenge ?? (await challengeFor(token)))
  return outcome(await app.call('POST /api/console/confirm', { token, body: { credential }, headers }))
}

const remove = async (token: string, id: string) =>
  outcome(await app.call('DELETE /api/console/passkeys/:id', { token, params: { id } }))

/** An operator with a passkey. */
async function holder(role: TestOperator['role'] = 'cashier') {
  const [person, device] = [await newOperator(app, role), newDevice()]
  expect(await add(person.token, device)).toBe('OK')
  return { person, device }
}

const logInAgain = async ({ email, password }: TestOperator) => (await tryLogin(app, email, password)).token

/** Sets codes up. @returns what the authenticator app shows, in an interval that none was used in */
async function setCode(token: string) {
  const { body } = await app.call('POST /api/console/second-factor', { token })
  const next = () => {
    app.clock.advance(30)
    return authenticatorCode(body.secret, app.clock.now())
  }
  const answer = await app.call('PUT /api/console/second-factor', { token, body: { code: next() } })
  return { next, outcome: outcome(answer) }
}

const events = async (id: string) =>
  (
    await app.database.query<{ action: string; details: { why?: string; name?: string } }>(
      `select action, details from audit_log where subject = $1 order by id`,
      [`operator:${id}`],
    )
  ).map(({ action, details }) => [action, details.why ?? details.name])

describe('a passkey', () => {
  it('is set up on the own account, named, and asked for at each login from then on', async () => {
    const person = await newOperator(app, 'cashier')
    const other = await logInAgain(person)
    const { body } = await prepare(person.token)
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Krapao' },
      user: { name: person.email },
      attestation: 'none',
      // No device offers it on the login page of members, which is at the same address.
      authenticatorSelection: {
        residentKey: 'discouraged',
        requireResidentKey: false,
        userVerification: 'required',
      },
      excludeCredentials: [],
    })
    const device = newDevice()
    expect(await add(person.token, device, body.challenge, '  Office  key ')).toBe('OK')
    // The person who sits there has given it; the other sessions were opened without it.
    expect([await desk(person.token), await desk(other)]).toEqual(['OK', 'invalid-token'])
    expect((await prepare(person.token)).body.excludeCredentials).toMatchObject([{ id: device.id }])
    expect(await list(person.token)).toMatchObject({
      isPossible: true,
      passkeys: [{ name: 'Office key', lastUsedAt: null }],
    })

    const token = await logInAgain(person)
    expect(await desk(token)).toBe('SECOND_FACTOR_REQUIRED')
    expect((await me(token)).secondFactor).toEqual({
      hasCode: false,
      hasPasskey: true,
      mustGive: true,
      mustSet: false,
    })
    const asked = (await ask(token)).body
    expect(asked).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
    })
    device.userHandle = body.user.id
    expect(await prove(token, device, asked.challenge)).toBe('OK')
    expect(await desk(token)).toBe('OK')
    expect((await list(token)).passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }])
  })

  it('is the second factor where every operator needs one', async () => {
    const strict = await testApp({ asksSecondFactor: true })
    const { token } = await newOperator(strict, 'owner')
    const look = async () => outcome(await strict.call('GET /api/console/desk', { token }))
    expect(await look()).toBe('SECOND_FACTOR_MISSING')
    const { body } = await strict.call('POST /api/console/passkeys/options', { token })
    const credential = authenticator(strict.address).create(body.challenge) as never
    await strict.call('POST /api/console/passkeys', { token, body: { name: 'Phone', credential } })
    expect(await look()).toBe('OK')
    const { passkeys } = (await strict.call('GET /api/console/passkeys', { token })).body
    const params = { id: passkeys[0]?._id ?? '' }
    expect(outcome(await strict.call('DELETE /api/console/passkeys/:id', { token, params }))).toBe(
      'LAST_SECOND_FACTOR',
    )
    expect(await look()).toBe('OK')
    await strict.close()
  })

  it('and a code serve alike, and neither the password nor a code of a secret that nobody confirmed', async () => {
    const { person, device } = await holder()
    const { body } = await app.call('POST /api/console/second-factor', { token: person.token })
    const code = authenticatorCode(body.secret, app.clock.now())
    const give = async (token: string, given: { password?: string; code?: string }) =>
      outcome(await app.call('POST /api/console/confirm', { token, body: given }))
    const first = await logInAgain(person)
    expect(await give(first, { password: person.password })).toBe('SECOND_FACTOR_INVALID')
    expect(await give(first, { code })).toBe('SECOND_FACTOR_INVALID')
    expect(await desk(first)).toBe('SECOND_FACTOR_REQUIRED')
    expect(await prove(first, device)).toBe('OK')
    const codes = await setCode(first)
    expect(codes.outcome).toBe('OK')
    expect((await me(first)).secondFactor).toMatchObject({ hasCode: true, hasPasskey: true })
    const second = await logInAgain(person)
    expect(await give(second, { code: codes.next() })).toBe('OK')
    expect(await desk(second)).toBe('OK')
  })

  it('answers when the console asks again, and only then what changes the second factor goes on', async () => {
    const { person, device } = await holder()
    app.clock.advance(15 * 60 + 1)
    const [key] = (await list(person.token)).passkeys
    const id = key?._id ?? ''
    expect(outcome(await prepare(person.token))).toBe('CONFIRM_IDENTITY')
    expect(await remove(person.token, id)).toBe('CONFIRM_IDENTITY')
    expect(await prove(person.token, device)).toBe('OK')
    expect(await add(person.token, newDevice())).toBe('OK')
    expect(await remove(person.token, id)).toBe('OK')
    expect(await prove(person.token, device)).toBe('PASSKEY_INVALID')
  })

  it('signs each challenge once, also at the same moment, in time, and only the last one', async () => {
    const { person, device } = await holder()
    const challenge = await challengeFor(person.token)
    const all = await Promise.all(Array.from({ length: 5 }, () => prove(person.token, device, challenge)))
    expect(tally(all)).toEqual({ OK: 1, PASSKEY_INVALID: 4 })
    const late = await challengeFor(person.token)
    app.clock.advance(5 * 60 + 1)
    expect(await prove(person.token, device, late)).toBe('PASSKEY_INVALID')
    expect(await prove(person.token, device, 'A'.repeat(43))).toBe('PASSKEY_INVALID')
    const [before, last] = [await challengeFor(person.token), await challengeFor(person.token)]
    expect(await prove(person.token, device, before)).toBe('PASSKEY_INVALID')
    expect(await prove(person.token, device, last)).toBe('OK')
    // A wrong answer uses its challenge up as well.
    const wasted = await challengeFor(person.token)
    device.origin = 'https://krapao.example'
    expect(await prove(person.token, device, wasted)).toBe('PASSKEY_INVALID')
    device.origin = app.address
    expect(await prove(person.token, device, wasted)).toBe('PASSKEY_INVALID')
  })

  it('is bound to the session that asked, and to what it asked for', async () => {
    const { person, device } = await holder()
    const other = await logInAgain(person)
    const challenge = await challengeFor(person.token)
    expect(await prove(other, device, challenge)).toBe('PASSKEY_INVALID')
    expect(await add(person.token, newDevice(), challenge)).toBe('PASSKEY_INVALID')
    // Neither has used it up.
    expect(await prove(person.token, device, challenge)).toBe('OK')
    const { body } = await prepare(person.token)
    expect(await prove(person.token, device, body.challenge)).toBe('PASSKEY_INVALID')
    const stranger = await newOperator(app, 'owner')
    expect(await add(stranger.token, newDevice(), body.challenge)).toBe('PASSKEY_INVALID')
    expect(await add(person.token, newDevice(), body.challenge)).toBe('OK')
  })

  it('what it was to sign is kept no longer than it can be signed, nor than its session', async () => {
    const kept = async () => (await app.database.query('select 1 from operator_passkey_challenges')).length
    const { person } = await holder()
    await app.database.query('delete from operator_passkey_challenges')
    for (let n = 0; n < 3; n++) await challengeFor(person.token)
    await prepare(person.token)
    expect(await kept()).toBe(2)
    app.clock.advance(5 * 60 + 1)
    await deleteChallengesBefore(app.context.db, app.clock.now())
    expect(await kept()).toBe(0)
    await challengeFor(person.token)
    await app.database.query('delete from operator_sessions where operator_id = $1', [person.id])
    expect(await kept()).toBe(0)
  })

  it.each<[string, Partial<Authenticator>]>([
    ['another page', { origin: 'https://krapao.example' }],
    ['another port of the host', { origin: 'http://localhost:1' }],
    ['another host’s passkey', { rpId: 'krapao.example' }],
    ['a device that did not ask who holds it', { flags: flags.present }],
    ['a device that nobody touched', { flags: flags.verified }],
  ])('is refused from %s, set up or used', async (_, change) => {
    const { person, device } = await holder()
    Object.assign(device, change)
    expect(await prove(person.token, device)).toBe('PASSKEY_INVALID')
    const fresh = newDevice()
    Object.assign(fresh, change)
    expect(await add(person.token, fresh)).toBe('PASSKEY_INVALID')
    expect((await list(person.token)).passkeys).toHaveLength(1)
  })

  it('of one person proves nobody else, a member’s neither', async () => {
    const [first, second] = [await holder(), await holder()]
    expect(await prove(first.person.token, second.device)).toBe('PASSKEY_INVALID')
    // The own id under another's signature, and an id that is somebody's already.
    const credential = { ...second.device.get(await challengeFor(first.person.token)), id: first.device.id }
    const { token } = first.person
    expect(outcome(await app.call('POST /api/console/confirm', { token, body: { credential } }))).toBe(
      'PASSKEY_INVALID',
    )
    first.device.userHandle = Buffer.from(`operator:${second.person.id}`).toString('base64url')
    expect(await prove(token, first.device)).toBe('PASSKEY_INVALID')
    expect(await add(token, second.device)).toBe('PASSKEY_INVALID')

    const [member, phone] = [await app.registerMember(), newDevice()]
    const { body } = await app.call('POST /api/account/passkeys/options', {
      token: member.token,
      body: { password: member.password },
    })
    const made = phone.create(body.challenge) as never
    await app.call('POST /api/account/passkeys', { token: member.token, body: { credential: made } })
    expect(await prove(token, phone)).toBe('PASSKEY_INVALID')
    // Nor does an operator's open a member's login.
    const asked = (await app.call('POST /api/login/passkey/options', { headers: fromAddress() })).body
    const answer = await app.call('POST /api/login/passkey', {
      body: { credential: second.device.get(asked.challenge) },
      headers: fromAddress(),
    })
    expect(outcome(answer)).toBe('PASSKEY_INVALID')
    expect((await list(second.person.token)).passkeys).toHaveLength(1)
  })

  it('that counts its uses is refused when it counts no further, and audited as a copy', async () => {
    const { person, device } = await holder()
    const tries = async () => {
      const got = []
      for (const counter of [7, 7, 3, 0, 8])
        got.push(await prove(person.token, Object.assign(device, { counter })))
      return got
    }
    expect(await tries()).toEqual(['OK', 'PASSKEY_INVALID', 'PASSKEY_INVALID', 'PASSKEY_INVALID', 'OK'])
    expect(await events(person.id)).toEqual([
      ['operator.passkey-set', 'Office key'],
      ['login-failed', 'passkey-copy'],
    ])
  })

  it('that fails is in the audit log as a failed login, once in a quarter of an hour for an address', async () => {
    const { person, device } = await holder()
    const elsewhere = fromAddress()
    for (let n = 0; n < 3; n++) await prove(person.token, newDevice())
    for (let n = 0; n < 2; n++) await prove(person.token, newDevice(), undefined, elsewhere)
    const failures = async () => (await events(person.id)).filter(([action]) => action === 'login-failed')
    expect(await failures()).toEqual([
      ['login-failed', 'passkey'],
      ['login-failed', 'passkey'],
    ])
    app.clock.advance(15 * 60 + 1)
    expect(await prove(person.token, device)).toBe('OK')
    expect(await failures()).toHaveLength(2)
    await prove(person.token, newDevice())
    expect(await failures()).toHaveLength(3)
  })

  it('is one of a few, also at the same moment', async () => {
    const { person } = await holder()
    const { token } = person
    const { body } = await prepare(token)
    // One challenge makes one passkey.
    const all = await Promise.all(Array.from({ length: 3 }, () => add(token, newDevice(), body.challenge)))
    expect(tally(all)).toEqual({ OK: 1, PASSKEY_INVALID: 2 })
    expect(await add(token, newDevice())).toBe('OK')
    expect(outcome(await prepare(token))).toBe('PASSKEY_FULL')
    expect((await list(token)).passkeys).toHaveLength(3)
  })

  it('is removed by its operator, but for the last second factor', async () => {
    const [{ person, device }, other] = [await holder(), await newOperator(app, 'owner')]
    const { token } = person
    const [first] = (await list(token)).passkeys
    const id = first?._id ?? ''
    expect(await remove(other.token, id)).toBe('NO_DATA')
    expect(await remove(token, id)).toBe('LAST_SECOND_FACTOR')
    expect((await setCode(token)).outcome).toBe('OK')
    expect([await remove(token, id), await remove(token, id)]).toEqual(['OK', 'NO_DATA'])
    expect(outcome(await ask(token))).toBe('NO_DATA')
    expect(await prove(token, device, 'A'.repeat(43))).toBe('PASSKEY_INVALID')
    expect((await events(person.id)).slice(0, 3)).toEqual([
      ['operator.passkey-set', 'Office key'],
      ['operator.factor-set', undefined],
      ['operator.passkey-removed', 'Office key'],
    ])
  })

  it('one stays when two are removed at once', async () => {
    const { person } = await holder()
    expect(await add(person.token, newDevice())).toBe('OK')
    const ids = (await list(person.token)).passkeys.map(({ _id }) => _id)
    const all = await Promise.all(ids.map((id) => remove(person.token, id)))
    expect(tally(all)).toEqual({ OK: 1, LAST_SECOND_FACTOR: 1 })
  })

  it('stays when the others were made for another host', async () => {
    const { person } = await holder()
    const { token } = person
    expect(await add(token, newDevice())).toBe('OK')
    const [last, first] = (await list(token)).passkeys.map(({ _id }) => _id)
    await app.database.query(`update operator_passkeys set rp_id = 'old.example' where id = $1`, [first])
    expect(await remove(token, last ?? '')).toBe('LAST_SECOND_FACTOR')
    expect(await remove(token, first ?? '')).toBe('OK')
  })

  it('goes with a new password by two owners, and its sessions with it', async () => {
    const owners = [await newOperator(app, 'owner'), await newOperator(app, 'owner')] as const
    const { person, device } = await holder()
    const challenge = await challengeFor(person.token)
    const { oneTime } = await byTwoOwners(app, owners, (token) =>
      app.call('POST /api/console/staff/:id/password', { token, params: { id: person.id } }),
    )
    expect(await prove(person.token, device, challenge)).toBe('invalid-token')
    const { token } = await tryLogin(app, person.email, oneTime?.password ?? '')
    expect((await me(token)).secondFactor).toEqual({
      hasCode: false,
      hasPasskey: false,
      mustGive: false,
      mustSet: false,
    })
    expect(await desk(token)).toBe('PASSWORD_CHANGE_REQUIRED')
    expect(
      await app.database.query('select 1 from operator_passkeys where operator_id = $1', [person.id]),
    ).toEqual([])
  })
})

describe('two at once', () => {
  it('of two sessions that set one up, the first one stays', async () => {
    const person = await newOperator(app, 'cashier')
    const tokens = [person.token, await logInAgain(person), await logInAgain(person)]
    const challenges = await Promise.all(tokens.map(async (token) => (await prepare(token)).body.challenge))
    const all = await Promise.all(tokens.map((token, n) => add(token, newDevice(), challenges[n])))
    expect(tally(all)).toEqual({ OK: 1, 'invalid-token': 2 })
    const winner = tokens[all.indexOf('OK')] ?? ''
    expect((await list(winner)).passkeys).toHaveLength(1)
  })

  it('so it is of a passkey and a code', async () => {
    for (let n = 0; n < 5; n++) {
      const person = await newOperator(app, 'cashier')
      const other = await logInAgain(person)
      const { challenge } = (await prepare(other)).body
      const { secret } = (await app.call('POST /api/console/second-factor', { token: person.token })).body
      const code = authenticatorCode(secret, app.clock.now())
      const all = await Promise.all([
        add(other, newDevice(), challenge),
        app.call('PUT /api/console/second-factor', { token: person.token, body: { code } }).then(outcome),
      ])
      expect(tally(all), `${n}`).toEqual({ OK: 1, 'invalid-token': 1 })
    }
  })

  const suspend = (id: string) =>
    app.database.query('update operators set is_active = false where id = $1', [id])
  it('who is suspended between challenge and answer gets nowhere', async () => {
    const [{ person, device }, fresh] = [await holder(), await newOperator(app, 'cashier')]
    const [proving, adding] = [await challengeFor(person.token), (await prepare(fresh.token)).body.challenge]
    for (const { id } of [person, fresh]) await suspend(id)
    expect(await prove(person.token, device, proving)).toBe('INACTIVE_USER')
    expect(await add(fresh.token, newDevice(), adding)).toBe('INACTIVE_USER')
    // Nor after the reinstatement: the sessions are gone.
    await app.database.query('update operators set is_active = true where id = any($1)', [
      [person.id, fresh.id],
    ])
    expect(await prove(person.token, device, proving)).toBe('invalid-token')
    expect(await add(fresh.token, newDevice(), adding)).toBe('invalid-token')
  })

  it.each(['prove', 'add', 'remove'] as const)(
    'nor who is suspended while the answer is at work: %s',
    async (what) => {
      const { person, device } = await holder()
      const { token } = person
      expect(await add(token, newDevice())).toBe('OK')
      const [before, proving] = [(await list(token)).passkeys, await challengeFor(token)]
      const { challenge } = (await prepare(token)).body
      const act = {
        prove: () => prove(token, device, proving),
        add: () => add(token, newDevice(), challenge),
        remove: () => remove(token, before[0]?._id ?? ''),
      }[what]
      let answer: Promise<string | undefined> | undefined
      await transaction(app.context.db, async (tx) => {
        await rawQuery(tx, 'select from operators where id = $1 for update', [person.id])
        answer = act()
        await expect.poll(() => waitingForLocks(app.database)).toBe(1)
        await rawQuery(tx, 'update operators set is_active = false where id = $1', [person.id])
      })
      expect(await answer).toBe('INACTIVE_USER')
      const left = await app.database.query<{ used: boolean }>(
        'select last_used_at is not null as used from operator_passkeys where operator_id = $1',
        [person.id],
      )
      expect(left).toEqual([{ used: false }, { used: false }])
    },
  )
})

describe('the address', () => {
  it('is the configured one, whatever a caller says', async () => {
    const live = await testApp({ config: { PUBLIC_URL: 'https://wallet.example' } })
    const { token } = await newOperator(live, 'cashier')
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    for (const [origin, expected] of [
      [live.address, 'PASSKEY_INVALID'],
      ['https://evil.example', 'PASSKEY_INVALID'],
      ['https://wallet.example', 'OK'],
    ] as const) {
      const { body } = await live.call('POST /api/console/passkeys/options', { token, headers })
      expect(body.rp.id).toBe('wallet.example')
      const credential = authenticator(origin).create(body.challenge) as never
      const answer = await live.call('POST /api/console/passkeys', {
        token,
        body: { name: 'x', credential },
      })
      expect(outcome(answer)).toBe(expected)
    }
    await live.close()
  })

  it('has no passkeys where it is not known, nor those of another host', async () => {
    const { person, device } = await holder()
    const { token } = person
    const challenge = await challengeFor(token)
    const headers = { 'x-forwarded-host': 'wallet.example' }
    const { body } = await app.call('GET /api/console/passkeys', { token, headers })
    expect(body).toMatchObject({ isPossible: false, passkeys: [{ name: 'Office key' }] })
    for (const name of ['POST /api/console/passkeys/options', 'POST /api/console/confirm/options'] as const) {
      expect(outcome(await app.call(name, { token, headers }))).toBe('PASSKEY_UNAVAILABLE')
    }
    await app.database.query(`update operator_passkeys set rp_id = 'old.example' where operator_id = $1`, [
      person.id,
    ])
    expect(outcome(await ask(token))).toBe('PASSKEY_UNAVAILABLE')
    expect(await prove(token, device, challenge)).toBe('PASSKEY_INVALID')
    // It still counts: the address of the house may change, and a password alone must not set up another one.
    expect(await desk(await logInAgain(person))).toBe('SECOND_FACTOR_REQUIRED')
  })
})
