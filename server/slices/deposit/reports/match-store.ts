import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { readSettings } from '../../../platform/settings.ts'
import {
  type MatchLimits,
  matchMinutes,
  matchSilentMinutes,
  mayMatch,
  type ReportedTransfer,
} from './match-rules.ts'
import { type Transfer, transferColumns, transferSource } from './store.ts'

/** How many possible matches of one transfer are compared and shown, the nearest in time. */
export const maxMatches = 8

/** The settings of possible matches, read in the caller's transaction. */
export async function readMatchLimits(handle: Db | Tx): Promise<MatchLimits> {
  const setting = await readSettings(handle, [matchMinutes, matchSilentMinutes])
  return { minutes: setting(matchMinutes), silentMinutes: setting(matchSilentMinutes) }
}

const reportedBy = {
  slip: (row: Transfer) => row.slipId !== null,
  feed: (row: Transfer) => row.feedReportedAt !== null,
}
export const toReported = (row: Transfer): ReportedTransfer => ({
  memberId: row.memberId,
  sentAt: row.sentAt,
  isTimeKnown: !reportedBy.slip(row) || row.slipSentAt !== null,
  bank: row.fromBank,
  accountNo: row.fromAccountNo,
  name: row.fromName,
})

/** Puts the two of a possible match in order, the feed's first. A transfer that slip and feed both reported has no match. */
export const inOrder = (one: Transfer, other: Transfer): [Transfer, Transfer] =>
  reportedBy.feed(one) ? [one, other] : [other, one]

/**
 * Transfers that may be the same as each of the given ones, nearest first: credited or on their way back to the sender,
 * reported by the other side only, and not matched to another one yet. One statement for all; each looks up one index
 * (`bank_transfers_slip_only`, `bank_transfers_feed_only`).
 */
export async function selectMatches(
  db: Db | Tx,
  rows: Transfer[],
  limits: MatchLimits,
): Promise<Map<number, Transfer[]>> {
  const alone = rows.filter((row) => !(reportedBy.slip(row) && reportedBy.feed(row)))
  const near = `t.currency = w.currency and t.amount_minor = w.amount_minor
    and t.state in ('credited', 'returning', 'returned')
    and not exists (select from bank_transfers l where l.match_id = t.id)
    and (t.from_bank = any(array['', w.from_bank]) or w.from_bank = '' or t.member_id = w.member)`
  const found =
    alone.length === 0
      ? []
      : await rawQuery<Transfer & { of: number }>(
          db,
          `select w.id as "of", n.*
           from unnest($1::bigint[], $2::text[]) g (id, member)
           join lateral (
             select b.*, coalesce(b.member_id, g.member) as member from bank_transfers b where b.id = g.id) w on true
           cross join lateral (
             (select ${transferColumns} from ${transferSource}
              where w.slip_id is null and t.feed_reported_at is null and ${near}
                and t.sent_at between w.sent_at - make_interval(mins => $3) and w.sent_at + make_interval(mins => $3 + $4))
             union all
             (select ${transferColumns} from ${transferSource}
              where w.feed_reported_at is null and t.slip_id is null and ${near}
                and t.sent_at between w.sent_at - make_interval(mins => $3 + $4) and w.sent_at + make_interval(mins => $3))
           ) n`,
          [
            alone.map(({ id }) => id),
            alone.map(({ memberId }) => memberId),
            limits.minutes,
            limits.silentMinutes,
          ],
        )
  const distance = (one: Transfer, other: Transfer) => Math.abs(one.sentAt.getTime() - other.sentAt.getTime())
  return new Map(
    rows.map((row) => {
      const matches = found.filter((other) => {
        const [feed, slip] = inOrder(row, other)
        return other.of === row.id && mayMatch(toReported(feed), toReported(slip), limits)
      })
      matches.sort((a, b) => distance(row, a) - distance(row, b) || a.id - b.id)
      return [row.id, matches.slice(0, maxMatches)]
    }),
  )
}

/** Transfers that wait for a person, of this amount and near this time, oldest first. */
export async function selectInDoubtNear(
  tx: Tx,
  { currency, amountMinor, at }: { currency: Currency; amountMinor: number; at: Date },
  { minutes, silentMinutes }: MatchLimits,
): Promise<number[]> {
  const rows = await rawQuery<{ id: number }>(
    tx,
    `select id from bank_transfers
     where state = 'in-doubt' and currency = $1 and amount_minor = $2
       and sent_at between $3::timestamptz - make_interval(mins => $4) and $3::timestamptz + make_interval(mins => $4)
     order by id`,
    [currency, amountMinor, at, minutes + silentMinutes],
  )
  return rows.map(({ id }) => id)
}
