import * as contract from '@krapao/contract/endpoints.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { votesOn } from '../../desk/testing.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { tally } from '../../testing/attacks/attack.ts'
import { campaignPeople, codeOf, decide as decideOnCampaign, make, testContent } from '../campaign/testing.ts'
import { testQueue } from '../desk/testing.ts'
import {
  authenticatorCode,
  byTwoOwners,
  bytesOf,
  fromAddress,
  newOperator,
  type TestOperator,
  tryLogin,
} from './testing.ts'

/** The second factor of operators, and being asked again (rules.md §17.8), through the real app. */

const me = (app: TestApp, token: string) => app.call('GET /api/console/me', { token })
const outcome = ({ status, error }: { status: number; error?: { message?: string } | undefined }) =>
  status === 200 ? 'OK' : error?.message
const desk = async (app: TestApp, token: string) =>
  outcome(await app.call('GET /api/console/desk', { token }))
const prepare = (app: TestApp, token: string) => app.call('POST /api/console/second-factor', { token })
const confirm = async (app: TestApp, token: string, code: string) =>
  outcome(await app.call('PUT /api/console/second-factor', { token, body: { code } }))
const give = async (app: TestApp, token: string, body: { code?: string; password?: string }) =>
  outcome(await app.call('POST /api/console/confirm', { token, body }))

/** An authenticator app: a code of each interval, moved on so that none is given twice. */
function phoneOf(app: TestApp, secret: string) {
  return {
    now: () => authenticatorCode(secret, app.clock.now()),
    next() {
      app.clock.advance(30)
      return this.now()
    },
  }
}

async function withFactor(app: TestApp, role: TestOperator['role'] = 'cashier') {
  const person = await newOperator(app, role)
  const { body } = await prepare(app, person.token)
  const phone = phoneOf(app, body.secret)
  expect(await confirm(app, person.token, phone.next())).toBe('OK')
  return { person, phone, ...body }
}

describe('where every operator needs one', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ asksSecondFactor: true })
  })
  afterAll(() => app.close())

  it('nothing else is possible until one is set up, the socket neither', async () => {
    const { token } = await newOperator(app, 'owner')
    expect(await desk(app, token)).toBe('SECOND_FACTOR_MISSING')
    expect((await me(app, token)).body).toMatchObject({
      secondFactor: { hasCode: false, hasPasskey: false, mustSet: true, mustGive: false },
    })
    const socket = io(app.address, { transports: ['websocket'], forceNew: true })
    const join = () =>
      new Promise<{ ok: boolean }>((resolve) => socket.emit('join', { room: consoleRoom, token }, resolve))
    expect((await join()).ok).toBe(false)
    const { body } = await prepare(app, token)
    expect(body.picture).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(await confirm(app, token, phoneOf(app, body.secret).now())).toBe('OK')
    expect(await desk(app, token)).toBe('OK')
    expect((await join()).ok).toBe(true)
    socket.disconnect()
  })

  it('every call of the console but those of the step is refused without it', async () => {
    const { token } = await newOperator(app, 'owner')
    const open: string[] = []
    for (const { method, path, access } of Object.values(contract)) {
      if (access !== 'operator' || path.endsWith('/logout')) continue
      const answer = await fetch(app.address + path.replace(/:\w+/g, '0'), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      })
      const { message } = (await answer.json()) as { message?: string }
      if (message !== 'SECOND_FACTOR_MISSING') open.push(`${method} ${path}`)
    }
    expect(open.sort()).toEqual([
      'GET /api/console/me',
      'GET /api/console/passkeys',
      'POST /api/console/confirm',
      'POST /api/console/passkeys',
      'POST /api/console/passkeys/options',
      'POST /api/console/second-factor',
      'PUT /api/console/password',
      'PUT /api/console/second-factor',
    ])
  })
})

describe('a second factor', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ settings: { 'login.failuresPerAccount': 5, 'operator.confirmMinutes': 15 } })
  })
  afterAll(() => app.close())

  it('is asked for at each login, once it is set up; the other sessions end with its set-up', async () => {
    const person = await newOperator(app, 'cashier')
    const other = (await tryLogin(app, person.email, person.password)).token
    const { body } = await prepare(app, person.token)
    const phone = phoneOf(app, body.secret)
    expect(await desk(app, person.token)).toBe('OK')
    expect(await confirm(app, person.token, '000000')).toBe('SECOND_FACTOR_INVALID')
    expect(await confirm(app, person.token, phone.now())).toBe('OK')
    expect([await desk(app, person.token), await desk(app, other)]).toEqual(['OK', 'invalid-token'])
    const { token } = await tryLogin(app, person.email, person.password)
    expect(await desk(app, token)).toBe('SECOND_FACTOR_REQUIRED')
    expect(await give(app, token, { password: person.password })).toBe('SECOND_FACTOR_INVALID')
    expect(await desk(app, token)).toBe('SECOND_FACTOR_REQUIRED')
    expect(await give(app, token, { code: phone.next() })).toBe('OK')
    expect(await desk(app, token)).toBe('OK')
  })

  it('a code serves once, also where it comes many times at once', async () => {
    const { person, phone } = await withFactor(app)
    const code = phone.next()
    const tokens = await Promise.all(
      Array.from({ length: 4 }, async () => (await tryLogin(app, person.email, person.password)).token),
    )
    const answers = await Promise.all(tokens.map((token) => give(app, token, { code })))
    expect(tally(answers)).toEqual({ OK: 1, SECOND_FACTOR_INVALID: 3 })
  })

  it('may be guessed as rarely as a password, whoever guesses', async () => {
    const { person, phone } = await withFactor(app)
    const { token } = await tryLogin(app, person.email, person.password)
    const wrong = phone.now() === '123456' ? '654321' : '123456'
    const guesses = await Promise.all(Array.from({ length: 9 }, () => give(app, token, { code: wrong })))
    expect(tally(guesses)).toEqual({ SECOND_FACTOR_INVALID: 5, REQUEST_LIMIT: 4 })
    expect(await give(app, token, { code: phone.next() })).toBe('REQUEST_LIMIT')
    app.clock.advance(15 * 60 + 1)
    expect(await give(app, token, { code: phone.next() })).toBe('OK')
  })

  it('a wrong code is in the audit log as a failed login, once in a quarter of an hour', async () => {
    const { person, phone } = await withFactor(app)
    const { token } = await tryLogin(app, person.email, person.password)
    const wrong = phone.now() === '123456' ? '654321' : '123456'
    const failures = async () =>
      (
        await app.database.query<{ operator_id: string | null; details: { why: string; ip: string } }>(
          `select operator_id, details from audit_log where action = 'login-failed' and subject = $1`,
          [`operator:${person.id}`],
        )
      ).map(({ operator_id, details }) => [operator_id, details.why, details.ip.length > 0])
    for (let n = 0; n < 4; n++) await give(app, token, { code: wrong })
    expect(await failures()).toEqual([[null, 'code', true]])
    await give(app, token, { code: wrong })
    app.clock.advance(14 * 60)
    expect(await give(app, token, { code: wrong })).toBe('REQUEST_LIMIT')
    expect(await failures()).toHaveLength(1)
    // From another place as well, also where the limit refuses it.
    const elsewhere = { token, body: { code: wrong }, headers: fromAddress() }
    expect(outcome(await app.call('POST /api/console/confirm', elsewhere))).toBe('REQUEST_LIMIT')
    expect(await failures()).toHaveLength(2)
    app.clock.advance(60 + 1)
    await give(app, token, { code: wrong })
    expect(await failures()).toHaveLength(3)
  })

  it('is sealed in the table, and another one is not made over it', async () => {
    const { person, secret } = await withFactor(app)
    const [row] = await app.database.query<{ secret: string }>(
      'select secret from operator_codes where operator_id = $1',
      [person.id],
    )
    const bytes = bytesOf(secret)
    for (const form of [secret, bytes.toString('hex'), bytes.toString('base64url')])
      expect(row?.secret).not.toContain(form)
    expect(() => app.context.sealer.open(row?.secret ?? '', 'operator-code:somebody-else')).toThrow()
    expect(outcome(await prepare(app, person.token))).toBe('SECOND_FACTOR_SET')
    expect(await confirm(app, person.token, '123456')).toBe('SECOND_FACTOR_SET')
    const audit = await app.database.query(
      `select 1 from audit_log where action = 'operator.factor-set' and operator_id = $1`,
      [person.id],
    )
    expect(audit).toHaveLength(1)
  })

  it('a stolen session sets none up a quarter of an hour after the login', async () => {
    const person = await newOperator(app, 'cashier')
    app.clock.advance(15 * 60 + 1)
    expect(outcome(await prepare(app, person.token))).toBe('CONFIRM_IDENTITY')
    expect(await give(app, person.token, { password: 'wrong wrong wrong' })).toBe('WRONG_PASSWORD')
    expect(await give(app, person.token, { password: person.password })).toBe('OK')
    expect(outcome(await prepare(app, person.token))).toBe('OK')
  })

  it('goes with a new password by two owners, and only then', async () => {
    const owners = [await newOperator(app, 'owner'), await newOperator(app, 'owner')] as const
    const { person } = await withFactor(app)
    const { oneTime } = await byTwoOwners(app, owners, (token) =>
      app.call('POST /api/console/staff/:id/password', { token, params: { id: person.id } }),
    )
    const { token } = await tryLogin(app, person.email, oneTime?.password ?? '')
    expect(await desk(app, token)).toBe('PASSWORD_CHANGE_REQUIRED')
    expect((await me(app, token)).body.secondFactor).toEqual({
      hasCode: false,
      hasPasskey: false,
      mustGive: false,
      mustSet: false,
    })
  })
})

describe('being asked again', () => {
  let app: TestApp
  let queue: Awaited<ReturnType<typeof testQueue>>
  beforeAll(async () => {
    app = await testApp({ settings: { 'operator.confirmMinutes': 15 } })
    queue = await testQueue(app)
  })
  afterAll(() => app.close())

  const decide = async (token: string, id: string, choice: 'approve' | 'refuse' = 'approve', key = 'k') => {
    const { body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
      ...{ token, params: { queue: 'slip', id }, idempotencyKey: key },
      body: { reason: 'looked at it' },
    })
    return error?.message ?? body.status
  }
  const put = async (amount: number) => queue.put({ memberId: (await app.registerMember()).id, amount })

  it('comes before an approval that takes two, a quarter of an hour after the last proof; the same key goes on', async () => {
    const person = await newOperator(app, 'cashier')
    const id = await put(30_000)
    app.clock.advance(15 * 60 + 1)
    expect(await decide(person.token, id)).toBe('CONFIRM_IDENTITY')
    expect(await votesOn(app.database, id)).toEqual([])
    expect(await give(app, person.token, { password: person.password })).toBe('OK')
    expect(await decide(person.token, id)).toBe('SECOND_OPERATOR_NEEDED')
    const second = await newOperator(app, 'cashier')
    expect(await decide(second.token, id)).toBe('DONE')
  })

  it('does not come before a refusal, or before what one person may approve', async () => {
    const person = await newOperator(app, 'cashier')
    const [small, large] = [await put(100), await put(30_000)]
    app.clock.advance(3600)
    expect(await decide(person.token, small, 'approve', 'k1')).toBe('DONE')
    expect(await decide(person.token, large, 'refuse', 'k2')).toBe('DONE')
  })

  it('takes a code, and no password, from who has a second factor', async () => {
    const { person, phone } = await withFactor(app)
    const id = await put(30_000)
    app.clock.advance(15 * 60 + 1)
    expect(await decide(person.token, id)).toBe('CONFIRM_IDENTITY')
    expect(await give(app, person.token, { password: person.password })).toBe('SECOND_FACTOR_INVALID')
    expect(await decide(person.token, id)).toBe('CONFIRM_IDENTITY')
    expect(await give(app, person.token, { code: phone.next() })).toBe('OK')
    expect(await decide(person.token, id)).toBe('SECOND_OPERATOR_NEEDED')
  })

  it('comes before a campaign is approved, and not before it is refused', async () => {
    const { author, second } = await campaignPeople(app)
    const content = testContent.promotion
    await make(app, author, content)
    const version = { kind: 'promotion', code: codeOf(content), version: 1 } as const
    app.clock.advance(15 * 60 + 1)
    expect(await decideOnCampaign(app, second, 'approve', version)).toBe('403 CONFIRM_IDENTITY')
    expect(await give(app, second.token, { password: second.password })).toBe('OK')
    expect(await decideOnCampaign(app, second, 'approve', version)).toBe('OK')
    await make(app, author, content, { basedOn: 1 })
    app.clock.advance(15 * 60 + 1)
    expect(await decideOnCampaign(app, second, 'refuse', { ...version, version: 2 })).toBe('OK')
  })

  it('comes before another owner’s wish is approved', async () => {
    const [first, second] = [await newOperator(app, 'owner'), await newOperator(app, 'owner')]
    const { body } = await app.call('POST /api/console/staff', {
      token: first.token,
      body: { email: 'again@test.test', name: 'Nok', role: 'cashier' },
    })
    const approve = async () =>
      outcome(
        await app.call('POST /api/console/staff/requests/:id/approve', {
          token: second.token,
          params: { id: body._id },
        }),
      )
    app.clock.advance(15 * 60 + 1)
    expect(await approve()).toBe('CONFIRM_IDENTITY')
    expect(await give(app, second.token, { password: second.password })).toBe('OK')
    expect(await approve()).toBe('OK')
  })
})
