import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/database.ts'
import { plansOf } from '../../../testing/plans.ts'
import { tiesOf } from './tie-store.ts'

/** What ties members (rules.md §2.10), by rows as the slices store them, among 20,000 other members. */

const others = 20_000
let database: TestDatabase
let made = 0

beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     select 'past' || translate(lpad(n::text, 8, '0'), '0123456789', 'abcdefghij'), '09' || lpad(n::text, 8, '0'),
       'First' || n || ' Last' || n, '-', date '1960-01-01' + n % 12000, 'THB', now() from generate_series(1, ${others}) n`,
  )
  await database.query(
    `insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at)
     select id, 'SCB', '7' || substr(phone, 2), upper(name), now() from members`,
  )
  await database.query(
    `insert into known_devices (account, device_hash, last_login_at)
     select 'member:' || phone, 'device of ' || id, now() from members`,
  )
  await database.query(
    `insert into logins (member_id, at, way, session_hash, address, device_hash, is_new)
     select id, now() - interval '30 days', 'password', 'session of ' || id, '10.' || right(phone, 3) || '.0.x',
       'device of ' || id, false from members`,
  )
  await database.query(
    `insert into deposit_reports (kind, house_bank_code, place, currency, reference, amount_minor, paid_at, from_bank,
       from_account_no, from_name, received_at, reported_at, state, member_id, journal_key)
     select 'transfer', 'SCB', '1', 'THB', 'FT' || id, 100, now(), 'SCB', '7' || substr(phone, 2), upper(name), now(), now(), 'credited', id,
       'bank:1:FT' || id from members`,
  )
  await database.query('vacuum analyze')
}, 120_000)
afterAll(() => database.drop())

interface Given {
  name?: string
  birthDate?: string
  accountNo?: string
  /** One of those who had registered one account before a bank's numbers had one form. */
  isOfBefore?: true
  invitedBy?: string
  isActive?: boolean
}

async function member(given: Given = {}): Promise<string> {
  const n = String(++made)
  const id = `tied${n.padStart(8, 'a').replace(/\d/g, (digit) => 'bcdefghijk'[Number(digit)] ?? 'z')}`
  const { name = `Only${n} One${n}`, birthDate = '2001-02-03', isActive = true } = given
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at, invited_by, is_active)
     values ($1, $2, $3, '-', $4, 'THB', now(), $5, $6)`,
    [id, `06${n.padStart(8, '0')}`, name, birthDate, given.invitedBy ?? null, isActive],
  )
  await database.query(
    `insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at, collision)
     values ($1, 'KBANK', $2, $3, now(), $4)`,
    [id, given.accountNo ?? `5${n.padStart(9, '0')}`, name.toUpperCase(), given.isOfBefore ? id : ''],
  )
  return id
}

const device = (id: string, hash: string) =>
  database.query(
    `insert into known_devices (account, device_hash, last_login_at) select 'member:' || phone, $2, now() from members where id = $1`,
    [id, hash],
  )
const login = (id: string, address: string, at: string, hash: string | null = null) =>
  database.query(
    `insert into logins (member_id, at, way, session_hash, address, device_hash, is_new)
     values ($1, $2, 'password', gen_random_uuid()::text, $3, $4, false)`,
    [id, at, address, hash],
  )
const paid = (
  id: string,
  accountNo: string,
  {
    name = 'SOMCHAI JAIDEE',
    bank = 'SCB',
    state = 'credited',
  }: { name?: string; bank?: string; state?: string } = {},
) =>
  database.query(
    `insert into deposit_reports (kind, house_bank_code, place, currency, reference, amount_minor, paid_at, from_bank,
       from_account_no, from_name, received_at, reported_at, state, member_id, journal_key)
     values ('transfer', 'SCB', '1', 'THB', gen_random_uuid()::text, 100, now(), $2, $3, $4, now(), now(), $5, $1,
       case when $5 = 'credited' then gen_random_uuid()::text end)`,
    [id, bank, accountNo, name, state],
  )

/** What ties the first member to the second, `!` where it is strong; empty: nothing. */
async function between(one: string, other: string): Promise<string> {
  const tie = (await tiesOf(database.db, one)).find(({ memberId }) => memberId === other)
  return tie ? `${tie.reasons.join(' ')}${tie.isStrong ? '!' : ''}` : ''
}
/** The same in both directions, which must agree. */
async function both(one: string, other: string): Promise<string> {
  const found = await between(one, other)
  expect(await between(other, one)).toBe(found)
  return found
}

it.each<[what: string, tie: (one: string, other: string) => Promise<unknown>, found: string]>([
  ['nothing', async () => {}, ''],
  [
    'one device cookie',
    async (one, other) => {
      await device(one, `shared ${one}`)
      await device(other, `shared ${one}`)
    },
    'DEVICE!',
  ],
  [
    'one device, forgotten with the password of one of them',
    async (one, other) => {
      await login(one, '10.1.1.x', '2026-01-01T00:00:00Z', `reset ${one}`)
      await device(other, `reset ${one}`)
      await login(other, '10.2.2.x', '2026-02-01T00:00:00Z', `reset ${one}`)
    },
    'DEVICE!',
  ],
  [
    'one payer',
    async (one, other) => {
      await paid(one, `111${one.length}22333${made}`)
      await paid(other, `111${one.length}22333${made}`)
    },
    'PAYER!',
  ],
  [
    'one payer, written with a dash and other zeros',
    async (one, other) => {
      await paid(one, `0${88_800_000 + made}7`)
      await paid(other, `${88_800_000 + made}-7`)
    },
    'PAYER!',
  ],
  [
    'one masked payer of one name',
    async (one, other) => {
      await paid(one, 'xxx-x-x4321-x', { name: 'MALEE D' })
      await paid(other, 'xxx-x-x4321-x', { name: 'MALEE DEEJAI' })
    },
    'PAYER!',
  ],
  [
    'the same digits of two masked payers',
    async (one, other) => {
      await paid(one, 'xxx-x-x4322-x', { name: 'MALEE DEEJAI' })
      await paid(other, 'xxx-x-x4322-x', { name: 'SOMSAK KONDEE' })
    },
    '',
  ],
  [
    'the payer of a QR code, as the bank reported it',
    async (one, other) => {
      await paid(one, `777${made}123456`, { state: 'matched' })
      await paid(other, `777${made}123456`)
    },
    'PAYER!',
  ],
  [
    'one network within an hour',
    async (one, other) => {
      await login(one, `198.51.${made}.x`, '2026-03-01T10:00:00Z')
      await login(other, `198.51.${made}.x`, '2026-03-01T10:59:00Z')
    },
    'ADDRESS',
  ],
  [
    'one network on another day',
    async (one, other) => {
      await login(one, `198.52.${made}.x`, '2026-03-01T10:00:00Z')
      await login(other, `198.52.${made}.x`, '2026-03-02T10:00:00Z')
    },
    '',
  ],
])('%s: "%s" is found both ways', async (_, tie, found) => {
  const [one, other] = [await member(), await member()]
  await tie(one, other)
  expect(await both(one, other)).toBe(found)
})

it('finds bank accounts that differ by leading zeros, an inviter, and one person under two phones', async () => {
  const zeros = [
    await member({ accountNo: '0009876543' }),
    await member({ accountNo: '9876543', isOfBefore: true }),
  ] as const
  expect(await both(...zeros)).toBe('BANK_ACCOUNT!')
  const inviter = await member()
  expect(await both(inviter, await member({ invitedBy: inviter }))).toBe('INVITER')
  const person = { name: 'สมหญิง ใจดี', birthDate: '1991-04-05' }
  const twice = [await member(person), await member({ ...person, name: 'นางสาวสมหญิง  ใจดี' })] as const
  expect(await both(...twice)).toBe('PERSON!')
  expect(await both(twice[0], await member({ ...person, birthDate: '1991-04-06' }))).toBe('')
  expect(await both(twice[0], await member({ ...person, name: 'สมศรี ใจดี' }))).toBe('')
})

it('the payer may be the other one’s own account', async () => {
  const [one, other] = [await member({ accountNo: '0055512345' }), await member()]
  await paid(other, '55512345', { bank: 'KBANK', name: 'SOMEBODY' })
  expect(await both(one, other)).toBe('PAYER!')
})

it('a suspended member comes first, and all reasons are said', async () => {
  const [one, friend] = [await member(), await member()]
  const gone = await member({ isActive: false })
  for (const id of [one, friend, gone]) await device(id, `ring ${one}`)
  await paid(one, '4445556667')
  await paid(friend, '4445556667')
  expect(await tiesOf(database.db, one)).toEqual([
    { memberId: gone, isActive: false, reasons: ['DEVICE'], isStrong: true },
    { memberId: friend, isActive: true, reasons: ['DEVICE', 'PAYER'], isStrong: true },
  ])
})

it('each part reads an index, whatever there is', async () => {
  const one = await member()
  await device(one, 'planned')
  const plan = await plansOf(database, (db) => tiesOf(db, one))
  expect(plan).not.toMatch(/Seq Scan/)
})

it('is bounded where a thousand share a device and a payer', async () => {
  const one = await member()
  await device(one, 'public')
  await paid(one, '9990001112')
  await database.query(
    `insert into known_devices (account, device_hash, last_login_at)
     select 'member:' || phone, 'public', now() from members where id like 'past%' order by id limit 1000`,
  )
  await database.query(
    `insert into deposit_reports (kind, house_bank_code, place, currency, reference, amount_minor, paid_at, from_bank,
       from_account_no, from_name, received_at, reported_at, state, member_id, journal_key)
     select 'transfer', 'SCB', '1', 'THB', 'shared' || id, 100, now(), 'SCB', '9990001112', 'SHOP', now(), now(), 'credited', id,
       'bank:1:shared' || id from members where id like 'past%' order by id desc limit 1000`,
  )
  const ties = await tiesOf(database.db, one)
  expect(ties.length).toBeGreaterThan(20)
  expect(ties.length).toBeLessThan(200)
})
