import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingNamed } from '../../platform/settings.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { maxTotal } from '../promotion/promotion.ts'
import { activate, campaigns, clear, deposit, free, usePromotion } from './testing.ts'

/** What the statement and its CSV say of bonuses (product.md §3, §9). */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  make = campaigns(app)
})
afterAll(() => app.close())

test('a bonus and its end are rows with the campaign’s name in the caller’s language', async () => {
  const member = await app.registerMember()
  const { token } = member
  await activate(app, member, await make.bonus())
  await deposit(app, member, 100)
  await clear(app, member)
  const promotion = await make.promotion()
  await app.context.settings.set(maxTotal.THB, 1000)
  await usePromotion(app, member, promotion)
  const rowsIn = async (language: string) =>
    (
      await app.call('POST /api/statement', {
        token,
        body: { page: 1, limit: 10 },
        headers: { cookie: `lang=${language}` },
      })
    ).body
  const { statements, total } = await rowsIn('LA')
  expect(total).toBe(4)
  expect(
    statements.map(({ statementType, amount, status, currency, bonus, promotion }) => [
      statementType,
      amount,
      status,
      currency,
      bonus?.description ?? promotion?.description,
    ]),
  ).toEqual([
    ['bonus', 50, 'SUCCESS', 'THB', 'Fifty ລາວ'],
    ['finish_bonus', 20, 'SUCCESS', 'THB', 'Welcome ລາວ'],
    ['bonus', 20, 'SUCCESS', 'THB', 'Welcome ລາວ'],
    ['deposit', 100, 'SUCCESS', 'THB', undefined],
  ])
  expect((await rowsIn('EN')).statements[1]?.bonus?.description).toBe('Welcome')
  const { csv } = (await app.call('GET /api/statement/csv', { token, headers: { cookie: 'lang=TH' } })).body
  expect(csv).toContain('"Welcome ไทย"')
})

test('a bonus that ended without taking anything is a row of 0, with no entry of the member’s', async () => {
  const member = await app.registerMember()
  const { token } = member
  await activate(app, member, await make.bonus({ credit: free(6) }))
  // Nothing is taken of what a floor leaves.
  const floor = settingNamed('bonus.leastFloor')
  await app.context.settings.set(floor, 6)
  await clear(app, member)
  await app.context.settings.set(floor, floor.default)
  const { body } = await app.call('POST /api/statement', {
    token,
    body: { page: 1, limit: 10, type: 'finish_bonus' },
  })
  expect(body.statements).toMatchObject([{ amount: 0, currency: 'THB', status: 'SUCCESS' }])
  const id = body.statements[0]?._id ?? ''
  const entries = await app.call('GET /api/statement/:id/entries', { token, params: { id } })
  expect(entries.body).toEqual({ entries: [] })
})
