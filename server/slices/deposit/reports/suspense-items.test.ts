import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { newOperator, type TestOperator } from '../../operator/testing.ts'
import { openAccounts, pay } from '../testing/money-in.ts'

/** Money that the house owes to unknown senders, one by one (rules.md §18). */
let app: TestApp
let owner: TestOperator
const house = '0000000011'
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await openAccounts(app)
  owner = await newOperator(app, 'owner')
})
afterAll(() => app.close())

const list = async (account: string, after?: string) =>
  (
    await app.call('GET /api/console/suspense/:account', {
      token: owner.token,
      params: { account },
      ...(after !== undefined && { query: { after } }),
    })
  ).body
const arrive = (amount: number) =>
  app.sandbox.call('POST', 'bank/transfers', {
    fromBank: 'BBL',
    fromAccountNo: '7770001112',
    fromName: 'NOBODY KNOWN',
    toBank: 'SCB',
    toAccountNo: house,
    amount,
    feed: true,
  })

it('names each with its sender, its age and the desk’s item, as the sums of the accounts add up', async () => {
  for (let n = 1; n <= 53; n++) {
    await arrive(n)
    // Some at the same moment, as a bank’s batch comes.
    if (n % 3 === 0) app.clock.advance(1)
  }
  const member = await app.registerMember()
  const { body } = await app.call('POST /api/qrcode/:code', {
    token: member.token,
    params: { code: 'WW' },
    body: { amount: 100 },
  })
  await pay(app, { qrcodeId: body.qrcodeId, amount: 120 })
  const accounts = (await app.call('GET /api/console/suspense', { token: owner.token })).body
  expect(accounts).toMatchObject([
    { account: `suspense:${house}`, amount: 1431, items: 53 },
    { account: 'suspense:WW', amount: 120, items: 1 },
  ])

  const first = await list(`suspense:${house}`)
  expect(first.items).toHaveLength(50)
  const second = await list(`suspense:${house}`, first.next ?? '')
  expect(second).toMatchObject({ next: null })
  const all = [...first.items, ...second.items]
  expect(all.map(({ amount }) => amount)).toEqual(Array.from({ length: 53 }, (_, n) => n + 1))
  expect(all[0]).toMatchObject({
    queue: 'bank-transfer',
    currency: 'THB',
    fromBank: 'BBL',
    fromName: 'NOBODY KNOWN',
    since: accounts[0]?.since,
  })
  const [payment] = (await list('suspense:WW')).items
  expect(payment).toMatchObject({
    queue: 'qr-payment',
    amount: 120,
    fromName: null,
    reference: body.qrcodeId,
  })
  for (const item of [all[0], payment]) {
    const found = await app.call('GET /api/console/desk/:queue/:id', {
      token: owner.token,
      params: { queue: item?.queue ?? 'slip', id: item?.id ?? '' },
    })
    expect(found.body).toMatchObject({ state: 'WAITING', item: { amount: item?.amount } })
  }
})

it('follows a report that is to be returned, and is empty where nothing is', async () => {
  const [item] = (await list(`suspense:${house}`)).items
  for (const by of [owner, await newOperator(app, 'cashier')]) {
    await app.call('POST /api/console/desk/:queue/:id/refuse', {
      token: by.token,
      params: { queue: 'bank-transfer', id: item?.id ?? '' },
      body: { reason: 'not ours' },
    })
  }
  expect((await list(`suspense:${house}`)).items[0]).toMatchObject({
    queue: 'return',
    id: String(item?.id),
  })
  expect(await list('suspense:nowhere')).toEqual({ items: [], next: null })
  // A page after an item that is gone is empty, so that nothing is listed twice by mistake.
  expect((await list(`suspense:${house}`, '999999')).items).toEqual([])
})
