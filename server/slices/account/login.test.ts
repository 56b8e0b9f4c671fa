import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { freshPhone, fromAddress, logIn } from './testing.ts'

/** Login, sessions and passwords through the real app (rules.md §2.1–2.3). */
describe('login', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  const profile = async (token: string, headers: Record<string, string> = {}) => {
    const { status, error } = await app.call('GET /api/account/profile', { token, headers })
    return status === 200 ? 'OK' : `${status} ${error?.message}`
  }

  it('answers alike for an unknown phone and a wrong password', async () => {
    const { username, password } = await app.registerMember()
    const wrong = { refused: '401 WRONG_CREDENTIAL', retryAfter: undefined }
    expect(await logIn(app, username, 'not the password')).toEqual(wrong)
    expect(await logIn(app, freshPhone(), password)).toEqual(wrong)
    expect((await logIn(app, 'a\u0000b', password)).refused).toBe('400 INVALID_REQUEST')
    expect(await logIn(app, username, password)).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('takes as long for an unknown phone as for a wrong password', async () => {
    // A refused guess takes no time at all and would be measured instead.
    const limits = ['failuresPerAccount', 'failuresPerAddress', 'failuresAnywhere', 'failuresPerPassword']
    const quiet = await testApp({
      settings: Object.fromEntries(limits.map((limit) => [`login.${limit}`, 1000])),
    })
    const { username } = await quiet.registerMember()
    const times: Record<'unknown' | 'wrong', number[]> = { unknown: [], wrong: [] }
    for (let n = 0; n < 25; n++) {
      for (const [kind, phone] of [
        ['unknown', freshPhone()],
        ['wrong', username],
      ] as const) {
        const headers = fromAddress()
        const began = performance.now()
        const { refused } = await logIn(quiet, phone, 'not the password', headers)
        times[kind].push(performance.now() - began)
        expect(refused).toBe('401 WRONG_CREDENTIAL')
      }
    }
    await quiet.close()
    // Other load of the machine only adds time, so the quickest quarter is compared.
    const quarter = (of: number[]) => of.sort((a, b) => a - b)[6] ?? 0
    const ratio = quarter(times.unknown) / quarter(times.wrong)
    expect(ratio).toBeGreaterThan(0.7)
    expect(ratio).toBeLessThan(1.4)
  })

  it('stops after five failures of an account from one address, for 15 minutes', async () => {
    const { username, password } = await app.registerMember()
    const other = await app.registerMember()
    const headers = fromAddress()
    for (let n = 0; n < 5; n++) {
      expect((await logIn(app, username, 'wrong', headers)).refused).toBe('401 WRONG_CREDENTIAL')
      app.clock.advance(30)
    }
    const stopped = await logIn(app, username, password, headers)
    expect(stopped.refused).toBe('429 REQUEST_LIMIT')
    // The first of the five is 150 s old; a slow machine may have taken a second or two.
    expect(stopped.retryAfter).toBeGreaterThan(740)
    expect(stopped.retryAfter).toBeLessThanOrEqual(750)
    expect((await logIn(app, other.username, other.password, headers)).token).toBeDefined()
    // The owner is at another address: a stranger's five failures are counted for the stranger.
    expect((await logIn(app, username, password)).token).toBeDefined()
    app.clock.advance(Number(stopped.retryAfter) + 1)
    expect((await logIn(app, username, password, headers)).token).toBeDefined()
  })

  it('stops an unknown phone in the same way', async () => {
    const phone = freshPhone()
    const headers = fromAddress()
    for (let n = 0; n < 5; n++) await logIn(app, phone, 'wrong', headers)
    expect((await logIn(app, phone, 'wrong', headers)).refused).toBe('429 REQUEST_LIMIT')
  })

  it('allows no more guesses when they come at once', async () => {
    const { username } = await app.registerMember()
    const headers = fromAddress()
    const all = await Promise.all(Array.from({ length: 30 }, () => logIn(app, username, 'wrong', headers)))
    expect(all.filter((login) => login.refused === '401 WRONG_CREDENTIAL')).toHaveLength(5)
    expect(all.filter((login) => login.refused === '429 REQUEST_LIMIT')).toHaveLength(25)
  })

  it('stops an address after 20 failures over many accounts', async () => {
    const headers = fromAddress()
    const { username, password } = await app.registerMember()
    for (let n = 0; n < 20; n++) await logIn(app, freshPhone(), `wrong ${n}`, headers)
    expect((await logIn(app, username, password, headers)).refused).toBe('429 REQUEST_LIMIT')
    expect((await logIn(app, username, password)).token).toBeDefined()
  })

  it('counts by the address that the proxy reports, whatever the caller wrote into the header', async () => {
    const seen = fromAddress()['x-forwarded-for']
    const claiming = (n: number) => ({ 'x-forwarded-for': `6.6.6.${n}, ${seen}` })
    for (let n = 0; n < 20; n++) await logIn(app, freshPhone(), `also wrong ${n}`, claiming(n))
    expect((await logIn(app, freshPhone(), 'new', claiming(99))).refused).toBe('429 REQUEST_LIMIT')
  })

  it('forgets failures after a success, and counts no success as a failure', async () => {
    const headers = fromAddress()
    const { username, password } = await app.registerMember()
    for (let n = 0; n < 4; n++) await logIn(app, username, `first ${n}`, headers)
    for (let n = 0; n < 30; n++) expect((await logIn(app, username, password, headers)).token).toBeDefined()
    for (let n = 0; n < 5; n++) {
      const refused = (await logIn(app, username, `then ${n}`, headers)).refused
      expect(refused).toBe('401 WRONG_CREDENTIAL')
    }
  })

  it('forty people at one address can log in at once', async () => {
    const headers = fromAddress()
    const members = await Promise.all(Array.from({ length: 40 }, () => app.registerMember()))
    const all = await Promise.all(members.map((m) => logIn(app, m.username, m.password, headers)))
    expect(all.filter((login) => login.token)).toHaveLength(40)
  })

  it('slows down bursts', async () => {
    const headers = fromAddress()
    const { username, password } = await app.registerMember()
    for (let n = 0; n < 60; n++) await logIn(app, username, password, headers)
    const stopped = await logIn(app, username, password, headers)
    expect(stopped.refused).toBe('429 REQUEST_LIMIT_1MIN')
    app.clock.advance(Number(stopped.retryAfter) + 1)
    expect((await logIn(app, username, password, headers)).token).toBeDefined()
  })

  it('lasts 12 hours, or 30 days when remembered', async () => {
    const { username, password } = await app.registerMember()
    const short = (await logIn(app, username, password)).token ?? ''
    const long = (await logIn(app, username, password, fromAddress(), true)).token ?? ''
    app.clock.advance(12 * 3600 - 60)
    expect([await profile(short), await profile(long)]).toEqual(['OK', 'OK'])
    app.clock.advance(120)
    expect([await profile(short), await profile(long)]).toEqual(['401 invalid-token', 'OK'])
    app.clock.advance(29.5 * 86_400 - 120)
    expect(await profile(long)).toBe('OK')
    app.clock.advance(120)
    expect(await profile(long)).toBe('401 invalid-token')
  })

  it('ends at logout, this session only', async () => {
    const { username, password, token } = await app.registerMember()
    const other = (await logIn(app, username, password)).token ?? ''
    expect((await app.call('POST /api/logout', { token, body: undefined })).body).toEqual({ message: 'OK' })
    expect([await profile(token), await profile(other)]).toEqual(['401 invalid-token', 'OK'])
  })

  it('is refused to a deactivated member, and the sessions end; only the right password reveals the reason', async () => {
    const { id, username, password, token } = await app.registerMember()
    await app.database.query('update members set is_active = false where id = $1', [id])
    expect((await logIn(app, username, 'wrong')).refused).toBe('401 WRONG_CREDENTIAL')
    expect((await logIn(app, username, password)).refused).toBe('403 INACTIVE_USER')
    expect(await profile(token)).toBe('403 INACTIVE_USER')
  })

  it('of a deactivated member does not come back when the member is reinstated', async () => {
    const [off, other] = [await app.registerMember(), await app.registerMember()]
    await app.database.query('update members set is_active = false where id = $1', [off.id])
    const alive = await app.database.query<{ id: string }>(
      'select member_id as id from sessions where member_id = any($1) and revoked_at is null',
      [[off.id, other.id]],
    )
    expect(alive).toEqual([{ id: other.id }])
    // A session that a simultaneous login has opened.
    await app.database.query('update sessions set revoked_at = null where member_id = $1', [off.id])
    await app.database.query('update members set is_active = true where id = $1', [off.id])
    expect([await profile(off.token), await profile(other.token)]).toEqual(['401 invalid-token', 'OK'])
    expect((await logIn(app, off.username, off.password)).token).toBeDefined()
  })

  it('members’ calls need the fixed header, then a token', async () => {
    const { token } = await app.registerMember()
    const key = 'x-requested-with'
    expect(await profile(token, { [key]: '' })).toBe('403 KEY_MISSING')
    expect(await profile(token, { [key]: 'XMLHttpRequest' })).toBe('403 KEY_INVALID')
    expect(await profile('')).toBe('401 invalid-token')
    expect(await profile('x'.repeat(43))).toBe('401 invalid-token')
    expect(await profile(`${token}x`)).toBe('401 invalid-token')
    expect(await profile('', { authorization: `Basic ${token}` })).toBe('401 invalid-token')
  })

  it('writes the last use at most once a minute', async () => {
    const { id, token } = await app.registerMember()
    const lastUse = async () => {
      const [row] = await app.database.query<{ last_used_at: Date }>(
        'select last_used_at from sessions where member_id = $1',
        [id],
      )
      return row?.last_used_at.getTime()
    }
    const opened = await lastUse()
    app.clock.advance(50)
    await profile(token)
    expect(await lastUse()).toBe(opened)
    app.clock.advance(15)
    await profile(token)
    await expect.poll(lastUse).toBeGreaterThan((opened ?? 0) + 60_000)
  })
})
