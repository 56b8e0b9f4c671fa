import { inEachName } from '@krapao/contract/bank-names.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportsOf } from '../server/slices/deposit/testing/stored.ts'
import { listHouseAccounts } from '../server/slices/house/public.ts'
import { addHouseAccounts } from '../server/slices/house/testing.ts'
import { type TestApp, type TestMember, testApp } from '../server/testing/app.ts'
import { type TestDatabase, testDatabase } from '../server/testing/database.ts'
import { sandboxPlugin } from './plugin.ts'
import type { BankTransfer } from './wire.ts'

const secret = 'test-bank'
const house = '0000000011'
const kipHouse = '010110027319001'
const kipWallet = '2055500055'
let app: TestApp
let database: TestDatabase
let member: TestMember
/** The address to which the bank reports. */
let server = ''
let close: () => Promise<void>
let url = ''

beforeAll(async () => {
  app = await testApp({ config: { BANK_SECRET: secret } })
  await addHouseAccounts(
    app.database,
    { bankCode: 'SCB', accountNo: house, sort: 1 },
    { bankCode: 'WW', bankType: 'PAYMENT', accountNo: 'DEMO-WW', sort: 2 },
    { bankCode: 'BCEL', accountNo: kipHouse, currency: 'LAK', sort: 3 },
    { kind: 'wallet', accountNo: kipWallet, currency: 'LAK', sort: 4 },
    {
      kind: 'wallet',
      mode: 'SMS',
      accountName: 'KRAPAO GIFT',
      accountNo: '2055500044',
      currency: 'LAK',
      sort: 5,
    },
  )
  member = await app.registerMember({ bankCode: 'KBANK', bankAccountNo: '1234567890' })
  database = await testDatabase('postgres')
  const world = Fastify({ forceCloseConnections: true, pluginTimeout: 60_000 })
  await world.register(sandboxPlugin, {
    prefix: '/sandbox',
    database,
    clock: app.clock,
    secrets: { ...app.sandbox.secrets, bank: secret },
    server: () => server,
    retryMs: 200,
    houseAccounts: () => listHouseAccounts(app.context),
  })
  await world.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(world.server.address() as { port: number }).port}/sandbox/api/bank`
  close = async () => {
    await world.close()
    await database.drop()
  }
})
afterAll(async () => {
  await close()
  await app.close()
})

const transferOf = (change: object = {}) => ({
  fromBank: 'KBANK',
  fromAccountNo: '123-4-56789-0',
  fromName: 'MS SOMYING JAIDEE',
  toBank: 'SCB',
  toAccountNo: house,
  amount: 120.5,
  feed: true,
  ...change,
})

async function transfer(body: object | string) {
  const response = await fetch(`${url}/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const listed = async (reference: unknown) =>
  ((await (await fetch(`${url}/transfers`)).json()) as BankTransfer[]).find(
    (transfer) => transfer.reference === reference,
  )
const inWallet = async () => (await app.call('GET /api/wallet', { token: member.token })).body.wallet.amount

it('lists the house’s bank accounts, and its wallets that are paid by their number', async () => {
  const account = (bankCode: string, accountNo: string, currency: string) => ({
    ...{ bankCode, accountNo, accountName: 'KRAPAO', currency },
    ...inEachName(() => expect.any(String)),
  })
  expect(await (await fetch(`${url}/accounts`)).json()).toEqual([
    account('SCB', house, 'THB'),
    account('BCEL', kipHouse, 'LAK'),
    account('EWALLET', kipWallet, 'LAK'),
  ])
})

it('a transfer with the feed is credited by the time the bank answers', async () => {
  server = app.address
  const { status, body } = await transfer(transferOf({ at: '2026-01-02T03:04:05+07:00' }))
  expect([status, body]).toEqual([
    200,
    { reference: expect.stringMatching(/^\d{20}$/), slipUrl: `${url}/slips/${body.reference}.png` },
  ])
  expect(await inWallet()).toBe(120.5)
  expect(await listed(body.reference)).toEqual({
    reference: body.reference,
    fromName: 'MS SOMYING JAIDEE',
    toBank: 'SCB',
    toAccountNo: house,
    amount: 120.5,
    currency: 'THB',
    at: '2026-01-01T20:04:05.000Z',
    feed: true,
    delivered: true,
    answer: 'credited',
  })
})

it('a transfer with a feed reference is reported with that reference only', async () => {
  server = app.address
  const feedReference = 'FEED-0001'
  const { body } = await transfer(transferOf({ amount: 77, feedReference }))
  expect(body.reference).toMatch(/^\d{20}$/)
  expect(await listed(body.reference)).toMatchObject({ delivered: true, answer: 'credited' })
  const known = await reportsOf(app.database, { amountMinor: 7700 })
  expect(known.map(({ reference }) => reference)).toEqual([feedReference])
  const { status } = await transfer(transferOf({ feedReference: '' }))
  expect(status).toBe(400)
})

it('a transfer without the feed is made but not reported', async () => {
  server = app.address
  const before = await inWallet()
  const { body } = await transfer(transferOf({ feed: undefined }))
  expect(await listed(body.reference)).toMatchObject({ feed: false, delivered: false, answer: null })
  expect(await inWallet()).toBe(before)
})

it('a transfer is in the currency of the receiving account, unless the order names another', async () => {
  server = app.address
  const kip = await app.registerMember({
    bankCode: 'BCEL',
    bankAccountNo: '010120001234567',
    currency: 'LAK',
  })
  const to = { toBank: 'BCEL', toAccountNo: kipHouse, amount: 250_000 }
  const from = { fromBank: 'BCEL', fromAccountNo: '010120001234567', fromName: 'SOMYING JAIDEE' }
  const { body } = await transfer(transferOf({ ...from, ...to }))
  expect(await listed(body.reference)).toMatchObject({ amount: 250_000, currency: 'LAK', answer: 'credited' })
  const { body: wallet } = await app.call('GET /api/wallet', { token: kip.token })
  expect([wallet.wallet.amount, wallet.currency]).toEqual([250_000, 'LAK'])
  const elsewhere = await transfer(transferOf({ toAccountNo: '1', feed: false }))
  expect(await listed(elsewhere.body.reference)).toMatchObject({ currency: 'THB' })
  const named = await transfer(transferOf({ toAccountNo: '1', feed: false, currency: 'LAK' }))
  expect(await listed(named.body.reference)).toMatchObject({ currency: 'LAK' })
  expect((await transfer(transferOf({ currency: 'USD' }))).status).toBe(400)
})

it('a transfer from an unknown account is listed as unmatched', async () => {
  server = app.address
  const { body } = await transfer(transferOf({ fromAccountNo: '999' }))
  expect(await listed(body.reference)).toMatchObject({ delivered: true, answer: 'unmatched' })
})

it('a report that does not reach the server is repeated later', async () => {
  server = 'http://127.0.0.1:9'
  const before = await inWallet()
  const { status, body } = await transfer(transferOf())
  expect(status).toBe(200)
  expect(await listed(body.reference)).toMatchObject({ delivered: false, answer: 'NO_ANSWER' })
  server = app.address
  await expect.poll(() => listed(body.reference)).toMatchObject({ delivered: true })
  expect(await inWallet()).toBe(before + 120.5)
})

it.each([
  ['amount', '1e2'],
  ['amount', '0.001'],
  ['amount', '0'],
  ['amount', '-1'],
  ['fromName', '""'],
  ['toAccountNo', '5'],
  ['at', '"yesterday"'],
  ['feed', '1'],
])('%s %s is refused', async (field, value) => {
  const given = Object.entries(transferOf()).filter(([name]) => name !== field)
  const fields = given.map(([name, of]) => `"${name}":${JSON.stringify(of)}`)
  const { status, body } = await transfer(`{${[...fields, `"${field}":${value}`].join()}}`)
  expect([status, body.message]).toEqual([400, 'INVALID_REQUEST'])
})
