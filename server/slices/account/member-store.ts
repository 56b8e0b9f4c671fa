import type { Words } from '@krapao/contract/languages.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { Phone } from '@krapao/contract/phone.ts'
import { type ShownNumber, visibleParts, withoutZeros } from '@krapao/contract/sender.ts'
import { type Database, type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { everyBank } from '../lookup/public.ts'
import { numberUnder, threesOf } from './account-parts.ts'

/** A member with the bank account. A bank that the operator took off the list has no names. */
export interface MemberWithBank {
  id: string
  name: string
  phone: string
  created_at: Date
  is_active: boolean
  currency: Currency
  bank_code: string
  account_name: string
  account_no: string
  names: Partial<Words> | null
}

export const selectMembers = (database: Database, ids: string[]): Promise<MemberWithBank[]> =>
  database.query(
    `select m.id, m.name, m.phone, m.created_at, m.is_active, m.currency,
            a.bank_code, a.account_name, a.account_no, b.names
     from members m
     join member_bank_accounts a on a.member_id = m.id
     left join ${everyBank} on b.code = a.bank_code
     where m.id = any($1::text[])`,
    [ids],
  )

/** The names of those of these ids that are members'. */
export const selectMemberNames = (db: Db, ids: string[]): Promise<{ id: string; name: string }[]> =>
  rawQuery(db, 'select id, name from members where id = any($1::text[])', [ids])

/** A member's currency; undefined if there is no such member. */
export async function findCurrency(handle: Db | Tx, memberId: string): Promise<Currency | undefined> {
  const row = await handle
    .selectFrom('members')
    .select('currency')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.currency
}

/** Whether a member may log in; nobody suspends the member until the transaction ends. */
export async function lockActive(tx: Tx, memberId: string): Promise<boolean> {
  const [row] = await rawQuery<{ isActive: boolean }>(
    tx,
    'select is_active as "isActive" from members where id = $1 for share',
    [memberId],
  )
  return row?.isActive === true
}

/** SQL: a member's currency. `memberId`: SQL of the id. */
export const currencyOf = (memberId: string): string =>
  `(select currency from members where id = ${memberId})`

/**
 * SQL: members as `m`, with what operators search them by: `id`, `names` (their own and the account's, as
 * they are searched), `phone`, `account_no` and `bank_code`. To be joined to rows that name members.
 */
export const memberOutline = `(
  select m.id, m.phone,
    concat_ws(' ', coalesce(m.search_name, lower(m.name)), coalesce(a.search_name, lower(a.account_name))) as names, a.account_no, a.bank_code
  from members m left join member_bank_accounts a on a.member_id = m.id) m`

/** How long a member has been known, and by what. */
export interface Standing {
  memberSince: Date
  /** When the bank account was registered or changed last. */
  bankAccountSince: Date
  /**
   * The last login by a new password or on a new device, but for those that the member has said to be theirs;
   * null: none of the last 50.
   */
  newLoginAt: Date | null
}

/** Standings by member; those without a bank account are left out. */
export async function standingsOf(handle: Db | Tx, memberIds: string[]): Promise<Map<string, Standing>> {
  const rows = await rawQuery<Standing & { id: string }>(
    handle,
    `select m.id, m.created_at as "memberSince", a.updated_at as "bankAccountSince", (
       select max(at) from (
         select * from logins where member_id = m.id and session_hash is not null order by id desc limit 50) l
       where l.way = 'reset' or (l.is_new and l.answered_at is null)) as "newLoginAt"
     from members m join member_bank_accounts a on a.member_id = m.id where m.id = any($1::text[])`,
    [memberIds],
  )
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** The phone numbers of those members that may log in. */
export async function selectActivePhones(db: Db, ids: string[]): Promise<string[]> {
  const rows = await rawQuery<{ phone: string }>(
    db,
    'select phone from members where id = any($1::text[]) and is_active',
    [ids],
  )
  return rows.map(({ phone }) => phone)
}

/** A text that sorts after every text that begins with `prefix`, in the order of the prefix indexes. */
const after = (prefix: string): string => `${prefix}\u{10FFFF}`

const atMost = 20

/** SQL: the name of a member or of an account as it is searched, as the indexes have it. */
const searchNameOf = (name: 'name' | 'account_name'): string => `coalesce(search_name, lower(${name}))`
/** SQL: such a name without its first word, and its last word. */
const restOf = (name: string): string => `substr(${name}, strpos(${name}, ' ') + 1)`
const lastOf = (name: string): string => `substring(${name} from '[^ ]*$')`

/**
 * Ids of members whose phone number begins with one of `phones`, whose account number with `account`, whose
 * id with `text`, or whose name (their own or the account's) begins with it or has it as the beginning of a
 * later word; each through an index, at most 20 altogether.
 * @param sought.account digits; undefined: no number was typed. With whatever zeros it begins, if three
 *   digits are left
 */
export async function searchMemberIds(
  database: Database,
  sought: { text: string; phones: readonly string[]; account: string | undefined },
): Promise<string[]> {
  const values: string[] = []
  const of = (table: string, id: string, column: string, prefix: string) => {
    const [from, to] = [values.push(prefix), values.push(after(prefix))]
    return `(select ${id} as id from ${table} where ${column} ~>=~ $${from} and ${column} ~<~ $${to} limit ${atMost})`
  }
  const byName = (table: string, id: string, name: string) =>
    [name, restOf(name), lastOf(name)].map((column) => of(table, id, column, sought.text))
  const bare = withoutZeros(sought.account ?? '')
  const byAccount = (column: string, prefix: string) =>
    of('member_bank_accounts', 'member_id', column, prefix)
  const parts = [
    ...sought.phones.map((phone) => of('members', 'id', 'phone', phone)),
    ...(bare.length >= 3 ? [byAccount(`ltrim(account_no, '0')`, bare)] : []),
    ...(sought.account !== undefined && bare.length < 3 ? [byAccount('account_no', sought.account)] : []),
    of('members', 'id', 'id', sought.text),
    ...byName('members', 'id', searchNameOf('name')),
    ...byName('member_bank_accounts', 'member_id', searchNameOf('account_name')),
  ]
  const rows = await database.query<{ id: string }>(`${parts.join(' union ')} limit ${atMost}`, values)
  return rows.map(({ id }) => id)
}

/** Ids of members with a phone number; one, or none. */
export async function selectByPhone(database: Database, phone: Phone): Promise<string[]> {
  const rows = await database.query<{ id: string }>('select id from members where phone = $1', [phone])
  return rows.map(({ id }) => id)
}

/** So many members of one last word are looked at. */
const namesakes = 200

/**
 * Members with a name, their own or the account's, whose last word begins so: their names as they are stored.
 */
export async function selectByLastName(
  database: Database,
  last: string,
): Promise<{ id: string; names: string[] }[]> {
  const of = (table: string, id: string, name: 'name' | 'account_name') => {
    const column = lastOf(searchNameOf(name))
    return `(select ${id} as id from ${table} where ${column} ~>=~ $1 and ${column} ~<~ $2 limit ${namesakes})`
  }
  return database.query(
    `select m.id, array[m.name, a.account_name] as names
     from (${of('members', 'id', 'name')} union ${of('member_bank_accounts', 'member_id', 'account_name')}) found
       join members m on m.id = found.id
       join member_bank_accounts a on a.member_id = m.id`,
    [last, after(last)],
  )
}

/**
 * Members whose account number, at whatever bank, may be the masked one, through the index of the parts of
 * numbers; for `compareAccountNo` to decide. A number that shows no three digits in a row finds none.
 */
export async function selectByMask(
  database: Database,
  { pattern }: ShownNumber,
): Promise<{ id: string; accountNo: string }[]> {
  const digits = withoutZeros(pattern)
  const parts = visibleParts(digits).flatMap(threesOf)
  if (parts.length === 0) return []
  return database.query(
    `select a.member_id as id, a.account_no as "accountNo"
     from (
       select b.code, array_agg(b.code || ':' || part) as parts
       from ${everyBank}, unnest($1::text[]) part group by b.code) b
     cross join lateral (
       select member_id, account_no from member_bank_accounts a
       where account_no_parts(a.bank_code, a.account_no) @> b.parts
         and (a.account_no like $2 or ${numberUnder(digits)} like $3)
       limit 200) a`,
    [parts, pattern, digits.replace(/_+/g, '%')],
  )
}

/**
 * Ids of members whose bank account number ends with these digits, through an index: the newest 21
 * (`selectByEnd`).
 */
export const selectByAccountEnd = (database: Database, digits: string): Promise<string[]> =>
  selectByEnd(database, { table: 'member_bank_accounts', id: 'member_id', column: 'account_no' }, digits)

/** Ids of members whose phone number ends with these digits, in the same way. */
export const selectByPhoneEnd = (database: Database, digits: string): Promise<string[]> =>
  selectByEnd(database, { table: 'members', id: 'id', column: 'phone' }, digits)

/**
 * One more than is shown, so that the caller sees that there are more. Members with this end are read first,
 * and then ordered.
 */
async function selectByEnd(
  database: Database,
  { table, id, column }: { table: string; id: string; column: string },
  digits: string,
): Promise<string[]> {
  const end = [...digits].reverse().join('')
  const rows = await database.query<{ id: string }>(
    `with found as materialized (
       select ${id} as id from ${table} where reverse(${column}) ~>=~ $1 and reverse(${column}) ~<~ $2)
     select found.id from found join members m on m.id = found.id
     order by m.created_at desc, m.id limit ${atMost + 1}`,
    [end, after(end)],
  )
  return rows.map(({ id }) => id)
}
