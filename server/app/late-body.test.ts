import type { Endpoint } from '@krapao/contract/endpoint.ts'
import * as contract from '@krapao/contract/endpoints.ts'
import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countSessions, freshPhone, fromAddress, setMemberActive } from '../slices/account/testing.ts'
import { serviceActive } from '../slices/lookup/rules.ts'
import { byTwoOwners, newOperator } from '../slices/operator/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { type HeldCall, holdCall } from '../testing/held-call.ts'

/**
 * The right to act is decided when the body of a call is there, not when its headers came
 * (docs/decisions/0042): each call of the contract that may have a body, with its last byte held back across
 * everything that ends a right to call.
 */
let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'account.callsPerMinute': 100_000 } })
})
afterAll(async () => {
  for (const call of open) call.close()
  await app.close()
})

const withBody = Object.values(contract as Record<string, Endpoint>).filter(({ method }) => method !== 'GET')
const named = ({ method, path }: Endpoint): string => `${method} ${path}`
const ofMembers = withBody.filter(({ access }) => access === 'member' || access === 'customer')
const ofOperators = withBody.filter(({ access }) => access === 'operator')

/** The bodies of the calls that read theirs themselves. */
const isUpload = ({ path }: Endpoint): boolean => /upload|pictures$|wallet\/slip$/.test(path)
const form = [
  '--edge',
  'content-disposition: form-data; name="file"; filename="a.png"',
  'content-type: image/png',
  '',
  'no picture',
  '--edge--',
  '',
].join('\r\n')

const open: HeldCall[] = []

async function hold(
  endpoint: Endpoint,
  headers: Record<string, string>,
): Promise<{ name: string } & HeldCall> {
  const { method, path } = endpoint
  const held = await holdCall(app.address, `${method} ${path.replace(/:\w+/g, '0')}`, {
    headers: { ...fromAddress(), ...headers },
    ...(isUpload(endpoint) ? { body: form, type: 'multipart/form-data; boundary=edge' } : { body: '{}' }),
  })
  open.push(held)
  return { name: named(endpoint), ...held }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Holds all these calls, lets something happen, and sends their last bytes. @returns the answers by call */
async function across(
  calls: Endpoint[],
  headers: Record<string, string>,
  happens: () => Promise<unknown>,
): Promise<Record<string, string>> {
  const held = await Promise.all(calls.map((endpoint) => hold(endpoint, headers)))
  await happens()
  const before = await contents()
  const answers = await Promise.all(held.map(async ({ name, send }) => [name, await send()]))
  expect(await contents()).toEqual(before)
  return Object.fromEntries(answers)
}

const each = (calls: Endpoint[], answer: string) =>
  Object.fromEntries(calls.map((endpoint) => [named(endpoint), answer]))

/** Tables that the server's own jobs write at any moment. */
const moving = [
  'bet_cursors',
  'hits',
  'house_snapshots',
  'seals',
  'settings',
  'refused_calls',
  'known_devices',
]

/** A hash of each table's rows. */
async function contents(): Promise<Record<string, string>> {
  const tables = await app.database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1::text[]) order by 1`,
    [moving],
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await app.database.query<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, '\n' order by t::text), '')) as hash from "${name}" t`,
    )
    found[name] = row?.hash ?? ''
  }
  return found
}

test('there are calls with a body of each kind of caller', () => {
  expect(ofMembers.length).toBeGreaterThan(30)
  expect(ofOperators.length).toBeGreaterThan(30)
})

describe('a member’s call whose body comes late', () => {
  test('is refused once the member is suspended', async () => {
    const { id, token } = await app.registerMember()
    const answers = await across(ofMembers, bearer(token), () => setMemberActive(app.database, id, false))
    expect(answers).toEqual(each(ofMembers, '403 INACTIVE_USER'))
  })

  test('is refused once the password was set anew by a code', async () => {
    const { username, token } = await app.registerMember()
    const answers = await across(ofMembers, bearer(token), async () => {
      const headers = fromAddress()
      const { otpToken } = (
        await app.call('POST /api/login/reset/send', { body: { phoneNumber: username }, headers })
      ).body
      const [sms] = await app.sandbox.sms(username)
      await app.call('POST /api/otp/verify', { body: { otpToken, otpCode: sms?.code ?? '' }, headers })
      const body = { otpToken, newPassword: 'papaya-salad-7' }
      expect((await app.call('POST /api/login/reset', { body, headers })).status).toBe(200)
    })
    expect(answers).toEqual(each(ofMembers, '401 invalid-token'))
  })

  test('is refused once the session was logged out', async () => {
    const { token } = await app.registerMember()
    const answers = await across(ofMembers, bearer(token), () => app.call('POST /api/logout', { token }))
    expect(answers).toEqual(each(ofMembers, '401 invalid-token'))
  })
})

describe('an operator’s call whose body comes late', () => {
  const roleOf = ({ roles }: Endpoint): Role => roles?.find((role) => role !== 'owner') ?? 'owner'
  /** All calls of operators, each held by somebody who may make it. */
  async function ofEach(happens: (id: string, token: string) => Promise<unknown>, expected: string) {
    for (const role of ['owner', 'cashier', 'support', 'auditor'] as const) {
      const calls = ofOperators.filter((endpoint) => roleOf(endpoint) === role)
      if (calls.length === 0) continue
      const { id, token } = await newOperator(app, role)
      const answers = await across(calls, bearer(token), () => happens(id, token))
      expect(answers).toEqual(each(calls, expected))
    }
  }

  test('is refused once the operator is shut out', async () => {
    const owner = await newOperator(app, 'owner')
    await ofEach(async (id) => {
      const answer = await app.call('PUT /api/console/staff/:id', {
        token: owner.token,
        params: { id },
        body: { isActive: false },
      })
      expect(answer.status).toBe(200)
    }, '403 INACTIVE_USER')
  })

  test('is refused once an owner has set a one-time password', async () => {
    const owners = [await newOperator(app, 'owner'), await newOperator(app, 'owner')] as const
    const reset = (id: string) =>
      byTwoOwners(app, owners, (token) =>
        app.call('POST /api/console/staff/:id/password', { token, params: { id } }),
      )
    await ofEach(reset, '401 invalid-token')
  })

  test('is refused once the session was logged out', async () => {
    await ofEach((_, token) => app.call('POST /api/console/logout', { token }), '401 invalid-token')
  })

  test('is refused once the role has changed to one that may not', async () => {
    const owner = await newOperator(app, 'owner')
    const calls = ofOperators.filter(({ roles }) => roles && !roles.includes('auditor'))
    const able = await newOperator(app, 'owner')
    const answers = await across(calls, bearer(able.token), () =>
      app.call('PUT /api/console/staff/:id', {
        token: owner.token,
        params: { id: able.id },
        body: { role: 'auditor' },
      }),
    )
    expect(answers).toEqual(each(calls, '403 FORBIDDEN'))
  })
})

test('a call whose body comes late is refused once the service is closed', async () => {
  const calls = withBody.filter(({ path }) => !path.startsWith('/api/console/'))
  const { token } = await app.registerMember()
  const answers = await across(calls, bearer(token), () => app.context.settings.set(serviceActive, false))
  await app.context.settings.set(serviceActive, true)
  expect(answers).toEqual(each(calls, '410 GONE'))
})

test('a body that comes with the headers is asked about once', async () => {
  const { token } = await app.registerMember()
  const sessions = countSessions(app)
  const { status } = await app.call('PUT /api/account/changepwd', {
    token,
    body: { oldPassword: 'wrong', newPassword: freshPhone() },
  })
  expect([status, sessions.stop()]).toEqual([422, 1])
})
