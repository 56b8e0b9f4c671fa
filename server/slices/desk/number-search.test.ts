import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'

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
  await app.database.query(
    `insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, day, created_at)
     select 'wdsearched', $1, 'THB', 600000, bank_code, account_no, account_name, 'PENDING', current_date, now()
     from member_bank_accounts where member_id = $1`,
    [member.id],
  )
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
])('by %s', async (_, search, bySeeing, byMasked) => {
  // The desk finds numbers by parts, members by their beginning or end.
  if (bySeeing) expect((await found(search, cashier))[0]).toBe(true)
  expect(await found(search, support)).toEqual(Array(3).fill(byMasked))
})

it('a wrong digit before the four that the mask shows is answered as the right one', async () => {
  const one = await newOperator(app, 'support')
  const answers = await Promise.all(['31984', '41984', '999991984'].map((search) => members(search, one)))
  const shown = answers.map(({ body }) => body.members.map(({ _id, username }) => [_id, username]))
  for (const row of shown) expect(row).toEqual([[member.id, '•••••• 1984']])
})

it('is audited with no more than the mask shows; a repetition, a name and who sees numbers are not', async () => {
  const one = await newOperator(app, 'auditor')
  for (const search of ['0867531984', '1984', '1984', 'กมล']) await members(search, one)
  await members('1984', cashier)
  const rows = await app.database.query<{ operator_id: string; search: string }>(
    `select operator_id, details ->> 'search' as search from audit_log
     where action = 'look.search' and operator_id = any($1::text[]) order by id`,
    [[one.id, cashier.id]],
  )
  expect(rows).toEqual([
    { operator_id: one.id, search: '•••••• 1984' },
    { operator_id: one.id, search: '1984' },
  ])
})

it('so many in an hour; what was asked, and names, are answered on', async () => {
  const one = await newOperator(app, 'support')
  const code = async (search: string, by = one) => (await members(search, by)).error?.message
  for (let n = 0; n < 12; n++) expect(await code(`98760${n + 10}`)).toBeUndefined()
  const refused = await members('9876099', one)
  expect(refused).toMatchObject({ status: 429, error: { message: 'REQUEST_LIMIT' } })
  expect(await code('9876099')).toBe('REQUEST_LIMIT')
  expect(await code('9876010')).toBeUndefined()
  expect(await code('กมล')).toBeUndefined()
  expect(await code('9876099', cashier)).toBeUndefined()
})
