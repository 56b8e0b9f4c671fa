import type { Context } from '../context.ts'
import { findMember, type Member } from './members.ts'

/** Later than every text that begins with `prefix`, in the order of the prefix indexes. */
const after = (prefix: string): string => `${prefix}\u{10FFFF}`

const atMost = 20

/**
 * Members by the beginning of phone number, id, bank account number, or name (their own or the account's), each through
 * an index; at most 20, by name.
 */
export async function searchMembers(context: Context, typed: string): Promise<Member[]> {
  const text = typed.trim().toLowerCase().replaceAll('\u0000', '')
  if (text.length < 3) return []
  // As people write numbers: 081-234 5678.
  const digits = /^[\d\s-]+$/.test(text) ? text.replace(/\D/g, '') : text
  const rows = await context.database.query<{ id: string }>(
    `(select id from members where phone ~>=~ $1 and phone ~<~ $2 limit ${atMost})
     union (select id from members where id ~>=~ $3 and id ~<~ $4 limit ${atMost})
     union (select id from members where lower(name) ~>=~ $3 and lower(name) ~<~ $4 limit ${atMost})
     union (select member_id from member_bank_accounts where account_no ~>=~ $1 and account_no ~<~ $2 limit ${atMost})
     union (select member_id from member_bank_accounts
            where lower(account_name) ~>=~ $3 and lower(account_name) ~<~ $4 limit ${atMost})
     limit ${atMost}`,
    [digits, after(digits), text, after(text)],
  )
  const found = await Promise.all(rows.map(({ id }) => findMember(context, id)))
  return found
    .filter((member) => member !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name, 'th') || a.id.localeCompare(b.id))
}
