import type { Currency } from '@krapao/contract/money.ts'
import { type Database, type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { everyBank } from '../lookup/public.ts'

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
  name_th: string | null
  name_en: string | null
  name_la: string | null
}

export const selectMembers = (database: Database, ids: string[]): Promise<MemberWithBank[]> =>
  database.query(
    `select m.id, m.name, m.phone, m.created_at, m.is_active, m.currency,
            a.bank_code, a.account_name, a.account_no, b.name_th, b.name_en, b.name_la
     from members m
     join member_bank_accounts a on a.member_id = m.id
     left join ${everyBank} on b.code = a.bank_code
     where m.id = any($1::text[])`,
    [ids],
  )

/** A member's currency; undefined if there is no such member. */
export async function findCurrency(handle: Db | Tx, memberId: string): Promise<Currency | undefined> {
  const row = await handle
    .selectFrom('members')
    .select('currency')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.currency
}

/** SQL: a member's currency. `memberId`: SQL of the id. */
export const currencyOf = (memberId: string): string =>
  `(select currency from members where id = ${memberId})`

/**
 * SQL: members as `m`, with what operators search them by: `id`, `names` (their own and the account's, in lower case),
 * `phone`, `account_no` and `bank_code`. To be joined to rows that name members.
 */
export const memberOutline = `(
  select m.id, lower(concat_ws(' ', m.name, a.account_name)) as names, m.phone, a.account_no, a.bank_code
  from members m left join member_bank_accounts a on a.member_id = m.id) m`

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

/** SQL: a name without its first word, and its last word, as the indexes have them. */
const restOf = (name: string): string => `lower(substr(${name}, strpos(${name}, ' ') + 1))`
const lastOf = (name: string): string => `lower(substring(${name} from '[^ ]*$'))`

/**
 * Ids of members whose phone number or account number begins with `digits`, whose id begins with `text`, or whose name
 * (their own or the account's) begins with it or has it as the beginning of a later word; each through an index, at most
 * 20 altogether.
 */
export async function searchMemberIds(
  database: Database,
  { digits, text }: { digits: string; text: string },
): Promise<string[]> {
  const of = (table: string, id: string, column: string, [from, to]: [string, string]) =>
    `(select ${id} as id from ${table} where ${column} ~>=~ ${from} and ${column} ~<~ ${to} limit ${atMost})`
  const byDigits: [string, string] = ['$1', '$2']
  const byText: [string, string] = ['$3', '$4']
  const byName = (table: string, id: string, name: string) =>
    [`lower(${name})`, restOf(name), lastOf(name)].map((column) => of(table, id, column, byText))
  const parts = [
    of('members', 'id', 'phone', byDigits),
    of('members', 'id', 'id', byText),
    of('member_bank_accounts', 'member_id', 'account_no', byDigits),
    ...byName('members', 'id', 'name'),
    ...byName('member_bank_accounts', 'member_id', 'account_name'),
  ]
  const rows = await database.query<{ id: string }>(`${parts.join(' union ')} limit ${atMost}`, [
    digits,
    after(digits),
    text,
    after(text),
  ])
  return rows.map(({ id }) => id)
}

/** Ids of members whose bank account number ends with these digits, through an index; at most 20. */
export async function selectByAccountEnd(database: Database, digits: string): Promise<string[]> {
  const end = [...digits].reverse().join('')
  const rows = await database.query<{ id: string }>(
    `select member_id as id from member_bank_accounts
     where reverse(account_no) ~>=~ $1 and reverse(account_no) ~<~ $2 limit ${atMost}`,
    [end, after(end)],
  )
  return rows.map(({ id }) => id)
}
