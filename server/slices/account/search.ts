import type { Database } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { searchMemberIds, selectByAccountEnd } from './member-store.ts'
import { findMember, type Member } from './members.ts'

/**
 * Members by the beginning of phone number, id, bank account number, or of a word of the name (their own or the
 * account's), each through an index; at most 20, by name.
 */
export async function searchMembers(context: Context, typed: string): Promise<Member[]> {
  const text = typed.trim().toLowerCase().replaceAll('\u0000', '')
  if (text.length < 3) return []
  // As people write numbers: 081-234 5678.
  const digits = /^[\d\s-]+$/.test(text) ? text.replace(/\D/g, '') : text
  const ids = await searchMemberIds(context.database, { digits, text })
  const found = await Promise.all(ids.map((id) => findMember(context, id)))
  return found
    .filter((member) => member !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name, 'th') || a.id.localeCompare(b.id))
}

/** Ids of members by the end of the bank account number, as slips show it: four digits at least; at most 20. */
export async function searchAccountEnds(database: Database, typed: string): Promise<string[]> {
  const digits = /^[\d\sx*-]+$/i.test(typed) ? typed.replace(/\D/g, '') : ''
  return digits.length < 4 ? [] : selectByAccountEnd(database, digits)
}
