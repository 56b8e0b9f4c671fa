import { may, roles } from '@krapao/contract/slices/operator/roles.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mendItems } from '../../desk/items.ts'
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
  await mendItems(app.database, app.context.desk)
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
  const one = await newOperator(app, 'support')
  const answers = await Promise.all(['31984', '41984', '999991984'].map((search) => members(search, one)))
  const shown = answers.map(({ body }) => body.members.map(({ _id, username }) => [_id, username]))
  for (const row of shown) expect(row).toEqual([[member.id, '•••••• 1984']])
})

it('a wrong digit in a mask, before the four that ours shows, is answered as the right one', async () => {
  const one = await newOperator(app, 'support')
  for (const [right, wrong] of [
    ['x08265', 'x18265'],
    ['x531984', 'x431984'],
    ['4413x', '4414x'],
  ] as const) {
    expect(await found(right, one)).toEqual([false, false, false])
    expect(await found(wrong, one)).toEqual([false, false, false])
  }
})

it('a Lao number that others begin with finds none of them', async () => {
  const other = await app.registerMember()
  await app.database.query(`update members set phone = '2055512345' where id = $1`, [other.id])
  const ids = async (search: string, by: TestOperator) =>
    (await members(search, by)).body.members.map(({ _id }) => _id)
  const one = await newOperator(app, 'support')
  expect(await ids('205551234', cashier)).toContain(other.id)
  expect(await ids('205551234', one)).not.toContain(other.id)
  for (const whole of ['2055512345', '020 55512345', '+856 20 5551 2345'])
    expect(await ids(whole, one)).toEqual([other.id])
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
  const one = await newOperator(app, 'support')
  const { body } = await members('[086] 753-1984', one)
  expect(body.members.map(({ _id }) => _id)).toEqual([member.id])
  expect(await searchesOf(one)).toEqual(['•••••• 1984'])
})

it('once the limit is used up, a new number that is sent twice at once is refused twice', async () => {
  const one = await newOperator(app, 'support')
  for (let n = 0; n < 12; n++) await members(`98740${n + 10}`, one)
  const answers = await Promise.all(Array.from({ length: 8 }, () => members('9874099', one)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(429))
})

it('a new number that is sent many times at once counts once', async () => {
  const one = await newOperator(app, 'support')
  const answers = await Promise.all(Array.from({ length: 8 }, () => members('9873099', one)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await searchesOf(one)).toHaveLength(1)
  for (let n = 0; n < 11; n++) expect((await members(`98730${n + 10}`, one)).status).toBe(200)
  expect((await members('9873098', one)).status).toBe(429)
})

it('a search that could not be audited is not answered, and leaves nothing counted', async () => {
  const one = await newOperator(app, 'support')
  await app.database.query(
    `alter table audit_log add constraint none_of_this check (details ->> 'search' <> '•••••• 2099') not valid`,
  )
  expect((await members('9872099', one)).status).toBe(500)
  await app.database.query('alter table audit_log drop constraint none_of_this')
  expect((await members('9872099', one)).status).toBe(200)
  expect(await searchesOf(one)).toHaveLength(1)
  for (let n = 0; n < 11; n++) expect((await members(`98720${n + 10}`, one)).status).toBe(200)
  expect((await members('9872098', one)).status).toBe(429)
})

it('of more than twenty whose number ends alike the newest are answered, and that there are more', async () => {
  await app.database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     select 'ends' || translate(lpad(n::text, 8, '0'), '0123456789', 'abcdefghij'), '09' || lpad(n::text, 4, '0') || '7777',
       'Ends Alike', '-', '1990-01-01', 'THB', now() + (n * 7 % 25) * interval '1 minute' from generate_series(0, 24) n`,
  )
  await app.database.query(
    `insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at)
     select id, 'SCB', '99' || substr(phone, 3, 4) || '6666', name, now() from members where name = 'Ends Alike'`,
  )
  const newest = await app.database.query<{ id: string }>(
    `select id from members where name = 'Ends Alike' order by created_at desc limit 20`,
  )
  const one = await newOperator(app, 'support')
  for (const end of ['7777', '6666']) {
    const { body } = await members(end, one)
    expect(body.hasMoreEnds).toBe(true)
    expect(body.members.map(({ _id }) => _id).sort()).toEqual(newest.map(({ id }) => id).sort())
  }
  expect((await members('1984', one)).body.hasMoreEnds).toBe(false)
})

const searchesOf = async ({ id }: TestOperator): Promise<string[]> => {
  const rows = await app.database.query<{ search: string }>(
    `select details ->> 'search' as search from audit_log where action = 'look.search' and operator_id = $1 order by id`,
    [id],
  )
  return rows.map(({ search }) => search)
}

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
