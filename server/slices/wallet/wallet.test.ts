import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyLedger, type TestApp, testApp } from '../../testing/app.ts'
import { statementsOf } from '../../testing/statements.ts'
import { activate, campaigns, clear, deposit, usePromotion } from '../bonus/testing.ts'
import { setProviders, storeGameAccount, switchProvider } from '../game/testing.ts'
import { player, transfer } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await setProviders(app.database, { timeoutSeconds: 1 })
  await switchProvider(app.database, 'IMI', false)
})
afterAll(() => app.close())

const wallet = async (token: string) => (await app.call('GET /api/wallet', { token })).body
const slot = async (token: string, code: string) =>
  (await wallet(token)).slots.find((candidate) => candidate.code === code)

describe('GET /api/wallet (rules.md §3)', () => {
  test('has everything of product.md §3, for a member who has nothing yet', async () => {
    const member = await app.registerMember()
    const body = await wallet(member.token)
    expect(body).toMatchObject({
      profile: { _id: member.id, username: member.username, coin: 0 },
      bankAccount: { bankCode: 'SCB', bankAccountName: 'SOMYING JAIDEE' },
      wallet: { amount: 0 },
      invite: { amount: 0, success: 0, fail: 0 },
      inTransit: 0,
      activeBonus: null,
      lastRefreshAt: null,
      currency: 'THB',
    })
    expect(Object.keys(body.slots[0] ?? {}).sort()).toEqual(
      [
        'code',
        'name',
        'logo',
        'background',
        'category',
        'isActive',
        'isBeingOpened',
        'amount',
        'inTransit',
        'isStale',
        'refreshedAt',
        'isFavourite',
        'playedAt',
        'ftWalletSlot',
        'web',
        'android',
        'ios',
        'autoLogin',
      ].sort(),
    )
    // Sixteen, without the one that is switched off.
    expect(body.slots).toHaveLength(15)
    expect(
      body.slots.every(({ isActive, isBeingOpened, amount }) => !isActive && !isBeingOpened && amount === 0),
    ).toBe(true)
  })

  test('has the bonus that is armed or active, until it has ended', async () => {
    const member = await app.registerMember()
    const activeBonus = async () => (await wallet(member.token)).activeBonus
    const code = await campaigns(app).bonus()
    const { body } = await activate(app, member, code)
    const armed = { _id: body._id, source: 'bonus', code, state: 'ARMED', expiresAt: body.expiresAt }
    expect(await activeBonus()).toEqual(armed)
    await deposit(app, member, 100)
    expect(await activeBonus()).toEqual({ ...armed, state: 'ACTIVE', expiresAt: expect.any(String) })
    expect((await activeBonus())?.expiresAt).not.toBe(body.expiresAt)
    await clear(app, member)
    expect(await activeBonus()).toBeNull()
    const other = await app.registerMember()
    await usePromotion(app, other, await campaigns(app).promotion())
    expect((await wallet(other.token)).activeBonus).toMatchObject({ source: 'promotion', state: 'ACTIVE' })
    expect(await activeBonus()).toBeNull()
  })

  test('has the build’s own sport page for a sport provider without auto-login (product.md §9)', async () => {
    const member = await app.registerMember()
    const webs = async () =>
      Object.fromEntries((await wallet(member.token)).slots.map(({ code, web }) => [code, web]))
    const before = await webs()
    const { brand } = app.context
    try {
      app.context.brand = {
        ...brand,
        sportUrl: 'https://sport.example',
        sportUrlLaos: 'https://sport.example/la',
      }
      expect(await webs()).toEqual({
        ...before,
        UFABET: 'https://sport.example',
        SEXYGAME: 'https://sport.example',
      })
      app.context.brand = { ...app.context.brand, variant: 'la' }
      expect(await webs()).toMatchObject({ UFABET: 'https://sport.example/la', PG: before.PG })
    } finally {
      app.context.brand = brand
    }
  })

  test('shows wallet, games, coins, invite money, and what is in transit', async () => {
    const member = await player(app, 1000, 'PG', 'HUAYHD')
    await transfer(app, member, 'WALLET', 'PG', 250.5)
    for (const [name, asset, amountMinor] of [
      ['coin', 'COIN', 7],
      ['invite', 'THB', 1234],
    ] as const) {
      await anyLedger(app.context).post({
        key: `test:${name}:${member.id}`,
        kind: 'adjustment',
        legs: [
          { account: { member: member.id, name }, asset, amountMinor },
          { account: { house: 'adjustment' }, asset, amountMinor: -amountMinor },
        ],
      })
    }
    await app.sandbox.setFault('HUAYHD', 'timeout-lost', 1, 'transfer')
    expect((await transfer(app, member, 'WALLET', 'HUAYHD', 100)).body.status).toBe('PENDING')
    const body = await wallet(member.token)
    expect(body).toMatchObject({
      wallet: { amount: 649.5 },
      profile: { coin: 7 },
      invite: { amount: 12.34 },
      inTransit: 100,
    })
    expect(await slot(member.token, 'PG')).toMatchObject({ isActive: true, amount: 250.5, inTransit: 0 })
    expect(await slot(member.token, 'HUAYHD')).toMatchObject({ isActive: true, amount: 0, inTransit: 100 })
    expect(await slot(member.token, 'JOKER')).toMatchObject({ isActive: false, amount: 0 })
  })

  test('a switched-off provider is shown to those who have an account there', async () => {
    const member = await app.registerMember()
    await storeGameAccount(app.database, member.id, 'IMI', `kp${member.id}`)
    expect(await slot(member.token, 'IMI')).toMatchObject({ isActive: true })
  })

  test('takes three queries, however many games', async () => {
    const member = await player(app, 0, 'PG', 'JOKER', 'UFABET', 'USUN')
    await wallet(member.token)
    const texts = await statementsOf(() => wallet(member.token))
    const own = texts.filter((text) => /\b(accounts|member_bank_accounts|game_accounts)\b/.test(text))
    expect(own).toHaveLength(3)
  })

  test('needs a token', async () => {
    expect(await app.call('GET /api/wallet')).toMatchObject({
      status: 401,
      error: { message: 'invalid-token' },
    })
  })
})
