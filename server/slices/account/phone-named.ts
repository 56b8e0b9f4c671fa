import { createHash } from 'node:crypto'
import { latinDigits, withoutGaps } from '@krapao/contract/digits.ts'
import { type Phone, phoneOf } from '@krapao/contract/phone.ts'
import type { Context } from '../context.ts'
import { phoneExists } from './store.ts'

/**
 * The phone of the member whom a login or a reset names (rules.md §2.1): the number's form; or what was
 * typed, where a member of before numbers had a form is stored by it, because the number has none, or another
 * member has the form.
 * @returns for anything else a number that nobody has, because a login with it takes as long and counts as
 *   any other
 */
export async function phoneNamed({ db, brand }: Context, typed: string): Promise<Phone> {
  const phone = phoneOf(typed, brand.variant)
  const digits = withoutGaps(latinDigits(typed)) as Phone
  if (digits !== phone && /^\d{8,11}$/.test(digits) && (await phoneExists(db, digits))) return digits
  // Only as a hash does it reach the database, because it may contain anything.
  return phone ?? (createHash('sha256').update(typed).digest('hex') as Phone)
}
