import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countedKeys } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { freshPhone, fromAddress, logIn } from './testing.ts'

/** Whom wrong passwords lock out (rules.md §2.3), through the real app. */
let app: TestApp
let next = 0
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A wrong password that no other test uses. */
const wrong = (): string => `wrong ${++next}`
const idOf = (setCookie = ''): string => setCookie.split(';')[0] ?? ''

/** Logs in once from an address of its own; returns the headers of that device. */
async function deviceOf(member: TestMember): Promise<{ cookie: string }> {
  const { cookie } = await logIn(app, member.username, member.password)
  return { cookie: idOf(cookie) }
}

/** Failures of strangers at an account, each from an address of its own, until the limit is reached. */
async function attack(username: string): Promise<number> {
  for (let judged = 0; ; judged++) {
    if ((await logIn(app, username, wrong())).refused !== '401 WRONG_CREDENTIAL') return judged
  }
}

describe('a device that has logged in', () => {
  it('is known by a cookie that scripts cannot read and that is sent with the login only', async () => {
    const member = await app.registerMember()
    const { cookie = '' } = await logIn(app, member.username, member.password)
    expect(cookie).toMatch(
      /^device=[\w-]{43}; Path=\/api\/login; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    const id = idOf(cookie).slice('device='.length)
    const stored = await app.database.query('select device_hash as hash from known_devices')
    expect(JSON.stringify(stored)).not.toContain(id)
    // The same device again, and for another member of the household: the id stays.
    const again = await logIn(app, member.username, member.password, {
      ...fromAddress(),
      cookie: `lang=TH; device=${id}`,
    })
    expect([again.token !== undefined, again.cookie]).toEqual([true, undefined])
    const other = await app.registerMember()
    const household = { ...fromAddress(), cookie: `device=${id}` }
    expect((await logIn(app, other.username, other.password, household)).cookie).toBeUndefined()
  })

  it('gets a new id in place of one that the server never gave out', async () => {
    const member = await app.registerMember()
    const planted = { ...fromAddress(), cookie: `device=${'x'.repeat(43)}` }
    const { cookie } = await logIn(app, member.username, member.password, planted)
    expect(idOf(cookie)).toMatch(/^device=[\w-]{43}$/)
    expect(idOf(cookie)).not.toContain('xxx')
  })

  it('is not locked out by strangers, who stop after twenty failures from everywhere', async () => {
    const member = await app.registerMember()
    const device = await deviceOf(member)
    expect(await attack(member.username)).toBe(20)
    expect((await logIn(app, member.username, member.password)).refused).toBe('429 REQUEST_LIMIT')
    const at = { ...fromAddress(), ...device }
    expect((await logIn(app, member.username, member.password, at)).token).toBeDefined()
    app.clock.advance(15 * 60 + 1)
  })

  it('is not locked out by others at its address', async () => {
    const member = await app.registerMember()
    const device = await deviceOf(member)
    const carrier = fromAddress()
    for (let n = 0; n < 20; n++) await logIn(app, freshPhone(), wrong(), carrier)
    for (let n = 0; n < 45; n++) await logIn(app, member.username, wrong(), carrier)
    const refused = (await logIn(app, member.username, member.password, carrier)).refused
    expect(refused).toMatch(/^429 /)
    const at = { ...carrier, ...device }
    expect((await logIn(app, member.username, member.password, at)).token).toBeDefined()
    app.clock.advance(15 * 60 + 1)
  })

  it('has five guesses of its own, and is known for its own account only', async () => {
    const [member, victim] = [await app.registerMember(), await app.registerMember()]
    const device = await deviceOf(member)
    const from = () => ({ ...fromAddress(), ...device })
    const all = await Promise.all(
      Array.from({ length: 12 }, () => logIn(app, member.username, wrong(), from())),
    )
    expect(all.filter(({ refused }) => refused === '401 WRONG_CREDENTIAL')).toHaveLength(5)
    expect((await logIn(app, member.username, member.password, from())).refused).toBe('429 REQUEST_LIMIT')
    expect(await attack(victim.username)).toBe(20)
    expect((await logIn(app, victim.username, victim.password, from())).refused).toBe('429 REQUEST_LIMIT')
    app.clock.advance(15 * 60 + 1)
  })

  it('is unknown again after a change of the password', async () => {
    const member = await app.registerMember()
    const device = await deviceOf(member)
    const newPassword = 'papaya-salad-7'
    const body = { oldPassword: member.password, newPassword }
    await app.call('PUT /api/account/changepwd', { token: member.token, body })
    expect(await attack(member.username)).toBe(20)
    const at = { ...fromAddress(), ...device }
    expect((await logIn(app, member.username, newPassword, at)).refused).toBe('429 REQUEST_LIMIT')
    app.clock.advance(15 * 60 + 1)
    expect((await logIn(app, member.username, newPassword, at)).token).toBeDefined()
  })
})

describe('one password at many accounts', () => {
  it('is checked twenty times in 15 minutes, from however many addresses', async () => {
    const member = await app.registerMember({ password: 'summer-in-vientiane' })
    const device = await deviceOf(member)
    const outcomes: (string | undefined)[] = []
    for (let n = 0; n < 25; n++)
      outcomes.push((await logIn(app, freshPhone(), 'summer-in-vientiane')).refused)
    expect(outcomes.filter((outcome) => outcome === '401 WRONG_CREDENTIAL')).toHaveLength(20)
    expect(outcomes.slice(20)).toEqual(Array(5).fill('429 REQUEST_LIMIT'))
    expect((await logIn(app, freshPhone(), 'winter-in-vientiane')).refused).toBe('401 WRONG_CREDENTIAL')
    const at = { ...fromAddress(), ...device }
    expect((await logIn(app, member.username, member.password, at)).token).toBeDefined()
  })

  it('gives no further guess to a person who may log in with it, or from the same address', async () => {
    const own = await app.registerMember({ password: 'autumn-in-vientiane' })
    const here = fromAddress()
    // The guesser's own account is right each time, with the very password that is tried, from where others
    // are tried.
    for (let n = 0; n < 19; n++) {
      expect((await logIn(app, freshPhone(), 'autumn-in-vientiane')).refused).toBe('401 WRONG_CREDENTIAL')
      expect((await logIn(app, freshPhone(), wrong(), here)).refused).toBe('401 WRONG_CREDENTIAL')
      if (n % 6 === 0) expect((await logIn(app, own.username, own.password, here)).token).toBeDefined()
    }
    for (const expected of ['401 WRONG_CREDENTIAL', '429 REQUEST_LIMIT']) {
      expect((await logIn(app, freshPhone(), 'autumn-in-vientiane')).refused).toBe(expected)
      expect((await logIn(app, freshPhone(), wrong(), here)).refused).toBe(expected)
    }
    app.clock.advance(15 * 60 + 1)
  })

  it('leaves nothing by which it could be found', async () => {
    const keys = await countedKeys(app.database)
    expect(keys.length).toBeGreaterThan(10)
    // Twenty bits do not reveal a password, and they are stored beside no account.
    const failures = keys.filter((key) => key.startsWith('failure:'))
    for (const key of failures) expect(key).toMatch(/^failure:[0-9a-f]{64}$/)
  })
})
