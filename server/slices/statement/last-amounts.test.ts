import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalsOf } from '../../ledger/testing/asked.ts'
import { removeSettings, storeSettings } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { askCode, makeGift, openAccounts, pay, sendGift } from '../deposit/testing/money-in.ts'
import { setProviders, switchProvider } from '../game/testing.ts'
import { removeHouseAccounts } from '../house/testing.ts'
import { player, transfer } from '../wallet/testing.ts'
import { payWithdrawals } from '../withdraw/pay.ts'
import { withdraw } from '../withdraw/testing.ts'

/** What is offered as "same as last time" (product.md §3). */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await removeHouseAccounts(app.database)
  await openAccounts(app)
  await setProviders(app.database, { timeoutSeconds: 1 })
})
afterAll(() => app.close())

const lastOf = async ({ token }: TestMember) =>
  (await app.call('GET /api/statement/last-amounts', { token })).body
const rowsOf = async ({ token }: TestMember) =>
  (await app.call('POST /api/statement', { token, body: { page: 1, limit: 10 } })).body.statements

async function payIn(member: TestMember, amount: number): Promise<void> {
  const before = (await rowsOf(member)).length
  await pay(app, { qrcodeId: (await askCode(app, member, 'WW', amount)).body.qrcodeId })
  await expect.poll(async () => (await rowsOf(member)).length).toBe(before + 1)
}

async function payOut(member: TestMember, amount: number): Promise<void> {
  const { withdrawalId } = (await withdraw(app, member, amount)).body
  await expect
    .poll(async () => {
      await payWithdrawals(app.context)
      return (await rowsOf(member)).find(({ sourceId }) => sourceId === withdrawalId)?.status
    })
    .toBe('SUCCESS')
}

it('is nothing at first', async () => {
  const member = await app.registerMember()
  expect(await lastOf(member)).toEqual({ deposit: null, withdrawal: null, transfers: [] })
})

describe('a deposit', () => {
  it('is the last one that was credited, whatever waits, and not a gift', async () => {
    const member = await app.registerMember()
    await payIn(member, 300)
    await payIn(member, 150)
    await askCode(app, member, 'WW', 999)
    await sendGift(app, member, await makeGift(app, member.username, 40))
    await expect.poll(async () => (await rowsOf(member)).length).toBe(3)
    expect((await lastOf(member)).deposit).toBe(150)
  })

  it('that was taken back makes way for the one before', async () => {
    const member = await app.registerMember()
    await payIn(member, 300)
    await payIn(member, 150)
    const [row] = await rowsOf(member)
    const [journal] = await journalsOf(app.database, { id: Number(row?._id) })
    await app.context.ledger.reverse(journal?.key ?? '', 'credited by mistake')
    expect((await lastOf(member)).deposit).toBe(300)
  })
})

describe('a withdrawal', () => {
  it('is the last one that was paid, in spite of one that waits', async () => {
    const member = await player(app, 50_000)
    await payOut(member, 400)
    await withdraw(app, member, 20_000)
    expect((await lastOf(member)).withdrawal).toBe(400)
  })

  const refusing: Record<string, Record<string, number>> = {
    minimum: { 'withdraw.min': 401 },
    maximum: { 'withdraw.max': 399 },
    'count of the day': { 'withdraw.dailyCount': 1 },
    'sum of the day': { 'withdraw.dailySum': 799 },
  }
  it.each(Object.keys(refusing))('is not offered beyond the %s', async (limit) => {
    const member = await player(app, 1000)
    await payOut(member, 400)
    expect((await lastOf(member)).withdrawal).toBe(400)
    await storeSettings(app.database, refusing[limit] ?? {})
    try {
      await expect.poll(async () => (await lastOf(member)).withdrawal).toBeNull()
      expect((await withdraw(app, member, 400)).status).not.toBe(200)
    } finally {
      await removeSettings(app.database, ...Object.keys(refusing[limit] ?? {}))
      await expect.poll(async () => (await lastOf(member)).withdrawal).toBe(400)
    }
  })
})

describe('transfers', () => {
  it('are the last ones into each game that succeeded, the latest first', async () => {
    const member = await player(app, 1000, 'PG', 'JOKER')
    await transfer(app, member, 'WALLET', 'PG', 100)
    await transfer(app, member, 'WALLET', 'JOKER', 60)
    await transfer(app, member, 'WALLET', 'PG', 80)
    await transfer(app, member, 'PG', 'WALLET', 55)
    await transfer(app, member, 'PG', 'JOKER', 20)
    await app.sandbox.setFault('PG', 'refuse', 1, 'transfer')
    await transfer(app, member, 'WALLET', 'PG', 77)
    expect((await lastOf(member)).transfers).toEqual([
      { from: 'PG', to: 'JOKER', amount: 20 },
      { from: 'WALLET', to: 'PG', amount: 80 },
      { from: 'WALLET', to: 'JOKER', amount: 60 },
    ])
  })

  it('are none into a game that takes no money in', async () => {
    const member = await player(app, 1000, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 100)
    await switchProvider(app.database, 'PG', false)
    await expect.poll(async () => (await lastOf(member)).transfers).toEqual([])
    await switchProvider(app.database, 'PG', true)
    await expect.poll(async () => (await lastOf(member)).transfers).toHaveLength(1)
  })
})

it('belongs to one member', async () => {
  const [member, other] = [await player(app, 1000, 'PG'), await player(app, 1000, 'PG')]
  await payIn(member, 200)
  await transfer(app, member, 'WALLET', 'PG', 100)
  expect(await lastOf(other)).toEqual({ deposit: null, withdrawal: null, transfers: [] })
  expect((await app.call('GET /api/statement/last-amounts', {})).status).toBe(401)
})
