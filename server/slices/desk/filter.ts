import type { QueryOf } from '@krapao/contract/client.ts'
import { parseAmount, toMinor } from '@krapao/contract/money.ts'
import { searchForm } from '@krapao/contract/search-form.ts'
import { minVisibleDigits, readAccountNo, typedNumber } from '@krapao/contract/sender.ts'
import { addSeconds } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endOfNumber } from '../account/public.ts'
import { namePattern } from './name-pattern.ts'

/** The filters and the order of a list of waiting items (rules.md §17.10). */

type Asked = QueryOf<'GET /api/console/desk/:queue'>
export type Sort = NonNullable<Asked['sort']>

export interface Filter {
  /** The search; null: everything. */
  search: Search | null
  bank: string | null
  /** Satang or att. */
  minMinor: number | null
  maxMinor: number | null
  /** Has waited since then at least. */
  until: Date | null
  isMine: boolean
  needsSecond: boolean
  sort: Sort
  /** All that waits, oldest first. */
  isPlain: boolean
  /** The last row of the page before. */
  after: Place | null
}

export interface Search {
  /** As it was typed, for searches of other slices. */
  typed: string
  /** In the form of names, in lower case. */
  text: string
  /** The same without blanks and hyphens, as references and numbers are written together. */
  close: string
  /** A part of a phone number; null where it may not be searched by parts. */
  phone: string | null
  /** Only where nothing else was typed, and three at least: fewer are the end of too many numbers. */
  digits: string | null
  /** Digits, `_` for hidden ones, where a masked account number was typed. */
  mask: string | null
  /** Satang or att, where what was typed may be an amount. */
  amountMinor: number | null
  /**
   * By which names that a bank wrote are found in whatever order their marks are; null where the text says it
   * all.
   */
  pattern: string | null
}

/** A row's place in the order of a list: by `rank`, then by id. */
export interface Place {
  rank: number
  id: string
}

/**
 * The filter that a call asks for.
 * @param seesNumbers whether the caller is answered phone and account numbers whole
 * @throws Refusal `INVALID_REQUEST` for amounts the wrong way round, and for an `after` of another list
 */
export function filterOf(asked: Asked, now: Date, seesNumbers: boolean): Filter {
  const { q, bank, min, max, older, mine, second, sort = 'oldest', after } = asked
  const search = searchOf(q ?? '', seesNumbers)
  const narrowing = [bank, min, max, older, mine, second]
  const isPlain = search === null && sort === 'oldest' && narrowing.every((value) => value === undefined)
  const minMinor = minorIn(min)
  const maxMinor = minorIn(max)
  if (minMinor !== null && maxMinor !== null && minMinor > maxMinor) {
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'max', reason: 'less than min' }] })
  }
  return {
    search,
    bank: bank ?? null,
    minMinor,
    maxMinor,
    until: older === undefined ? null : addSeconds(now, -60 * Number(older)),
    isMine: mine !== undefined,
    needsSecond: second !== undefined,
    sort,
    isPlain,
    after: after === undefined ? null : placeIn(after),
  }
}

/** Satang or att of an amount as an address has it. */
export const minorIn = (amount: string | undefined): number | null =>
  amount === undefined ? null : toMinor(Number(amount))

/**
 * The search as an operator typed it; null where nothing is to be seen of it. Where numbers are masked, a
 * part of one finds no more than its mask shows (docs/decisions/0062).
 */
export function searchOf(typed: string, seesNumbers: boolean): Search | null {
  const text = searchForm(typed)
  const close = text.replace(/[\s-]/g, '')
  if (close === '') return null
  const number = typedNumber(typed)
  const together = /^\d+$/.test(number) ? number : close
  const shown = readAccountNo(number, minVisibleDigits)
  const amount = parseAmount(typed.replace(/[฿₭\s]/g, ''))
  return {
    typed,
    text,
    close: together,
    phone: seesNumbers ? together : null,
    digits: /^\d{3,}$/.test(number) ? (seesNumbers ? number : endOfNumber(number, false)) : null,
    mask: shown && !shown.isWhole && (seesNumbers || showsFour(shown.pattern)) ? shown.pattern : null,
    amountMinor: amount === undefined ? null : toMinor(amount),
    pattern: /^[ -~]*$/.test(text) ? null : namePattern(text),
  }
}

/**
 * A number as a bank masked it is compared as a whole; with four digits, wherever they stand, it is answered
 * as the bank wrote it also to operators who see masked numbers only.
 */
const showsFour = (pattern: string): boolean => pattern.replaceAll('_', '').length <= minVisibleDigits

/** `1732356000000000~12`: a place as a call says it. */
export const placeText = ({ rank, id }: Place): string => `${rank}~${id}`

function placeIn(text: string): Place {
  const [, rank, id] = /^(-?\d{1,16})~(.+)$/.exec(text) ?? []
  if (rank === undefined || id === undefined) {
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'after', reason: 'of another list' }] })
  }
  return { rank: Number(rank), id }
}
