import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { type TestDatabase, testDatabase } from '../../../testing/database.ts'
import { plansOf } from '../../../testing/plans.ts'
import { manyMembers, storeDevices, storeLogins, storeMembers } from '../../account/testing.ts'
import { storeCredited } from '../testing/stored.ts'
import { tiesOf } from './tie-store.ts'

/** What ties members (rules.md §2.10), by rows as the slices store them, among 20,000 other members. */

const past = manyMembers(20_000)
/** So many days after a day, YYYY-MM-DD. */
const dayOf = (first: string, days: number): string =>
  addSeconds(new Date(first), days * 86_400)
    .toISOString()
    .slice(0, 10)
let database: TestDatabase
let made = 0

beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  await storeMembers(
    database,
    past.map((pastMember, i) => ({ ...pastMember, birthDate: dayOf('1960-01-01', (i + 1) % 12_000) })),
  )
  await storeDevices(
    database,
    past.map(({ id, phone }) => ({ phone, device: `device of ${id}` })),
  )
  await storeLogins(
    database,
    past.map(({ id, phone }) => ({
      memberId: id,
      at: addSeconds(new Date(), -30 * 86_400),
      address: `10.${phone.slice(-3)}.0.x`,
      device: `device of ${id}`,
    })),
  )
  await storeCredited(
    database,
    ...past.map(({ id, name, account }) => ({
      memberId: id,
      reference: `FT${id}`,
      fromAccountNo: account.accountNo,
      fromName: name.toUpperCase(),
    })),
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
  const phone = `06${n.padStart(8, '0')}`
  const account = {
    bankCode: 'KBANK',
    accountNo: given.accountNo ?? `5${n.padStart(9, '0')}`,
    isOfBefore: given.isOfBefore ?? false,
  }
  const { invitedBy } = given
  await storeMembers(database, [{ id, phone, name, birthDate, invitedBy, isActive, account }])
  phones.set(id, phone)
  return id
}
const phones = new Map<string, string>()

const device = (id: string, hash: string) =>
  storeDevices(database, [{ phone: phones.get(id) ?? '', device: hash }])
const login = (id: string, address: string, at: string, hash: string | null = null) =>
  storeLogins(database, [{ memberId: id, at: new Date(at), address, device: hash }])
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
async function between(own: string, other: string): Promise<string> {
  const tie = (await tiesOf(database.db, own)).find(({ memberId }) => memberId === other)
  return tie ? `${tie.reasons.join(' ')}${tie.isStrong ? '!' : ''}` : ''
}
/** The same in both directions, which must agree. */
async function both(memberId: string, other: string): Promise<string> {
  const found = await between(memberId, other)
  expect(await between(other, memberId)).toBe(found)
  return found
}

it.each<[what: string, tie: (memberId: string, other: string) => Promise<unknown>, found: string]>([
  ['nothing', async () => {}, ''],
  [
    'one device cookie',
    async (memberId, other) => {
      await device(memberId, `shared ${memberId}`)
      await device(other, `shared ${memberId}`)
    },
    'DEVICE!',
  ],
  [
    'one device, forgotten with the password of one of them',
    async (memberId, other) => {
      await login(memberId, '10.1.1.x', '2026-01-01T00:00:00Z', `reset ${memberId}`)
      await device(other, `reset ${memberId}`)
      await login(other, '10.2.2.x', '2026-02-01T00:00:00Z', `reset ${memberId}`)
    },
    'DEVICE!',
  ],
  [
    'one payer',
    async (memberId, other) => {
      await paid(memberId, `111${memberId.length}22333${made}`)
      await paid(other, `111${memberId.length}22333${made}`)
    },
    'PAYER!',
  ],
  [
    'one payer, written with a dash and other zeros',
    async (memberId, other) => {
      await paid(memberId, `0${88_800_000 + made}7`)
      await paid(other, `${88_800_000 + made}-7`)
    },
    'PAYER!',
  ],
  [
    'one masked payer of one name',
    async (memberId, other) => {
      await paid(memberId, 'xxx-x-x4321-x', { name: 'MALEE D' })
      await paid(other, 'xxx-x-x4321-x', { name: 'MALEE DEEJAI' })
    },
    'PAYER!',
  ],
  [
    'the same digits of two masked payers',
    async (memberId, other) => {
      await paid(memberId, 'xxx-x-x4322-x', { name: 'MALEE DEEJAI' })
      await paid(other, 'xxx-x-x4322-x', { name: 'SOMSAK KONDEE' })
    },
    '',
  ],
  [
    'the payer of a QR code, as the bank reported it',
    async (memberId, other) => {
      await paid(memberId, `777${made}123456`, { state: 'matched' })
      await paid(other, `777${made}123456`)
    },
    'PAYER!',
  ],
  [
    'one network within an hour',
    async (memberId, other) => {
      await login(memberId, `198.51.${made}.x`, '2026-03-01T10:00:00Z')
      await login(other, `198.51.${made}.x`, '2026-03-01T10:59:00Z')
    },
    'ADDRESS',
  ],
  [
    'one network on another day',
    async (memberId, other) => {
      await login(memberId, `198.52.${made}.x`, '2026-03-01T10:00:00Z')
      await login(other, `198.52.${made}.x`, '2026-03-02T10:00:00Z')
    },
    '',
  ],
])('%s: "%s" is found both ways', async (_, tie, found) => {
  const [first, other] = [await member(), await member()]
  await tie(first, other)
  expect(await both(first, other)).toBe(found)
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
  const [first, other] = [await member({ accountNo: '0055512345' }), await member()]
  await paid(other, '55512345', { bank: 'KBANK', name: 'SOMEBODY' })
  expect(await both(first, other)).toBe('PAYER!')
})

it('a suspended member comes first, and all reasons are said', async () => {
  const [inviter, friend] = [await member(), await member()]
  const gone = await member({ isActive: false })
  for (const id of [inviter, friend, gone]) await device(id, `ring ${inviter}`)
  await paid(inviter, '4445556667')
  await paid(friend, '4445556667')
  expect(await tiesOf(database.db, inviter)).toEqual([
    { memberId: gone, isActive: false, reasons: ['DEVICE'], isStrong: true },
    { memberId: friend, isActive: true, reasons: ['DEVICE', 'PAYER'], isStrong: true },
  ])
})

it('each part reads an index, whatever there is', async () => {
  const memberId = await member()
  await device(memberId, 'planned')
  const plan = await plansOf(database, (db) => tiesOf(db, memberId))
  expect(plan).not.toMatch(/Seq Scan/)
})

it('is bounded where a thousand share a device and a payer', async () => {
  const memberId = await member()
  await device(memberId, 'public')
  await paid(memberId, '9990001112')
  await storeDevices(
    database,
    past.slice(0, 1000).map(({ phone }) => ({ phone, device: 'public' })),
  )
  await storeCredited(
    database,
    ...past.slice(-1000).map(({ id }) => ({
      memberId: id,
      reference: `shared${id}`,
      fromAccountNo: '9990001112',
      fromName: 'SHOP',
    })),
  )
  const ties = await tiesOf(database.db, memberId)
  expect(ties.length).toBeGreaterThan(20)
  expect(ties.length).toBeLessThan(200)
})
