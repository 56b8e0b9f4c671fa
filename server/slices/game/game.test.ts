import { gameCodes } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { engines } from '../../testing/database.ts'
import { providerSeeds } from './providers.ts'
import { usernameOf } from './rules.ts'
import { claimOpening } from './store.ts'

let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await testApp({ settings: { 'game.passwordsPerMinute': 100 } })
  // Set before the registry is first read, because it is cached for two seconds.
  await app.database.query(
    `update game_providers set settings = '{"timeoutSeconds":1}' where code = 'SLOTXO';
     update game_providers set enabled = false where code = 'CIRCUS'`,
  )
  member = await app.registerMember()
})
afterAll(() => app.close())

const activate = (code: string, token = member.token) =>
  app.call('GET /api/wallet/activate/:code', { token, params: { code } })
const account = (code: string, token = member.token) =>
  app.call('GET /api/wallet/account/:code', { token, params: { code } })
const reset = (code: string, token = member.token) =>
  app.call('GET /api/wallet/resetpassword/:code', { token, params: { code } })
const login = (provider: string, username: string, token = member.token) =>
  app.call('GET /api/autoLogin/:provider/:username', { token, params: { provider, username } })

describe('activation (rules.md §4.1)', () => {
  test('opens the account at the provider, and returns its login', async () => {
    const opened = await activate('PG')
    expect(opened).toMatchObject({ status: 200, body: { username: usernameOf(member.id), event: {} } })
    expect(opened.body.password).not.toBe('')
    expect(await app.sandbox.accountBalance('PG', usernameOf(member.id))).toBe(0)
    expect((await account('PG')).body).toEqual(opened.body)
  })

  test('a second time it is SLOT_ALREADY_ACTIVE', async () => {
    expect(await activate('PG')).toMatchObject({ status: 409, error: { message: 'SLOT_ALREADY_ACTIVE' } })
  })

  test.each(['NOPE', 'pg', 'WALLET', 'constructor'])('%s is NO_GAME', async (code) => {
    expect(await activate(code)).toMatchObject({ status: 422, error: { message: 'NO_GAME' } })
  })

  test.each(['refuse', 'error', 'garbage', 'timeout-lost', 'timeout-applied'] as const)(
    'provider fault %s: SLOT_ACTIVATE_FAIL, and the next try succeeds with one account',
    async (fault) => {
      const other = await app.registerMember()
      await app.sandbox.setFault('SLOTXO', fault, 1, 'open-account')
      expect(await activate('SLOTXO', other.token)).toMatchObject({
        status: 502,
        error: { message: 'SLOT_ACTIVATE_FAIL' },
      })
      expect((await account('SLOTXO', other.token)).error?.message).toBe('SLOT_NO_ACCOUNT')
      expect((await activate('SLOTXO', other.token)).status).toBe(200)
      const link = await app.database.query(`select * from game_accounts where member_id = $1`, [other.id])
      expect(link).toHaveLength(1)
    },
  )

  test('an activation whose node died may be tried again after half a minute', async () => {
    const other = await app.registerMember()
    await app.database.query(
      `insert into game_accounts (member_id, code, username, asset, claimed_until) values ($1, 'PG', $2, 'THB', $3)`,
      [other.id, usernameOf(other.id), new Date(app.clock.now().getTime() + 30_000)],
    )
    expect(await activate('PG', other.token)).toMatchObject({
      status: 409,
      error: { message: 'SLOT_BEING_OPENED' },
    })
    const slots = async () => (await app.call('GET /api/wallet', { token: other.token })).body.slots
    const open = { code: 'PG', isActive: false, isBeingOpened: true }
    expect((await slots()).filter(({ isBeingOpened }) => isBeingOpened)).toMatchObject([open])
    await app.database.query('update game_accounts set claimed_until = $2 where member_id = $1', [
      other.id,
      app.clock.now(),
    ])
    expect((await activate('PG', other.token)).status).toBe(200)
    expect((await slots()).find(({ code }) => code === 'PG')).toMatchObject({
      isActive: true,
      isBeingOpened: false,
    })
  })

  test('a switched-off provider is NO_GAME', async () => {
    expect((await activate('CIRCUS')).error?.message).toBe('NO_GAME')
  })

  test('without a token it is refused', async () => {
    const call = app.call('GET /api/wallet/activate/:code', { params: { code: 'PG' } })
    expect(await call).toMatchObject({ status: 401, error: { message: 'invalid-token' } })
  })
})

describe.each(engines)('fifty activations at once on %s', (engine) => {
  test('open one account; the others learn that it is open or being opened', async () => {
    const crowd = await testApp({ engine })
    try {
      const { id, token } = await crowd.registerMember()
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          crowd.call('GET /api/wallet/activate/:code', { token, params: { code: 'JOKER' } }),
        ),
      )
      const others = answers.filter(({ status }) => status !== 200)
      expect(others).toHaveLength(49)
      for (const { error } of others) expect(error?.message).toMatch(/^SLOT_(ALREADY_ACTIVE|BEING_OPENED)$/)
      expect(await crowd.sandbox.accountBalance('JOKER', usernameOf(id))).toBe(0)
    } finally {
      await crowd.close()
    }
  })
})

test('the claim to open an account goes to one of many simultaneous calls', async () => {
  const crowd = await testApp({ engine: 'postgres' })
  try {
    const now = crowd.clock.now()
    const until = new Date(now.getTime() + 30_000)
    for (let round = 0; round < 40; round++) {
      const { id } = await crowd.registerMember()
      const account = { memberId: id, code: 'PG' as const, username: usernameOf(id), asset: 'THB' as const }
      const claims = Array.from({ length: 10 }, () => claimOpening(crowd.context, account, now, until))
      expect((await Promise.all(claims)).filter(Boolean)).toEqual([true])
    }
  } finally {
    await crowd.close()
  }
})

describe('credentials', () => {
  test('are stored sealed', async () => {
    const { body } = await account('PG')
    const rows = await app.database.query('select * from game_accounts where member_id = $1', [member.id])
    expect(JSON.stringify(rows)).not.toContain(body.password)
  })

  test('a sealed password that is moved to another row cannot be opened', async () => {
    const other = await app.registerMember()
    await activate('PG', other.token)
    await app.database.query(
      `update game_accounts set sealed_password = (select sealed_password from game_accounts where member_id = $1 and code = 'PG')
       where member_id = $2 and code = 'PG'`,
      [member.id, other.id],
    )
    expect((await account('PG', other.token)).status).toBe(500)
  })

  test('account: NO_GAME, SLOT_NO_ACCOUNT', async () => {
    expect((await account('NOPE')).error?.message).toBe('NO_GAME')
    expect((await account('HUAYHD')).error?.message).toBe('SLOT_NO_ACCOUNT')
  })

  test('reset sets a new password, which enters the game', async () => {
    const before = (await account('PG')).body
    const after = await reset('PG')
    expect(after.status).toBe(200)
    expect(after.body.username).toBe(before.username)
    expect(after.body.password).not.toBe(before.password)
    expect((await account('PG')).body).toEqual(after.body)
    expect((await login('pg', after.body.username)).status).toBe(200)
  })

  test('reset: NO_GAME, SLOT_NO_ACCOUNT, SLOT_RESET_PASSWORD_FAIL and then again', async () => {
    expect((await reset('NOPE')).error?.message).toBe('NO_GAME')
    expect((await reset('HUAYHD')).error?.message).toBe('SLOT_NO_ACCOUNT')
    const before = (await account('PG')).body
    await app.sandbox.setFault('PG', 'error', 1, 'reset-password')
    expect(await reset('PG')).toMatchObject({ status: 502, error: { message: 'SLOT_RESET_PASSWORD_FAIL' } })
    expect((await account('PG')).body).toEqual(before)
    expect((await reset('PG')).status).toBe(200)
  })

  test('twenty resets at once leave a password that enters the game', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset('PG')))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    for (const { status, error } of answers) {
      if (status !== 200) expect(error?.message).toBe('SLOT_RESET_PASSWORD_FAIL')
    }
    const { username } = (await account('PG')).body
    expect((await login('pg', username)).status).toBe(200)
  })
})

describe('auto-login (rules.md §4.5)', () => {
  test('returns a link that enters; eleven forms, each for its provider', async () => {
    const player = await app.registerMember()
    for (const { code, autoLogin } of providerSeeds) {
      if (!autoLogin || code === 'CIRCUS') continue
      expect((await activate(code, player.token)).status).toBe(200)
      const params = { provider: autoLogin.path, username: usernameOf(player.id) }
      const answer = autoLogin.withPassword
        ? await app.call('GET /api/autoLogin/:provider/:username/:password', {
            token: player.token,
            params: { ...params, password: 'whatever' },
          })
        : await login(params.provider, params.username, player.token)
      expect(answer.status).toBe(200)
      expect(answer.body.link).toMatch(new RegExp(`^http://.*/play/${code}\\b`))
    }
  })

  test('another member’s username is FORBIDDEN, also with the right password', async () => {
    const other = await app.registerMember()
    const theirs = (await activate('PG', other.token)).body
    expect(await login('pg', theirs.username)).toMatchObject({ status: 403, error: { message: 'FORBIDDEN' } })
    const call = await app.call('GET /api/autoLogin/:provider/:username/:password', {
      token: member.token,
      params: { provider: 'pg', ...theirs },
    })
    expect(call.error?.message).toBe('FORBIDDEN')
  })

  test('NO_GAME, SLOT_NO_ACCOUNT, SLOT_LOGIN_FAIL', async () => {
    expect((await login('joker', usernameOf(member.id))).error?.message).toBe('NO_GAME')
    expect((await login('PG', usernameOf(member.id))).error?.message).toBe('NO_GAME')
    expect((await login('huayhd', usernameOf(member.id))).error?.message).toBe('SLOT_NO_ACCOUNT')
    for (const fault of ['refuse', 'error', 'garbage'] as const) {
      await app.sandbox.setFault('PG', fault, 1, 'login')
      expect(await login('pg', usernameOf(member.id))).toMatchObject({
        status: 502,
        error: { message: 'SLOT_LOGIN_FAIL' },
      })
    }
  })
})

describe('marks (rules.md §4.7)', () => {
  const minute = 60_000
  const mark = (method: 'PUT' | 'DELETE', code: string, token: string) =>
    app.call(`${method} /api/wallet/favourite/:code`, { token, params: { code } })
  const played = (code: string, token: string) =>
    app.call('PUT /api/wallet/played/:code', { token, params: { code } })
  const slot = async (code: string, token: string) =>
    (await app.call('GET /api/wallet', { token })).body.slots.find((slot) => slot.code === code)
  test('a favourite is the member’s own, without an account, and the same said twice or at once', async () => {
    const [first, other] = [await app.registerMember(), await app.registerMember()]
    expect(await slot('JOKER', first.token)).toMatchObject({ isFavourite: false, isActive: false })
    const answers = await Promise.all(Array.from({ length: 10 }, () => mark('PUT', 'JOKER', first.token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await slot('JOKER', first.token)).toMatchObject({
      isFavourite: true,
      isActive: false,
      playedAt: null,
    })
    expect(await slot('JOKER', other.token)).toMatchObject({ isFavourite: false })
    await activate('JOKER', first.token)
    expect(await slot('JOKER', first.token)).toMatchObject({ isFavourite: true, isActive: true })
    for (let time = 0; time < 2; time++) {
      expect((await mark('DELETE', 'JOKER', first.token)).status).toBe(200)
      expect(await slot('JOKER', first.token)).toMatchObject({ isFavourite: false, isActive: true })
    }
  })

  test('only games that the member sees are marked', async () => {
    const { token } = await app.registerMember()
    for (const code of ['NOPE', 'pg', 'WALLET', 'CIRCUS']) {
      expect(await mark('PUT', code, token)).toMatchObject({ status: 422, error: { message: 'NO_GAME' } })
      expect((await played(code, token)).error?.message).toBe('NO_GAME')
    }
    expect((await played('PG', token)).error?.message).toBe('SLOT_NO_ACCOUNT')
    expect((await slot('PG', token))?.playedAt).toBeNull()
    expect((await app.call('PUT /api/wallet/favourite/:code', { params: { code: 'PG' } })).status).toBe(401)
  })

  test('the last time of entering: by an auto-login that gave a link, and by a web page', async () => {
    const player = await app.registerMember()
    await activate('PG', player.token)
    await activate('JOKER', player.token)
    const enter = () => login('pg', usernameOf(player.id), player.token)
    await app.sandbox.setFault('PG', 'refuse', 1, 'login')
    expect((await enter()).status).toBe(502)
    expect((await slot('PG', player.token))?.playedAt).toBeNull()
    const before = app.clock.now().getTime()
    const since = async (code: string) =>
      Date.parse((await slot(code, player.token))?.playedAt ?? '') - before
    expect((await enter()).status).toBe(200)
    await mark('PUT', 'PG', player.token)
    expect(await since('PG')).toBeGreaterThanOrEqual(0)
    expect(await since('PG')).toBeLessThan(minute)
    expect((await slot('PG', player.token))?.isFavourite).toBe(true)
    app.clock.advance(60)
    await played('JOKER', player.token)
    expect(await since('JOKER')).toBeGreaterThanOrEqual(minute)
    expect(await since('PG')).toBeLessThan(minute)
    await enter()
    expect(await since('PG')).toBeGreaterThanOrEqual(minute)
  })
})

test('the registry has every provider once, with our artwork', async () => {
  const rows = await app.database.query<{ code: string; logo: string }>(
    'select code, logo from game_providers',
  )
  expect(rows.map(({ code }) => code).sort()).toEqual([...gameCodes].sort())
  expect(rows.find(({ code }) => code === 'PG')?.logo).toBe('/art/games/pg/logo.svg')
})
