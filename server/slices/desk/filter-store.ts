import { type Db, rawQuery } from '../../platform/database.ts'
import { memberOutline } from '../account/public.ts'
import type { Filter, Place, Sort } from './filter.ts'
import { plainWords } from './name-pattern.ts'

/** So many of the oldest waiting items of a queue are looked through at most. */
export const lookThrough = 5000

/** A number for each row by which the first of a list has the smallest. Where the amount is not known, it comes last. */
const ranks: Record<Sort, string> = {
  oldest: `(extract(epoch from w.at) * 1000000)::bigint`,
  newest: `-(extract(epoch from w.at) * 1000000)::bigint`,
  largest: `coalesce(-w.amount_minor, 1)`,
  smallest: `coalesce(w.amount_minor, ${9e15})`,
}

/** A vote by which another one may be the second: about an item as it was, amounts in minor units. */
export interface OpenVote {
  /** As the queue's outline has it. */
  id: string
  memberId: string | null
  amountMinor: number | null
}

/** What a search finds in a queue. */
export interface Found {
  rows: Place[]
  count: number
  /** More wait than were looked through. */
  isCut: boolean
}

/** SQL: the bank of an outline's row, with its member as `m`. */
const bankOf = `coalesce(nullif(w.bank, ''), m.bank_code)`

/** SQL: the rows of an outline that are looked through, as `w`, with their members as `m`. @param from SQL of the outline */
const lookedAt = (from: string): string =>
  `(${from} limit ${lookThrough}) w left join ${memberOutline} on m.id = w.member_id`

/** The banks of what waits, each once, by code. */
export async function selectBanks(db: Db, outline: string): Promise<string[]> {
  const rows = await rawQuery<{ bank: string }>(
    db,
    `select distinct ${bankOf} as bank from ${lookedAt(outline)} where ${bankOf} is not null order by bank`,
  )
  return rows.map(({ bank }) => bank)
}

/** What changes whenever an item enters or leaves a queue, also if one enters as another leaves. */
export async function selectFingerprint(db: Db, outline: string): Promise<string> {
  const [row] = await rawQuery<{ fingerprint: string }>(
    db,
    `select count(*) || ' ' || coalesce(sum(hashtext(w.id)::bigint), 0) as fingerprint from (${outline}) w`,
  )
  return row?.fingerprint ?? ''
}

/**
 * The places of waiting items that a filter finds, in its order. It reads the outline by the queue's partial index, the
 * members of those rows by their keys, and nothing else.
 * @param outline of the queue
 * @param hidden ids that are in no list; `mine`: those that are the operator's; both as the outline has them
 * @param owners members that the search has found by other ways
 */
export async function findWaiting(
  db: Db,
  outline: string,
  filter: Filter,
  {
    hidden,
    mine,
    votes,
    owners,
    limit,
  }: { hidden: string[]; mine: string[]; votes: OpenVote[]; owners: string[]; limit: number },
): Promise<Found> {
  const { search, bank, minMinor, maxMinor, until, isMine, needsSecond, sort, after } = filter
  const rows = await rawQuery<{ count: number; isCut: boolean; rank: number | null; id: string | null }>(
    db,
    `with waiting as materialized (${outline} limit ${lookThrough + 1}),
     found as materialized (
       select w.id collate "C" as id, ${ranks[sort]} as rank
       from ${lookedAt('select * from waiting')}
       where not w.id = any($1::text[])
         and ($2::text is null
           or strpos(lower(w.words), $2) > 0 or ($19::text is not null and ${plainWords('w.words')} ~ $19) or strpos(translate(lower(w.words), '- ', ''), $3) > 0 or strpos(m.names, $2) > 0
           or strpos(m.phone, $22) > 0 or w.member_id = any($4::text[])
           or w.amount_minor = $21
           or right(m.account_no, length($5)) = $5 or right(m.phone, length($5)) = $5
           or right(regexp_replace(w.account, '[^0-9]', '', 'g'), length($5)) = $5
           or regexp_replace(regexp_replace(w.account, '[^0-9xX*•]', '', 'g'), '[^0-9]', '_', 'g') = $20)
         and ($6::text is null or ${bankOf} = $6)
         and ($7::bigint is null or w.amount_minor >= $7)
         and ($8::bigint is null or w.amount_minor <= $8)
         and ($9::timestamptz is null or w.at <= $9)
         and (not $10::boolean or w.id = any($11::text[]))
         and (not $12::boolean or exists (
           select from unnest($13::text[], $14::text[], $15::bigint[]) as v (id, member_id, amount_minor)
           where v.id = w.id and (w.member_id is null or w.member_id = v.member_id)
             and (w.amount_minor is null or w.amount_minor = v.amount_minor))))
     select (select count(*) from found) as count, (select count(*) > ${lookThrough} from waiting) as "isCut", page.*
     from (select) as always left join (
       select rank, id from found
       where $16::bigint is null or (rank, id) > ($16, $17::text collate "C")
       order by rank, id limit $18) as page on true
     order by rank, id`,
    [
      hidden,
      search?.text ?? null,
      search?.close ?? null,
      owners,
      search?.digits ?? null,
      bank,
      minMinor,
      maxMinor,
      until,
      isMine,
      mine,
      needsSecond,
      votes.map(({ id }) => id),
      votes.map(({ memberId }) => memberId),
      votes.map(({ amountMinor }) => amountMinor),
      after?.rank ?? null,
      after?.id ?? null,
      limit,
      search?.pattern ?? null,
      search?.mask ?? null,
      search?.amountMinor ?? null,
      search?.phone ?? null,
    ],
  )
  return {
    rows: rows.flatMap(({ rank, id }) => (rank === null || id === null ? [] : [{ rank, id }])),
    count: rows[0]?.count ?? 0,
    isCut: rows[0]?.isCut ?? false,
  }
}
