import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { fromAddress, logIn } from '../testing.ts'
import type { NewLogin } from './enter.ts'

/**
 * A member's devices, and the devices that are asked about new ones (rules.md §2.9), through the real app.
 */
let app: TestApp
const notified: NewLogin[] = []
beforeAll(async () => {
  app = await testApp()
  app.context.services.newLogins.add(async (login) => void notified.push(login))
})
afterAll(() => app.close())

const android = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
}

interface Phone {
  token: string
  /** Headers of the same device another time. */
  headers: Record<string, string>
}

/** Logs in on a device of its own, or again on the same one. */
async function enter(member: TestMember, headers: Record<string, string> = {}): Promise<Phone> {
  const from = { ...fromAddress(), ...android, ...headers }
  const { token = '', cookie } = await logIn(app, member.username, member.password, from)
  expect(token).not.toBe('')
  return { token, headers: { ...headers, ...(cookie && { cookie: cookie.split(';')[0] ?? '' }) } }
}

const devices = async (token: string) => (await app.call('GET /api/account/devices', { token })).body
const asked = async (token: string) =>
  (await app.call('GET /api/account/logins/new', { token })).body.logins.map(({ _id }) => _id)
const answer = async (token: string, id: string | undefined, isMine: boolean) => {
  const options = { token, params: { id: id ?? '0' }, body: { isMine } }
  return (await app.call('POST /api/account/logins/:id/answer', options)).status
}
const works = async (token: string) => (await app.call('GET /api/account/profile', { token })).status === 200

/** A member with a first device that is trusted. */
async function memberWithPhone() {
  const member = await app.registerMember()
  return { member, own: await enter(member) }
}

describe('the page of devices', () => {
  it('names each session, and the logins with what failed, and no whole address', async () => {
    const member = await app.registerMember()
    const headers = { 'x-forwarded-for': '203.0.113.77', ...android }
    await logIn(app, member.username, 'a wrong one of this test', headers)
    const { token = '' } = await logIn(app, member.username, member.password, headers)
    await expect.poll(async () => (await devices(token)).logins.length).toBe(2)
    const { sessions, logins } = await devices(token)
    const facts = { browser: 'Chrome', system: 'Android', address: '203.0.113.x' }
    expect(sessions).toEqual([
      {
        ...facts,
        _id: expect.any(String),
        loggedInAt: expect.any(String),
        lastUsedAt: expect.any(String),
        isOwn: true,
      },
      // The session from before there was a history.
      expect.objectContaining({ browser: null, system: null, address: null, isOwn: false }),
    ])
    expect(
      logins
        .map(({ succeeded, way, isNew, browser, address }) => [succeeded, way, isNew, browser, address])
        .sort(),
    ).toEqual([
      [false, 'password', false, 'Chrome', '203.0.113.x'],
      [true, 'password', false, 'Chrome', '203.0.113.x'],
    ])
    const rows = await app.database.query('select l::text as row from logins l')
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77')
    expect(JSON.stringify(rows)).not.toContain('a wrong one')
  })

  it('keeps the logins in sight however many fail', async () => {
    const { member, own } = await memberWithPhone()
    for (let n = 0; n < 15; n++) await logIn(app, member.username, `wrong ${n} of ${member.id}`)
    await expect.poll(async () => (await devices(own.token)).logins.length).toBe(11)
    expect((await devices(own.token)).logins.filter(({ succeeded }) => succeeded)).toHaveLength(1)
  })

  it('logs one device out, or all others, and nobody else’s', async () => {
    const { member, own } = await memberWithPhone()
    const [second, third] = [await enter(member), await enter(member)]
    const stranger = await app.registerMember()
    const idOf = async (token: string) =>
      (await devices(token)).sessions.find(({ isOwn }) => isOwn)?._id ?? ''
    const end = async (token: string, id: string) =>
      (await app.call('DELETE /api/account/sessions/:id', { token, params: { id } })).status

    const id = await idOf(second.token)
    expect(await end(stranger.token, id)).toBe(404)
    expect(await works(second.token)).toBe(true)
    expect([await end(own.token, id), await end(own.token, id)]).toEqual([200, 200])
    expect([await works(second.token), await works(third.token)]).toEqual([false, true])
    expect((await app.call('DELETE /api/account/sessions', { token: own.token })).status).toBe(200)
    expect([await works(third.token), await works(member.token), await works(own.token)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await works(stranger.token)).toBe(true)
    expect((await devices(own.token)).sessions).toHaveLength(1)
  })
})

describe('a login from a new device', () => {
  it('is asked about on the others, not on itself, and nobody is asked about the first one or a known one', async () => {
    const { member, own } = await memberWithPhone()
    expect(await asked(own.token)).toEqual([])
    const same = await enter(member, own.headers)
    expect(await asked(own.token)).toEqual([])
    const before = notified.length
    const fresh = await enter(member)
    expect(notified.slice(before)).toMatchObject([
      { memberId: member.id, way: 'password', browser: 'Chrome', system: 'Android' },
    ])
    const [id] = await asked(own.token)
    expect(id).toBeDefined()
    expect(await asked(same.token)).toEqual([id])
    expect(await asked(fresh.token)).toEqual([])
    expect(await answer(own.token, id, true)).toBe(200)
    expect([await asked(own.token), await works(fresh.token)]).toEqual([[], true])
    // Answered once; from now on the device is one of the member's.
    expect(await answer(own.token, id, false)).toBe(404)
    await enter(member, fresh.headers)
    expect(notified).toHaveLength(before + 1)
  })

  it('of a stranger is ended with all its sessions, and is new again if it comes back', async () => {
    const { member, own } = await memberWithPhone()
    const thief = await enter(member)
    const again = await enter(member, thief.headers)
    expect(await answer(own.token, (await asked(own.token))[0], false)).toBe(200)
    expect([await works(thief.token), await works(again.token), await works(own.token)]).toEqual([
      false,
      false,
      true,
    ])
    await enter(member, thief.headers)
    expect(await asked(own.token)).toHaveLength(1)
  })

  it('cannot be answered for by strangers’ devices, until three days have passed', async () => {
    const { member, own } = await memberWithPhone()
    const [first, second] = [await enter(member), await enter(member)]
    // Once more on the same device, which it now knows.
    const again = await enter(member, first.headers)
    const ids = await asked(own.token)
    expect(ids).toHaveLength(2)
    for (const { token } of [first, second, again]) {
      expect(await asked(token)).toEqual([])
      for (const id of ids) expect(await answer(token, id, true)).toBe(404)
    }
    const stranger = await app.registerMember()
    expect(await answer(stranger.token, ids[0], true)).toBe(404)
    expect(await asked(own.token)).toEqual(ids)
    // Of a member who has lost the first device.
    app.clock.advance(3 * 86_400 + 60)
    const later = await enter(member, first.headers)
    expect(await asked(later.token)).toEqual([ids[0]])
    app.clock.advance(28 * 86_400)
    expect(await asked((await enter(member, first.headers)).token)).toEqual([])
  })

  it('is the same device after a change of the password', async () => {
    const { member, own } = await memberWithPhone()
    const newPassword = 'papaya-salad-7'
    const body = { oldPassword: member.password, newPassword }
    await app.call('PUT /api/account/changepwd', { token: own.token, body })
    const before = notified.length
    await enter({ ...member, password: newPassword }, own.headers)
    expect(notified).toHaveLength(before)
  })

  it('fails with no listener, and waits for none', async () => {
    const { member } = await memberWithPhone()
    app.context.services.newLogins.add(async () => {
      throw new Error('a listener of this test')
    })
    const fresh = await enter(member)
    expect(await works(fresh.token)).toBe(true)
  })
})
