import { rawQuery, type Tx } from '../../../platform/database.ts'

/**
 * Slips and payments whose end is open, because the money that they are may still be sent back or be credited
 * (rules.md §21).
 */

/**
 * A thing that waits for the end of other reports: a slip whose transfer is matched, or a matched payment by
 * its report's id.
 */
export type Linked = { slipId: string } | { reportId: number }

/**
 * SQL: the state of a thing under way by its rows of `open_links l`: that its money is going back, or that
 * our team decides about it; null where it has no such row, or nothing is left to decide.
 */
const stateOf = `case when bool_and(r.state in ('returning', 'returned')) then
    case when bool_or(r.state = 'returning') then 'GOING_BACK' end
  when bool_or(r.state in ('returning', 'waiting', 'in-doubt')) then 'WITH_TEAM' end`
const links = 'open_links l join deposit_reports r on r.id = l.same_report_id'

/** SQL: the state of a slip under way whose money may still be sent back; else null. `slipId`: SQL. */
export const openSlipState = (slipId: string): string =>
  `(select ${stateOf} from ${links} where l.slip_id = ${slipId})`

/** SQL: the state of a matched payment whose money may still be sent back; else null. `reportId`: SQL. */
export const openPaymentState = (reportId: string): string =>
  `(select ${stateOf} from ${links} where l.report_id = ${reportId})`

/**
 * SQL: `id` and `state` of a member's matched payments whose money may still be sent back. `memberId`: SQL.
 */
export const openPayments = (memberId: string): string =>
  `select * from (
     select l.report_id as id, ${stateOf} as state from ${links}
     where l.member_id = ${memberId} and l.report_id is not null group by l.report_id) open where state is not null`

const placeOf = (linked: Linked) =>
  'slipId' in linked
    ? { column: 'slip_id', type: 'text', id: linked.slipId }
    : { column: 'report_id', type: 'bigint', id: linked.reportId }

/**
 * Keeps the end of something open until these reports have theirs, in place of others. Run it under their
 * `lockAmount`.
 * @param sameAs the ids of the reports that it may be the money of
 */
export async function keepOpen(
  tx: Tx,
  linked: Linked,
  { memberId, sameAs }: { memberId: string; sameAs: readonly number[] },
): Promise<void> {
  const { column, type, id } = placeOf(linked)
  await closeLink(tx, linked)
  await rawQuery(
    tx,
    `insert into open_links (member_id, ${column}, same_report_id) select $1, $2::${type}, id from unnest($3::bigint[]) id`,
    [memberId, id, sameAs],
  )
}

/**
 * SQL, as a part of the statement that ends slips or puts them off: they are linked no more. `slips`: where
 * their `id`s are.
 */
export const closingLinks = (slips: string): string =>
  `delete from open_links where slip_id in (select id from ${slips})`

/** Notes that something has ended, or is decided about by itself again. */
export async function closeLink(tx: Tx, linked: Linked): Promise<void> {
  const { column, id } = placeOf(linked)
  await rawQuery(tx, `delete from open_links where ${column} = $1`, [id])
}

/** The things that wait for the end of a report, with the ids of all the reports whose money each may be. */
export async function selectOpenLinks(
  tx: Tx,
  reportId: number,
): Promise<{ linked: Linked; memberId: string; sameAs: number[] }[]> {
  const rows = await rawQuery<{
    memberId: string
    slipId: string | null
    reportId: number | null
    sameAs: number[]
  }>(
    tx,
    `select o.member_id as "memberId", o.slip_id as "slipId", o.report_id as "reportId", jsonb_agg(o.same_report_id) as "sameAs"
     from open_links l join open_links o on o.slip_id = l.slip_id or o.report_id = l.report_id
     where l.same_report_id = $1
     group by o.member_id, o.slip_id, o.report_id order by min(o.id)`,
    [reportId],
  )
  return rows.map(({ memberId, slipId, reportId, sameAs }) => ({
    linked: slipId === null ? { reportId: reportId ?? 0 } : { slipId },
    memberId,
    sameAs,
  }))
}
