import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery } from '../../platform/database.ts'
import { memberOutline } from '../account/public.ts'
import type { Filter, Place, Sort } from './filter.ts'
import { plainWords } from './name-pattern.ts'

/**
 * The list of waiting items (server/desk/items.ts), as operators look at it: without snoozed ones (rules.md
 * §17.2).
 */

/**
 * SQL: a number for each row by which a list is ordered, and the direction. Where the amount is not known, it
 * comes last. The index desk_items_order has the first of them.
 */
const age = `(extract(epoch from w.at at time zone 'UTC') * 1000000)::bigint`
const orders: Record<Sort, { rank: string; direction: 'asc' | 'desc' }> = {
  oldest: { rank: age, direction: 'asc' },
  newest: { rank: age, direction: 'desc' },
  largest: { rank: 'coalesce(w.amount_minor, -1)', direction: 'desc' },
  smallest: { rank: `coalesce(w.amount_minor, ${9e15})`, direction: 'asc' },
}

/** The rows that a search finds in a queue. */
export interface Found {
  rows: Place[]
  /** Null: all of the queue was asked for, and not counted. */
  count: number | null
}

/** The operator who looks at a list. */
export interface Looking {
  operatorId: string
  now: Date
  /** Operators with whose votes the asking one's own would make two. */
  voters: string[]
  /** Members that the search has found by other ways. */
  owners: string[]
  /**
   * Only what is free for the operator: nobody holds it, it is given to nobody else, and the operator has not
   * voted.
   */
  isFree?: boolean
  /** Ids that are left out. */
  not?: string[]
  limit: number
}

/** SQL: the bank of a row, with its member as `m`. */
const bankOf = `coalesce(nullif(w.bank, ''), m.bank_code)`

/** SQL: whether a row is taken out of the lists for a while. @param now SQL */
const isSnoozed = (now: string): string =>
  `exists (select from desk_snoozes z where z.queue = w.queue and z.item_id = w.id and z.until > ${now})`

/** The banks of a queue's waiting items, each once, by code. */
export async function selectBanks(db: Db, queue: string): Promise<string[]> {
  const rows = await rawQuery<{ bank: string }>(
    db,
    `select distinct ${bankOf} as bank from desk_items w left join ${memberOutline} on m.id = w.member_id
     where w.queue = $1 and ${bankOf} is not null order by bank`,
    [queue],
  )
  return rows.map(({ bank }) => bank)
}

/** How many items wait in each queue and since when the oldest does; queues without any are left out. */
export const countWaiting = (db: Db, now: Date): Promise<{ queue: string; count: number; since: Date }[]> =>
  rawQuery(
    db,
    `select w.queue, count(*) as count, min(w.at) as since from desk_items w where not ${isSnoozed('$1')} group by w.queue`,
    [now],
  )

/** An item as the list has it. */
export interface Listed {
  queue: string
  id: string
  createdAt: Date
  memberId: string | null
  /** Null: not known yet, or no money. */
  amountMinor: number | null
  currency: Currency
}

/** SQL: a row of `desk_items` as `w`, for `Listed`. */
const listed = `w.queue, w.id, w.at as "createdAt", w.member_id as "memberId", w.amount_minor as "amountMinor", w.currency`

/** An item, while it waits. */
export async function findListed(
  db: Db,
  { queue, id }: Pick<Listed, 'queue' | 'id'>,
): Promise<Listed | undefined> {
  const [row] = await rawQuery<Listed>(
    db,
    `select ${listed} from desk_items w where w.queue = $1 and w.id = $2`,
    [queue, id],
  )
  return row
}

/** The waiting items of a member in all queues, oldest first, also snoozed ones. */
export const selectListedOf = (db: Db, memberId: string, limit: number): Promise<Listed[]> =>
  rawQuery(
    db,
    `select ${listed} from desk_items w where w.member_id = $1 order by w.at, w.queue, w.id limit $2`,
    [memberId, limit],
  )

/** The places of waiting items that a filter finds, in its order. */
export async function findWaiting(
  db: Db,
  queue: string,
  filter: Filter,
  { operatorId, now, voters, owners, isFree = false, not = [], limit }: Looking,
): Promise<Found> {
  const { search, bank, minMinor, maxMinor, until, isMine, needsSecond, sort, isPlain, after } = filter
  const { rank, direction } = orders[sort]
  const given: unknown[] = []
  const $ = (value: unknown) => `$${given.push(value)}`
  const own = () => $(operatorId)
  const moment = $(now)
  const of = (table: string) => `select from ${table} x where x.queue = w.queue and x.item_id = w.id`
  const conditions = [`w.queue = ${$(queue)}`, `not ${isSnoozed(moment)}`]
  if (not.length > 0) conditions.push(`not w.id = any(${$(not)}::text[])`)
  if (isFree) {
    conditions.push(
      `not exists (${of('desk_claims')} and x.until > ${moment})`,
      `not exists (${of('desk_assignments')} and x.operator_id <> ${own()})`,
      `not exists (${of('desk_votes')} and x.operator_id = ${own()})`,
    )
  }
  if (isMine) {
    conditions.push(`(exists (${of('desk_claims')} and x.operator_id = ${own()} and x.until > ${moment})
      or exists (${of('desk_assignments')} and x.operator_id = ${own()}))`)
  }
  if (needsSecond) {
    conditions.push(`exists (${of('desk_votes')} and x.operator_id = any(${$(voters)}::text[])
        and (w.member_id is null or w.member_id = x.member_id)
        and (w.amount_minor is null or w.amount_minor = x.amount_minor))
      and not exists (${of('desk_votes')} and x.operator_id = ${own()})`)
  }
  if (minMinor !== null) conditions.push(`w.amount_minor >= ${$(minMinor)}`)
  if (maxMinor !== null) conditions.push(`w.amount_minor <= ${$(maxMinor)}`)
  if (until !== null) conditions.push(`w.at <= ${$(until)}`)
  if (bank !== null) conditions.push(`${bankOf} = ${$(bank)}`)
  if (search) {
    const [text, close] = [$(search.text), $(search.close)]
    const ways = [
      `strpos(lower(w.words), ${text}) > 0`,
      `strpos(translate(lower(w.words), '- ', ''), ${close}) > 0`,
      `strpos(m.names, ${text}) > 0`,
      `w.member_id = any(${$(owners)}::text[])`,
    ]
    if (search.pattern !== null) ways.push(`${plainWords('w.words')} ~ ${$(search.pattern)}`)
    if (search.phone !== null) ways.push(`strpos(m.phone, ${$(search.phone)}) > 0`)
    if (search.amountMinor !== null) ways.push(`w.amount_minor = ${$(search.amountMinor)}`)
    if (search.digits !== null) {
      const digits = `${$(search.digits)}::text`
      for (const number of ['m.account_no', 'm.phone', `regexp_replace(w.account, '[^0-9]', '', 'g')`]) {
        ways.push(`right(${number}, length(${digits})) = ${digits}`)
      }
    }
    if (search.mask !== null) {
      ways.push(
        `regexp_replace(regexp_replace(w.account, '[^0-9xX*•]', '', 'g'), '[^0-9]', '_', 'g') = ${$(search.mask)}`,
      )
    }
    conditions.push(`(${ways.join(' or ')})`)
  }
  const members = search || bank !== null ? `left join ${memberOutline} on m.id = w.member_id` : ''
  const found = `select w.id collate "C" as id, ${rank} as rank from desk_items w ${members} where ${conditions.join(' and ')}`
  /** The rows behind the page before; of equal ranks the ids go up, whichever way the ranks go. */
  const behind = (ranked: string, id: string): string => {
    if (!after) return ''
    const [at, last] = [`${$(after.rank)}::bigint`, `${$(after.id)}::text collate "C"`]
    return direction === 'asc'
      ? `(${ranked}, ${id}) > (${at}, ${last})`
      : `(${ranked} < ${at} or (${ranked} = ${at} and ${id} > ${last}))`
  }
  const page = (from: string, where = '') =>
    `select rank, id from ${from} ${where && `where ${where}`} order by rank ${direction}, id limit ${$(limit)}`
  if (isPlain || isFree) {
    const beyond = after ? ` and ${behind(rank, 'w.id collate "C"')}` : ''
    const rows = await rawQuery<Place>(db, page(`(${found}${beyond}) found`), given)
    return { rows, count: null }
  }
  const rows = await rawQuery<{ count: number; rank: number | null; id: string | null }>(
    db,
    `with found as materialized (${found})
     select (select count(*) from found) as count, page.*
     from (select) as always left join (${page('found', behind('rank', 'id'))}) as page on true
     order by rank ${direction}, id`,
    given,
  )
  return {
    rows: rows.flatMap(({ rank, id }) => (rank === null || id === null ? [] : [{ rank, id }])),
    count: rows[0]?.count ?? 0,
  }
}
