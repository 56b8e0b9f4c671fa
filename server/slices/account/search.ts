import { compareNames } from '@krapao/contract/name-comparison.ts'
import { formsOf, phoneBeginnings } from '@krapao/contract/phone.ts'
import { searchForm } from '@krapao/contract/search-form.ts'
import { compareAccountNo, minVisibleDigits, readAccountNo, typedNumber } from '@krapao/contract/sender.ts'
import type { Database } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import {
  searchMemberIds,
  selectByAccountEnd,
  selectByLastName,
  selectByMask,
  selectByPhone,
  selectByPhoneEnd,
} from './member-store.ts'
import { findMember, type Member } from './members.ts'

/**
 * Members by the beginning of phone number, id, bank account number, or of a word of the name (their own or
 * the account's), each through an index; or by the whole name, with a title or without. However it is typed:
 * a phone number in any spelling, a number in any digits, a name with its marks in any order. At most 20, by
 * name.
 * @param seesNumbers false: numbers are masked to the operator, and a phone number is found as a whole only,
 *   an account number by `searchAccountEnds` only (docs/decisions/0062)
 */
export async function searchMembers(
  context: Context,
  typed: string,
  seesNumbers: boolean,
): Promise<Member[]> {
  const text = searchForm(typed)
  if (text.length < 3) return []
  const number = typedNumber(typed)
  const found = await Promise.all([
    searchMemberIds(context.database, {
      text,
      phones: seesNumbers ? phoneBeginnings(typed) : [],
      account: seesNumbers && /^\d{3,}$/.test(number) ? number : undefined,
    }),
    // Some Lao numbers are the beginnings of others.
    seesNumbers ? [] : searchWholePhones(context.database, typed),
    searchWholeNames(context.database, text),
  ])
  const members = await Promise.all([...new Set(found.flat())].map((id) => findMember(context, id)))
  return members
    .filter((member) => member !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name, 'th') || a.id.localeCompare(b.id))
    .slice(0, 20)
}

/**
 * Ids of the members whom a phone number, a whole name with a title, or a masked account number names, in
 * whatever spelling; at most 20 of each, of a masked number 21.
 * @param seesNumbers as `searchAccountEnds`
 */
export async function searchMemberIdsBy(
  database: Database,
  typed: string,
  seesNumbers: boolean,
): Promise<string[]> {
  const isMask = !/^\d*$/.test(typedNumber(typed))
  const found = await Promise.all([
    searchWholePhones(database, typed),
    searchWholeNames(database, searchForm(typed)),
    isMask ? searchAccountEnds(database, typed, seesNumbers) : [],
  ])
  return [...new Set(found.flat())]
}

/** Members whose phone number was typed, in any spelling. */
async function searchWholePhones(database: Database, typed: string): Promise<string[]> {
  const ids = await Promise.all(formsOf(typed).map((phone) => selectByPhone(database, phone)))
  return ids.flat()
}

/** Members who may have this name, with any titles; the last word is in their name as well. */
async function searchWholeNames(database: Database, text: string): Promise<string[]> {
  const last = text.split(' ').slice(1).at(-1) ?? ''
  if (last.length < 3) return []
  const rows = await selectByLastName(database, last)
  return rows
    .filter(({ names }) => names.some((name) => compareNames(text, name) !== 'different'))
    .map(({ id }) => id)
}

/**
 * Ids of members by the bank account number as slips show it: a mask with four visible digits, at their
 * places, or four digits of its end; those first whose number is as long as the mask, else the newest; of an
 * end at most 21, by which a caller sees that there are more than 20.
 * @param seesNumbers false: as `endOfNumber`, and of masks only those that show the last four digits and
 *   nothing else
 */
export async function searchAccountEnds(
  database: Database,
  typed: string,
  seesNumbers: boolean,
): Promise<string[]> {
  const shown = readAccountNo(typedNumber(typed), 4)
  if (!shown) return []
  const { pattern, isWhole } = shown
  if (isWhole) {
    const end = endOfNumber(pattern, seesNumbers)
    return end === null ? [] : selectByAccountEnd(database, end)
  }
  if (!seesNumbers)
    return endOnly.test(pattern) ? selectByAccountEnd(database, pattern.slice(-minVisibleDigits)) : []
  const masked = pattern.replaceAll('_', 'x')
  const rows = await selectByMask(database, shown)
  const found = rows.flatMap(({ id, accountNo }) => {
    const agreement = compareAccountNo(masked, accountNo)
    return agreement === 'different' ? [] : [{ id, isSame: agreement === 'same' }]
  })
  return found
    .sort((a, b) => Number(b.isSame) - Number(a.isSame))
    .slice(0, 20)
    .map(({ id }) => id)
}

/** A pattern that shows what the server's own mask shows: the last four digits. */
const endOnly = /^_+\d{4}$/

/**
 * Ids of members by the end of their phone number, at most 21 as above. @param seesNumbers as `endOfNumber`
 */
export async function searchPhoneEnds(
  database: Database,
  typed: string,
  seesNumbers: boolean,
): Promise<string[]> {
  const number = typedNumber(typed)
  const end = /^\d+$/.test(number) ? endOfNumber(number, seesNumbers) : null
  return end === null ? [] : selectByPhoneEnd(database, end)
}

/** So many digits are a whole phone or account number, which somebody who typed it has. */
const wholeDigits = 10

/**
 * The end by which a number is searched, of digits that somebody typed: at least four. Where numbers are
 * masked to the operator, the last four of fewer than ten: more would be found or not by what the mask hides
 * (docs/decisions/0062).
 * @returns null where there are too few
 */
export function endOfNumber(digits: string, seesNumbers: boolean): string | null {
  if (digits.length < minVisibleDigits) return null
  return seesNumbers || digits.length >= wholeDigits ? digits : digits.slice(-minVisibleDigits)
}
