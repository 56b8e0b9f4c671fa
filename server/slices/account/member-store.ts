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

/**
 * Ids of members whose phone number or account number begins with `digits`, or whose id or name (their own or the
 * account's) begins with `text`; each through an index, at most 20 altogether.
 */
export async function searchMemberIds(
  database: Database,
  { digits, text }: { digits: string; text: string },
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `(select id from members where phone ~>=~ $1 and phone ~<~ $2 limit ${atMost})
     union (select id from members where id ~>=~ $3 and id ~<~ $4 limit ${atMost})
     union (select id from members where lower(name) ~>=~ $3 and lower(name) ~<~ $4 limit ${atMost})
     union (select member_id from member_bank_accounts where account_no ~>=~ $1 and account_no ~<~ $2 limit ${atMost})
     union (select member_id from member_bank_accounts
            where lower(account_name) ~>=~ $3 and lower(account_name) ~<~ $4 limit ${atMost})
     limit ${atMost}`,
    [digits, after(digits), text, after(text)],
  )
  return rows.map(({ id }) => id)
}
