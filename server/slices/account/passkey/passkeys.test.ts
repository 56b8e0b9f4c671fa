import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { type Authenticator, authenticator, flags } from '../../../testing/authenticator.ts'
import { fromAddress, logIn } from '../testing.ts'

/** Passkeys through the real app, with devices that sign as real ones do (rules.md §2.8). */
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const newDevice = () => authenticator(app.address)

async function prepare(member: TestMember, password = member.password) {
  const { body, error } = await app.call('POST /api/account/passkeys/options', {
    token: member.token,
    body: { password },
  })
  return error ? { refused: error.message, challenge: '', body } : { challenge: body.challenge, body }
}

async function add(member: TestMember, device: Authenticator, challenge?: string): Promise<string> {
  const credential = device.create(challenge ?? (await prepare(member)).challenge) as never
  const answer = await app.call('POST /api/account/passkeys', { token: member.token, body: { credential } })
  return answer.error?.message ?? 'OK'
}

const ask = async () =>
  (await app.call('POST /api/login/passkey/options', { headers: fromAddress() })).body.challenge

async function enter(device: Authenticator, challenge?: string, headers: Record<string, string> = {}) {
  const credential = device.get(challenge ?? (await ask()))
  const answer = await app.call('POST /api/login/passkey', {
    body: { credential },
    headers: { ...fromAddress(), ...headers },
  })
  return answer.error ? answer.error.message : answer.body
}

/** A member with a passkey. */
async function holder(): Promise<{ member: TestMember; device: Authenticator }> {
  const [member, device] = [await app.registerMember(), newDevice()]
  expect(await add(member, device)).toBe('OK')
  return { member, device }
}

const profile = async (token: string) => (await app.call('GET /api/account/profile', { token })).body
const list = async ({ token }: TestMember) => (await app.call('GET /api/account/devices', { token })).body

describe('a passkey', () => {
  it('is added by a member who knows the password, and logs in that member', async () => {
    const member = await app.registerMember()
    expect((await prepare(member, 'not the password')).refused).toBe('WRONG_PASSWORD')
    const { body } = await prepare(member)
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Krapao' },
      user: { name: member.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const device = newDevice()
    expect(await add(member, device, body.challenge)).toBe('OK')
    expect((await prepare(member)).body.excludeCredentials).toMatchObject([{ id: device.id }])

    device.userHandle = body.user.id
    const { token, username } = (await enter(device)) as { token: string; username: string }
    expect([username, (await profile(token))._id]).toEqual([member.username, member.id])
    const { passkeysPossible, passkeys, logins } = await list(member)
    expect(passkeysPossible).toBe(true)
    expect(passkeys).toMatchObject([{ _id: device.id, lastUsedAt: expect.any(String) }])
    expect(logins[0]).toMatchObject({ way: 'passkey', succeeded: true })
  })

  it('asks the password a few times only', async () => {
    const member = await app.registerMember()
    for (let n = 0; n < 5; n++) expect((await prepare(member, `${n}`)).refused).toBe('WRONG_PASSWORD')
    expect((await prepare(member)).refused).toBe('REQUEST_LIMIT')
    expect((await app.call('POST /api/account/passkeys/options', { body: { password: 'x' } })).status).toBe(
      401,
    )
  })

  it('signs each challenge once, also at the same moment, and only in time', async () => {
    const { device } = await holder()
    const challenge = await ask()
    const all = await Promise.all(Array.from({ length: 5 }, () => enter(device, challenge)))
    expect(all.filter((outcome) => outcome !== 'PASSKEY_INVALID')).toHaveLength(1)
    const late = await ask()
    app.clock.advance(10 * 60 + 1)
    expect(await enter(device, late)).toBe('PASSKEY_INVALID')
    expect(await enter(device, 'A'.repeat(43))).toBe('PASSKEY_INVALID')
    // A wrong answer uses its challenge up as well.
    const wasted = await ask()
    device.origin = 'https://krapao.example'
    expect(await enter(device, wasted)).toBe('PASSKEY_INVALID')
    device.origin = app.address
    expect(await enter(device, wasted)).toBe('PASSKEY_INVALID')
  })

  it('is bound to who asked for its challenge, and to what it was asked for', async () => {
    const [{ member, device }, other] = [await holder(), await app.registerMember()]
    const { challenge } = await prepare(member)
    expect(await add(other, newDevice(), challenge)).toBe('PASSKEY_INVALID')
    // The other's try has not used it up.
    expect(await enter(device, challenge)).toBe('PASSKEY_INVALID')
    expect(await add(member, newDevice(), await ask())).toBe('PASSKEY_INVALID')
    expect(await add(member, newDevice(), challenge)).toBe('OK')
  })

  it.each<[string, Partial<Authenticator>]>([
    ['another page', { origin: 'https://krapao.example' }],
    ['another port of the host', { origin: 'http://localhost:1' }],
    ['another host’s passkey', { rpId: 'krapao.example' }],
    ['a device that did not ask who holds it', { flags: flags.present }],
    ['a device that nobody touched', { flags: flags.verified }],
  ])('is refused from %s, added or used', async (_, change) => {
    const { member, device } = await holder()
    Object.assign(device, change)
    expect(await enter(device)).toBe('PASSKEY_INVALID')
    const fresh = newDevice()
    Object.assign(fresh, change)
    expect(await add(member, fresh)).toBe('PASSKEY_INVALID')
    expect((await list(member)).passkeys).toHaveLength(1)
  })

  it('of one member logs in no other', async () => {
    const [first, second] = [await holder(), await holder()]
    // The other's id under one's own signature.
    const credential = { ...first.device.get(await ask()), id: second.device.id }
    const forged = await app.call('POST /api/login/passkey', { body: { credential }, headers: fromAddress() })
    expect(forged.error?.message).toBe('PASSKEY_INVALID')
    first.device.userHandle = Buffer.from(second.member.id).toString('base64url')
    expect(await enter(first.device)).toBe('PASSKEY_INVALID')
    // An id that is somebody's already.
    expect(await add(first.member, second.device)).toBe('PASSKEY_INVALID')
    expect((await list(second.member)).passkeys).toHaveLength(1)
  })

  it('that counts its uses is refused when it counts no further: a copy', async () => {
    const { member, device } = await holder()
    device.counter = 7
    expect(await enter(device)).toMatchObject({ username: member.username })
    expect(await enter(device)).toBe('PASSKEY_INVALID')
    device.counter = 3
    expect(await enter(device)).toBe('PASSKEY_INVALID')
    device.counter = 0
    expect(await enter(device)).toBe('PASSKEY_INVALID')
    device.counter = 8
    const challenges = await Promise.all([ask(), ask(), ask()])
    const all = await Promise.all(challenges.map((challenge) => enter(device, challenge)))
    expect(all.filter((outcome) => outcome !== 'PASSKEY_INVALID')).toHaveLength(1)
  })

  it('ends when it is removed, by its member only', async () => {
    const [{ member, device }, other] = [await holder(), await app.registerMember()]
    const remove = async ({ token }: TestMember) =>
      (await app.call('POST /api/account/passkeys/remove', { token, body: { _id: device.id } })).status
    expect(await remove(other)).toBe(404)
    expect(await enter(device)).toMatchObject({ username: member.username })
    expect([await remove(member), await remove(member)]).toEqual([200, 404])
    expect(await enter(device)).toBe('PASSKEY_INVALID')
  })

  it('shows a suspended member why it does not log in, and nobody else', async () => {
    const { member, device } = await holder()
    await app.database.query('update members set is_active = false where id = $1', [member.id])
    expect(await enter(device)).toBe('INACTIVE_USER')
    const forged = { ...newDevice().get(await ask()), id: device.id }
    const answer = await app.call('POST /api/login/passkey', {
      body: { credential: forged },
      headers: fromAddress(),
    })
    expect(answer.error?.message).toBe('PASSKEY_INVALID')
  })

  it('ends with a password that was forgotten, and stays with one that was changed', async () => {
    const { member, device } = await holder()
    const body = { oldPassword: member.password, newPassword: 'papaya-salad-7' }
    await app.call('PUT /api/account/changepwd', { token: member.token, body })
    expect(await enter(device)).toMatchObject({ username: member.username })
    const headers = fromAddress()
    const sent = await app.call('POST /api/login/reset/send', {
      body: { phoneNumber: member.username },
      headers,
    })
    const [sms] = await app.sandbox.sms(member.username)
    const { otpToken } = sent.body
    await app.call('POST /api/otp/verify', { body: { otpToken, otpCode: sms?.code ?? '' }, headers })
    await app.call('POST /api/login/reset', { body: { otpToken, newPassword: 'mango-rice-9' }, headers })
    expect(await enter(device)).toBe('PASSKEY_INVALID')
  })

  it('from a new device is asked about like any login', async () => {
    const { member, device } = await holder()
    const first = (await logIn(app, member.username, member.password)).token ?? ''
    await enter(device)
    const { logins } = (await app.call('GET /api/account/logins/new', { token: first })).body
    expect(logins).toMatchObject([{ way: 'passkey' }])
  })

  it('is one of ten at most, also at the same moment', async () => {
    const few = await testApp({ settings: { 'passkey.max': 2 } })
    const member = await few.registerMember()
    const options = () =>
      few.call('POST /api/account/passkeys/options', {
        token: member.token,
        body: { password: member.password },
      })
    const challenges = []
    for (let n = 0; n < 4; n++) challenges.push((await options()).body.challenge)
    const all = await Promise.all(
      challenges.map((challenge) => {
        const credential = authenticator(few.address).create(challenge) as never
        return few.call('POST /api/account/passkeys', { token: member.token, body: { credential } })
      }),
    )
    expect(all.map(({ error }) => error?.message ?? 'OK').sort()).toEqual([
      'OK',
      'OK',
      'PASSKEY_FULL',
      'PASSKEY_FULL',
    ])
    expect((await options()).error?.message).toBe('PASSKEY_FULL')
    await few.close()
  })
})

describe('the address', () => {
  it('is the configured one, whatever a caller says', async () => {
    const origin = 'https://wallet.example'
    const live = await testApp({ config: { PUBLIC_URL: origin } })
    const member = await live.registerMember()
    const { body } = await live.call('POST /api/account/passkeys/options', {
      token: member.token,
      body: { password: member.password },
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    expect(body.rp.id).toBe('wallet.example')
    for (const [at, outcome] of [
      [live.address, 'PASSKEY_INVALID'],
      ['https://evil.example', 'PASSKEY_INVALID'],
    ] as const) {
      const credential = authenticator(at).create(body.challenge) as never
      const { error } = await live.call('POST /api/account/passkeys', {
        token: member.token,
        body: { credential },
      })
      expect(error?.message).toBe(outcome)
    }
    await live.close()
  })

  it('has no passkeys where it is not known', async () => {
    const headers = { ...fromAddress(), 'x-forwarded-host': 'wallet.example' }
    const { error } = await app.call('POST /api/login/passkey/options', { headers })
    expect(error?.message).toBe('PASSKEY_UNAVAILABLE')
    const { token } = await app.registerMember()
    const { body } = await app.call('GET /api/account/devices', { token, headers })
    expect(body.passkeysPossible).toBe(false)
  })
})
