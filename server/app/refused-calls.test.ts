import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawQuery, transaction } from '../platform/database.ts'
import { createRefusedCalls, type RefusedCall } from '../platform/refused-calls.ts'
import { eventsOf, newOperator, shutOut, type TestOperator } from '../slices/operator/testing.ts'
import { withdraw } from '../slices/withdraw/testing.ts'
import { type TestApp, type TestMember, testApp } from '../testing/app.ts'

/** A member reads the reference of a refusal to support, who finds the call by it. */
let app: TestApp
let support: TestOperator
let member: TestMember
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  support = await newOperator(app, 'support')
  member = await app.registerMember()
})
afterAll(() => app.close())

const search = (token: string | undefined, text: string) =>
  app.call('GET /api/console/members', { ...(token && { token }), query: { search: text } })
/** The call with a reference, once it is stored, which is a moment after its answer. */
async function found(reference: string) {
  let calls: Awaited<ReturnType<typeof search>>['body']['refusedCalls'] = []
  await expect
    .poll(
      async () => {
        calls = await search(support.token, reference).then(({ body }) => body.refusedCalls)
        // Forty searches a minute are the limit.
        app.clock.advance(2)
        return calls.length
      },
      { interval: 200 },
    )
    .toBe(1)
  return calls[0]
}
const rows = () => app.database.query<{ all: string }>('select c::text as all from refused_calls c')
const logIn = (username: string) =>
  app.call('POST /api/login', { body: { username, password: 'not the password' } })
const shown = ({ headers }: { headers: Headers }): string => headers.get('x-request-id') ?? ''

it('a member’s call is found with who, when and why, however the reference was written down, and the search is audited', async () => {
  const refused = await withdraw(app, member, 300)
  expect(refused.error?.message).toBe('MONEY_NOT_ENOUGH')
  const call = await found(shown(refused))
  expect(call).toEqual({
    reference: shown(refused),
    at: expect.stringMatching(/Z$/),
    endpoint: 'POST /api/wallet/withdraw',
    code: 'MONEY_NOT_ENOUGH',
    member: expect.objectContaining({ _id: member.id, username: `•••••• ${member.username.slice(-4)}` }),
  })
  expect(Math.abs(Date.parse(call?.at ?? '') - app.clock.now().getTime())).toBeLessThan(60_000)
  const written = ` ${shown(refused)
    .toUpperCase()
    .replace(/^(.{4})/, '$1 ')} `
  expect((await search(support.token, written)).body.refusedCalls).toEqual([call])
  const looks = await eventsOf(app.database, { operatorId: support.id, actions: 'look.member' })
  expect(looks.map(({ subject }) => subject)).toEqual([`member:${member.id}`])
})

it('a failed login is found, and nothing that was typed is stored', async () => {
  const refused = await logIn(member.username)
  expect(await found(shown(refused))).toMatchObject({
    endpoint: 'POST /api/login',
    code: 'WRONG_CREDENTIAL',
    member: null,
  })
  const kept = JSON.stringify(await rows())
  for (const word of [member.username, 'password', '127.0.0.1']) expect(kept).not.toContain(word)
})

it('refusals of other strangers and of operators are not stored, nor are successes', async () => {
  const others = [
    await app.call('GET /api/account/profile', {}),
    await search('x'.repeat(43), 'somebody'),
    await app.call('GET /api/console/audit', { token: support.token }),
    await app.call('GET /api/account/profile', { token: member.token }),
  ]
  const last = await withdraw(app, member, 301)
  await found(shown(last))
  expect(others.map(({ status }) => status)).toEqual([401, 401, 403, 200])
  for (const other of others) expect(await app.context.refusedCalls.find(shown(other))).toBe(undefined)
})

it('an operator who may not search for members finds no call', async () => {
  const refused = await withdraw(app, member, 302)
  await found(shown(refused))
  const gone = await newOperator(app, 'support')
  await shutOut(app.database, gone.id)
  const answers = [gone.token, member.token, undefined].map((token) => search(token, shown(refused)))
  expect((await Promise.all(answers)).map(({ status, error }) => [status, error?.message])).toEqual([
    [403, 'INACTIVE_USER'],
    [401, 'invalid-token'],
    [401, 'invalid-token'],
  ])
})

it('one stranger cannot fill the table, nor keep members’ calls out', async () => {
  const before = (await rows()).length
  for (let round = 0; round < 15; round++)
    await Promise.all(Array.from({ length: 10 }, () => app.call('POST /api/login', { body: {} as never })))
  const refused = await withdraw(app, member, 303)
  expect(await found(shown(refused))).toMatchObject({ member: { _id: member.id } })
  // Twenty at once, and then one in ten seconds.
  expect((await rows()).length - before).toBeLessThan(30)
})

const callOf = (memberId: string | null): RefusedCall => ({
  reference: randomBytes(9).toString('base64url'),
  at: app.clock.now(),
  endpoint: 'POST /api/login',
  memberId,
  code: 'WRONG_CREDENTIAL',
})
const ownCalls = () =>
  createRefusedCalls(app.database, { clock: app.clock, log: pino({ level: 'silent' }), seconds: 60 })

it('many strangers at many addresses cannot fill it either', async () => {
  const before = (await rows()).length
  const calls = ownCalls()
  for (let n = 0; n < 3000; n++) calls.note(callOf(null), `203.0.${n % 250}.${Math.floor(n / 250)}`)
  await calls.close()
  const kept = (await rows()).length - before
  expect(kept).toBeGreaterThan(100)
  expect(kept).toBeLessThan(520)
})

it('while the database is away answers do not change, and the refusal is stored later', async () => {
  await app.database.query('alter table refused_calls rename to hidden')
  let refused: Awaited<ReturnType<typeof withdraw>>
  try {
    refused = await withdraw(app, member, 304)
    expect([refused.status, refused.error?.message]).toEqual([422, 'MONEY_NOT_ENOUGH'])
    // The first attempt to store it.
    await new Promise((resolve) => setTimeout(resolve, 600))
  } finally {
    await app.database.query('alter table hidden rename to refused_calls')
  }
  expect(await found(shown(refused))).toMatchObject({ code: 'MONEY_NOT_ENOUGH' })
})

it('refusals are stored for thirty days', async () => {
  const calls = ownCalls()
  const [old, young] = [callOf(member.id), callOf(member.id)]
  old.at = new Date(app.clock.now().getTime() - 30 * 86_400_000 - 1000)
  young.at = new Date(app.clock.now().getTime() - 30 * 86_400_000 + 60_000)
  for (const call of [old, young]) calls.note(call, `member ${call.reference}`)
  await calls.close()
  expect(await app.context.refusedCalls.find(old.reference)).toEqual(old)
  await app.context.refusedCalls.sweep()
  expect(await app.context.refusedCalls.find(old.reference)).toBe(undefined)
  expect(await app.context.refusedCalls.find(young.reference)).toEqual(young)
})

it.each([
  [
    'the search',
    `select * from refused_calls where lower(reference) = lower('abc')`,
    'refused_calls_reference',
  ],
  ['the sweep', `delete from refused_calls where at < now()`, 'refused_calls_at'],
])('%s has an index', async (_, query, index) => {
  const plan = await transaction(app.context.db, async (tx) => {
    await rawQuery(tx, 'set local enable_seqscan = off', [])
    return rawQuery(tx, `explain ${query}`, [])
  })
  expect(JSON.stringify(plan)).toContain(index)
})
