import { may, roles } from '@krapao/contract/slices/operator/roles.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSeconds } from '../../platform/clock.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { changeMember, inLetters, storeMembers } from '../account/testing.ts'
import { eventsOf, newOperator, type TestOperator, withoutAuditLog } from '../operator/testing.ts'
import { putWithdrawal } from '../withdraw/testing.ts'

/** A search is no way to find a hidden number out, digit by digit (rules.md §17.10, docs/decisions/0062). */

let app: TestApp
let member: TestMember
let support: TestOperator
let cashier: TestOperator
beforeAll(async () => {
  app = await testApp({ settings: { 'operator.numberSearchesPerHour': 12 } })
  member = await app.registerMember({
    name: 'กมล ค้นหา',
    phone: '0867531984',
    bankAccountNo: '4413908265',
  })
  await putWithdrawal(app, { id: 'wdsearched', memberId: member.id, amount: 6000 })
  support = await newOperator(app, 'support')
  cashier = await newOperator(app, 'cashier')
})
afterAll(() => app.close())

const members = (search: string, { token }: TestOperator) =>
  app.call('GET /api/console/members', { token, query: { search } })
const found = async (search: string, by: TestOperator): Promise<boolean[]> => {
  const [people, items, list] = await Promise.all([
    members(search, by),
    app.call('GET /api/console/items', { token: by.token, query: { search } }),
    app.call('GET /api/console/desk/:queue', {
      token: by.token,
      params: { queue: 'withdrawal' },
      query: { q: search },
    }),
  ])
  return [people.body.members, items.body.items, list.body.items].map((rows) => rows.length > 0)
}

it.each([
  ['the end of the phone number', '1984', true, true],
  ['more of its end', '531984', true, true],
  ['the end of the account number', '8265', true, true],
  ['the whole phone number', '086-753-1984', true, true],
  ['the whole account number', '4413908265', true, true],
  ['the beginning of the phone number', '086753', true, false],
  ['all of it but the last digit', '086753198', true, false],
  ['three digits of its end', '984', false, false],
  ['a mask of its end', 'xxxxxx8265', true, true],
  ['a mask of its beginning', '44139x', true, false],
  ['a mask of its middle', 'xx1390xx', true, false],
  ['a mask with five digits of its end', 'x08265', true, false],
])('by %s', async (_, search, bySeeing, byMasked) => {
  // The desk finds numbers by parts, members by their beginning or end.
  if (bySeeing) expect((await found(search, cashier))[0]).toBe(true)
  expect(await found(search, support)).toEqual(Array(3).fill(byMasked))
})

it('a wrong digit before the four that the mask shows is answered as the right one', async () => {
  const operator = await newOperator(app, 'support')
  const answers = await Promise.all(
    ['31984', '41984', '999991984'].map((search) => members(search, operator)),
  )
  const shown = answers.map(({ body }) => body.members.map(({ _id, username }) => [_id, username]))
  for (const row of shown) expect(row).toEqual([[member.id, '•••••• 1984']])
})

it('a wrong digit in a mask, before the four that ours shows, is answered as the right one', async () => {
  const operator = await newOperator(app, 'support')
  for (const [right, wrong] of [
    ['x08265', 'x18265'],
    ['x531984', 'x431984'],
    ['4413x', '4414x'],
  ] as const) {
    expect(await found(right, operator)).toEqual([false, false, false])
    expect(await found(wrong, operator)).toEqual([false, false, false])
  }
})

it('a Lao number that others begin with finds none of them', async () => {
  const other = await app.registerMember()
  await changeMember(app.database, other.id, { phone: '2055512345' })
  const ids = async (search: string, by: TestOperator) =>
    (await members(search, by)).body.members.map(({ _id }) => _id)
  const operator = await newOperator(app, 'support')
  expect(await ids('205551234', cashier)).toContain(other.id)
  expect(await ids('205551234', operator)).not.toContain(other.id)
  for (const whole of ['2055512345', '020 55512345', '+856 20 5551 2345'])
    expect(await ids(whole, operator)).toEqual([other.id])
})

it('the next free item of a search is given to nobody to whom numbers are masked', async () => {
  for (const role of roles) {
    const { token } = await newOperator(app, role)
    const { error } = await app.call('POST /api/console/desk/:queue/next', {
      token,
      params: { queue: 'withdrawal' },
      body: { filter: { q: '086753' } },
    })
    expect(error?.message, role).toBe(may(role, 'seeNumbers') ? undefined : 'FORBIDDEN')
  }
})

it('in brackets, as any other', async () => {
  const operator = await newOperator(app, 'support')
  const { body } = await members('[086] 753-1984', operator)
  expect(body.members.map(({ _id }) => _id)).toEqual([member.id])
  expect(await searchesOf(operator)).toEqual(['•••••• 1984'])
})

it('once the limit is used up, a new number that is sent twice at once is refused twice', async () => {
  const operator = await newOperator(app, 'support')
  for (let n = 0; n < 12; n++) await members(`98740${n + 10}`, operator)
  const answers = await Promise.all(Array.from({ length: 8 }, () => members('9874099', operator)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(429))
})

it('a new number that is sent many times at once counts once', async () => {
  const operator = await newOperator(app, 'support')
  const answers = await Promise.all(Array.from({ length: 8 }, () => members('9873099', operator)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await searchesOf(operator)).toHaveLength(1)
  for (let n = 0; n < 11; n++) expect((await members(`98730${n + 10}`, operator)).status).toBe(200)
  expect((await members('9873098', operator)).status).toBe(429)
})

it('a search that could not be audited is not answered, and leaves nothing counted', async () => {
  const operator = await newOperator(app, 'support')
  expect((await withoutAuditLog(app.database, () => members('9872099', operator))).status).toBe(500)
  expect((await members('9872099', operator)).status).toBe(200)
  expect(await searchesOf(operator)).toHaveLength(1)
  for (let n = 0; n < 11; n++) expect((await members(`98720${n + 10}`, operator)).status).toBe(200)
  expect((await members('9872098', operator)).status).toBe(429)
})

it('of more than twenty whose number ends alike the newest are answered, and that there are more', async () => {
  const alike = Array.from({ length: 25 }, (_, n) => ({
    id: `ends${inLetters(n)}`,
    phone: `09${1000 + n}7777`,
    name: 'Ends Alike',
    createdAt: addSeconds(new Date(), ((n * 7) % 25) * 60),
    account: { accountNo: `99${1000 + n}6666` },
  }))
  await storeMembers(app.database, alike)
  const newest = alike
    .sort((member, other) => Number(other.createdAt) - Number(member.createdAt))
    .slice(0, 20)
  const operator = await newOperator(app, 'support')
  for (const end of ['7777', '6666']) {
    const { body } = await members(end, operator)
    expect(body.hasMoreEnds).toBe(true)
    expect(body.members.map(({ _id }) => _id).sort()).toEqual(newest.map(({ id }) => id).sort())
  }
  expect((await members('1984', operator)).body.hasMoreEnds).toBe(false)
})

const searchesOf = async ({ id }: TestOperator): Promise<string[]> => {
  const events = await eventsOf(app.database, { operatorId: id, actions: 'look.search' })
  return events.map(({ details }) => String(details.search))
}

it('is audited with no more than the mask shows; a repetition, a name and who sees numbers are not', async () => {
  const operator = await newOperator(app, 'auditor')
  for (const search of ['0867531984', '1984', '1984', 'กมล']) await members(search, operator)
  await members('1984', cashier)
  expect(await searchesOf(operator)).toEqual(['•••••• 1984', '1984'])
  expect(await searchesOf(cashier)).toEqual([])
})

it('so many in an hour; what was asked, and names, are answered on', async () => {
  const operator = await newOperator(app, 'support')
  const code = async (search: string, by = operator) => (await members(search, by)).error?.message
  for (let n = 0; n < 12; n++) expect(await code(`98760${n + 10}`)).toBeUndefined()
  const refused = await members('9876099', operator)
  expect(refused).toMatchObject({ status: 429, error: { message: 'REQUEST_LIMIT' } })
  expect(await code('9876099')).toBe('REQUEST_LIMIT')
  expect(await code('9876010')).toBeUndefined()
  expect(await code('กมล')).toBeUndefined()
  expect(await code('9876099', cashier)).toBeUndefined()
})
