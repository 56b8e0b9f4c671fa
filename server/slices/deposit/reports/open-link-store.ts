import { rawQuery, type Tx } from '../../../platform/database.ts'

/** Slips and payments whose end is open, because the money that they are may still be sent back or be credited (rules.md §21). */

/** What waits for the end of other reports: a slip whose transfer is matched, or a matched payment. */
export type Linked = { slipId: string } | { paymentId: number }

/** The ids of the reports that something may be the money of. */
export interface SameAs {
  transferIds: readonly number[]
  paymentIds: readonly number[]
}

/** SQL: the reports that rows of `open_links l` name. */
const reports = `left join bank_transfers t on t.id = l.same_transfer_id left join qr_events p on p.id = l.same_payment_id`

/**
 * SQL: what is said of something under way by its rows of `open_links l`: that its money is going back, or that our team decides
 * about it; null where it has no such row, or nothing is left to decide.
 */
const stateOf = `case when bool_and(coalesce(t.state, p.state) in ('returning', 'returned')) then
    case when bool_or(coalesce(t.state, p.state) = 'returning') then 'GOING_BACK' end
  when bool_or(coalesce(t.state, p.state) in ('returning', 'unmatched', 'in-doubt', 'waiting')) then 'WITH_TEAM' end`

/** SQL: the state of a slip under way whose money may still be sent back; else null. `slipId`: SQL. */
export const openSlipState = (slipId: string): string =>
  `(select ${stateOf} from open_links l ${reports} where l.slip_id = ${slipId})`

/** SQL: the state of a matched payment whose money may still be sent back; else null. `paymentId`: SQL. */
export const openPaymentState = (paymentId: string): string =>
  `(select ${stateOf} from open_links l ${reports} where l.payment_id = ${paymentId})`

/** SQL: `id` and `state` of a member's matched payments whose money may still be sent back. `memberId`: SQL. */
export const openPayments = (memberId: string): string =>
  `select * from (
     select l.payment_id as id, ${stateOf} as state from open_links l ${reports}
     where l.member_id = ${memberId} and l.payment_id is not null group by l.payment_id) open where state is not null`

const placeOf = (linked: Linked) =>
  'slipId' in linked
    ? { column: 'slip_id', type: 'text', id: linked.slipId }
    : { column: 'payment_id', type: 'bigint', id: linked.paymentId }

/** Keeps the end of something open until these reports have theirs, in place of others. Run it under their `lockAmount`. */
export async function keepOpen(
  tx: Tx,
  linked: Linked,
  { memberId, transferIds, paymentIds }: SameAs & { memberId: string },
): Promise<void> {
  const { column, type, id } = placeOf(linked)
  await closeLink(tx, linked)
  await rawQuery(
    tx,
    `insert into open_links (member_id, ${column}, same_transfer_id, same_payment_id)
     select $1, $2::${type}, id, null from unnest($3::bigint[]) id
     union all select $1, $2::${type}, null, id from unnest($4::bigint[]) id`,
    [memberId, id, transferIds, paymentIds],
  )
}

/** SQL, as a part of the statement that ends slips or puts them off: they are linked no more. `slips`: where their `id`s are. */
export const closingLinks = (slips: string): string =>
  `delete from open_links where slip_id in (select id from ${slips})`

/** Notes that something has ended, or is decided about by itself again. */
export async function closeLink(tx: Tx, linked: Linked): Promise<void> {
  const { column, id } = placeOf(linked)
  await rawQuery(tx, `delete from open_links where ${column} = $1`, [id])
}

/**
 * What waits for the end of a report, with all the reports that it may be the money of.
 * @param report `same_transfer_id` or `same_payment_id`, and the report's id
 */
export async function selectOpenLinks(
  tx: Tx,
  [column, id]: ['same_transfer_id' | 'same_payment_id', number],
): Promise<{ linked: Linked; memberId: string; sameAs: SameAs }[]> {
  const rows = await rawQuery<SameAs & { memberId: string; slipId: string | null; paymentId: number | null }>(
    tx,
    `select o.member_id as "memberId", o.slip_id as "slipId", o.payment_id as "paymentId",
       coalesce(jsonb_agg(o.same_transfer_id) filter (where o.same_transfer_id is not null), '[]') as "transferIds",
       coalesce(jsonb_agg(o.same_payment_id) filter (where o.same_payment_id is not null), '[]') as "paymentIds"
     from open_links l join open_links o on o.slip_id = l.slip_id or o.payment_id = l.payment_id
     where l.${column} = $1
     group by o.member_id, o.slip_id, o.payment_id order by min(o.id)`,
    [id],
  )
  return rows.map(({ memberId, slipId, paymentId, ...sameAs }) => ({
    linked: slipId === null ? { paymentId: paymentId ?? 0 } : { slipId },
    memberId,
    sameAs,
  }))
}
