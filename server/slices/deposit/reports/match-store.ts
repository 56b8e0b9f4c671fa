import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { readSettings } from '../../../platform/settings.ts'
import { accountsPaidInto } from '../../house/public.ts'
import { senderOf } from './facts.ts'
import {
  type MatchLimits,
  matchMinutes,
  matchSilentMinutes,
  mayBePayment,
  mayMatch,
  type ReportedTransfer,
} from './match-rules.ts'
import { placedStates } from './states.ts'
import {
  type Payment,
  paymentColumns,
  type Report,
  reportColumns,
  reportSource,
  type Transfer,
} from './store.ts'

/** How many possible matches of one report are compared and shown, the nearest in time. */
export const maxMatches = 8

/** The settings of possible matches, read in the caller's transaction. */
export async function readMatchLimits(handle: Db | Tx): Promise<MatchLimits> {
  const setting = await readSettings(handle, [matchMinutes, matchSilentMinutes])
  return { minutes: setting(matchMinutes), silentMinutes: setting(matchSilentMinutes) }
}

const reportedBy = {
  slip: (row: Transfer) => row.slipId !== null,
  feed: (row: Transfer) => row.reportedAt !== null,
}
export const toReported = (row: Transfer): ReportedTransfer => ({
  memberId: row.memberId,
  paidAt: row.paidAt,
  isTimeKnown: !reportedBy.slip(row) || row.slipSentAt !== null,
  ...senderOf(row),
})

/**
 * Puts the two of a possible match in order, the feed's first. A transfer that slip and feed both reported
 * has no match.
 */
export const inOrder = (transfer: Transfer, other: Transfer): [Transfer, Transfer] =>
  reportedBy.feed(transfer) ? [transfer, other] : [other, transfer]

/**
 * A report that may be the same money as another one: credited, or on its way back to the sender.
 * `isPaidInto`: of a transfer and a payment, whether the transfer came to an account into which the gateway's
 * codes are paid.
 */
export type Match = Report & { isPaidInto: boolean }

/**
 * The reports that may be the same money as each of some reports: transfers first, the nearest in time first,
 * then payments. Two slips, two reports of the feed or two payments are different money. A fixed number of
 * statements, however many reports.
 * @param reports with the members whose money they are to be
 */
export async function selectMatches(
  db: Db | Tx,
  reports: readonly Report[],
  limits: MatchLimits,
): Promise<Map<number, Match[]>> {
  const transfers = reports.filter((report) => report.kind === 'transfer')
  const payments = reports.filter((report) => report.kind === 'payment')
  const ofTransfers = await selectTransferPairs(db, transfers, limits)
  const paidBy = await selectPaymentsOf(db, transfers, limits)
  const ofPayments = await selectTransfersOf(db, payments, limits)
  return new Map(
    reports.map(({ id }) => [
      id,
      [...(ofTransfers.get(id) ?? []), ...(paidBy.get(id) ?? []), ...(ofPayments.get(id) ?? [])],
    ]),
  )
}

/** Those of one report. */
export const findMatches = async (db: Db | Tx, report: Report, limits: MatchLimits): Promise<Match[]> =>
  (await selectMatches(db, [report], limits)).get(report.id) ?? []

/** The reports near to each report, the nearest first. */
function nearestOf<Found extends Report & { of: number }, Given extends Report>(
  reports: readonly Given[],
  found: readonly Found[],
  mayBe: (given: Given, found: Found) => boolean,
): Map<number, Found[]> {
  return new Map(
    reports.map((report) => {
      const far = ({ paidAt }: Found) => Math.abs(paidAt.getTime() - report.paidAt.getTime())
      const near = found.filter((candidate) => candidate.of === report.id && mayBe(report, candidate))
      return [report.id, near.sort((a, b) => far(a) - far(b) || a.id - b.id).slice(0, maxMatches)]
    }),
  )
}

/**
 * Transfers that may be the same as transfers: reported by the other side only, and not matched to another
 * one yet. Each looks up one index (`deposit_reports_slip_only`, `deposit_reports_feed_only`).
 */
async function selectTransferPairs(
  db: Db | Tx,
  transfers: readonly Transfer[],
  { minutes, silentMinutes }: MatchLimits,
): Promise<Map<number, (Transfer & { of: number; isPaidInto: boolean })[]>> {
  const alone = transfers.filter((row) => !(reportedBy.slip(row) && reportedBy.feed(row)))
  if (alone.length === 0) return new Map()
  const near = `t.kind = 'transfer' and t.currency = w.currency and t.amount_minor = w.amount_minor
    and t.state in ${placedStates}
    and not exists (select from deposit_reports l where l.same_as_id = t.id and l.kind = 'transfer')
    and (t.from_bank = any(array['', w.from_bank]) or w.from_bank = '' or t.member_id = w.member)`
  const found = await rawQuery<Transfer & { of: number; isPaidInto: boolean }>(
    db,
    `select w.id as "of", false as "isPaidInto", n.*
     from unnest($1::bigint[], $2::text[]) g (id, member)
     join lateral (
       select b.*, coalesce(b.member_id, g.member) as member from deposit_reports b where b.id = g.id) w on true
     cross join lateral (
       (select ${reportColumns} from ${reportSource}
        where w.slip_id is null and t.reported_at is null and ${near}
          and t.paid_at between w.paid_at - make_interval(mins => $3) and w.paid_at + make_interval(mins => $3 + $4))
       union all
       (select ${reportColumns} from ${reportSource}
        where w.reported_at is null and t.slip_id is null and ${near}
          and t.paid_at between w.paid_at - make_interval(mins => $3 + $4) and w.paid_at + make_interval(mins => $3))
     ) n`,
    [alone.map(({ id }) => id), alone.map(({ memberId }) => memberId), minutes, silentMinutes],
  )
  return nearestOf(alone, found, (row, other) => {
    const [feed, slip] = inOrder(row, other)
    return mayMatch(toReported(feed), toReported(slip), { minutes, silentMinutes })
  })
}

// Payments and transfers may be the same money (rules.md §5.3), because codes of the gateway are paid into a
// bank account of the house. At that account any sender may have paid anybody's code. At other accounts,
// which a bank may name by mistake, only transfers of the code's own member count.

/**
 * The payments that may be the same money as transfers. At most one report of the bank and one slip belong to
 * a payment (index `deposit_reports_near`).
 */
async function selectPaymentsOf(
  db: Db | Tx,
  transfers: readonly Transfer[],
  limits: MatchLimits,
): Promise<Map<number, (Payment & { of: number; isPaidInto: boolean })[]>> {
  if (transfers.length === 0) return new Map()
  const found = await rawQuery<Payment & { of: number; isPaidInto: boolean }>(
    db,
    `select w.id as "of", ${paymentColumns},
       exists (${accountsPaidInto('t.place')} and d.account_no = w.place) as "isPaidInto"
     from unnest($1::bigint[], $2::text[]) g (id, member)
     join deposit_reports w on w.id = g.id
     cross join deposit_reports t
     where t.kind = 'payment' and t.currency = w.currency and t.amount_minor = w.amount_minor and t.state in ${placedStates}
       and t.paid_at between w.paid_at - make_interval(mins => $3::int + $4::int) and w.paid_at + make_interval(mins => $3::int)
       and exists (${accountsPaidInto('t.place')}
         and (d.account_no = w.place or t.member_id = coalesce(g.member, w.member_id)))
       and not exists (select from deposit_reports l
         where l.kind = 'transfer' and l.same_as_id = t.id and l.id <> w.id
           and (l.slip_id is not null and w.slip_id is not null or l.reported_at is not null and w.reported_at is not null))`,
    [
      transfers.map(({ id }) => id),
      transfers.map(({ memberId }) => memberId),
      limits.minutes,
      limits.silentMinutes,
    ],
  )
  return nearestOf(transfers, found, (row, payment) => mayBePayment(payment, toReported(row), limits))
}

/** The transfers that may be the same money as payments (index `deposit_reports_near`). */
async function selectTransfersOf(
  db: Db | Tx,
  payments: readonly Payment[],
  limits: MatchLimits,
): Promise<Map<number, (Transfer & { of: number; isPaidInto: boolean })[]>> {
  if (payments.length === 0) return new Map()
  const found = await rawQuery<Transfer & { of: number; isPaidInto: boolean }>(
    db,
    `select e.id as "of", ${reportColumns},
       exists (${accountsPaidInto('e.place')} and d.account_no = t.place) as "isPaidInto"
     from unnest($1::bigint[], $2::text[]) g (id, member)
     join deposit_reports e on e.id = g.id
     cross join ${reportSource}
     where t.kind = 'transfer' and t.currency = e.currency and t.amount_minor = e.amount_minor and t.state in ${placedStates}
       and not exists (select from deposit_reports l where l.kind = 'payment' and l.same_as_id = t.id)
       and t.paid_at between e.paid_at - make_interval(mins => $3::int) and e.paid_at + make_interval(mins => $3::int + $4::int)
       and exists (${accountsPaidInto('e.place')}
         and (d.account_no = t.place or t.member_id = coalesce(g.member, e.member_id)))`,
    [
      payments.map(({ id }) => id),
      payments.map(({ memberId }) => memberId),
      limits.minutes,
      limits.silentMinutes,
    ],
  )
  return nearestOf(payments, found, (payment, row) => mayBePayment(payment, toReported(row), limits))
}

/** A transfer as a slip shows it, as far as the slip can be read. Amounts in minor units of `currency`. */
export interface ShownTransfer {
  /** The slip's. */
  id: string
  memberId: string
  currency: Currency
  /** Where it went, where that is known. */
  houseAccountNo: string | null
  sentAt: Date | null
  /** When the slip was uploaded. */
  createdAt: Date
  /** Each amount that the slip may be of. */
  amountsMinor: number[]
}

/**
 * The payments that a waiting slip may show whose transfer is not in our books yet; by slip, nearest first
 * (index `deposit_reports_near`). Payments of other slips are left out. All amounts are searched for where
 * the slip's amount is not certain.
 */
export async function selectSlipPayments(
  db: Db,
  slips: ShownTransfer[],
  limits: MatchLimits,
): Promise<Map<string, Payment[]>> {
  if (slips.length === 0) return new Map()
  const asked = slips.flatMap((slip) => slip.amountsMinor.map((amountMinor) => ({ ...slip, amountMinor })))
  const timeOf = (slip: ShownTransfer) => slip.sentAt ?? slip.createdAt
  const found = await rawQuery<Payment & { of: string }>(
    db,
    `select g.id as "of", ${paymentColumns}
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::int[])
       g (id, member, currency, amount_minor, house_account_no, sent_at, minutes)
     cross join deposit_reports t
     where t.kind = 'payment' and t.currency = g.currency and t.amount_minor = g.amount_minor and t.state in ${placedStates}
       and t.paid_at between g.sent_at::timestamptz - make_interval(mins => g.minutes)
         and g.sent_at::timestamptz + make_interval(mins => $8::int)
       and exists (${accountsPaidInto('t.place')} and (d.account_no = g.house_account_no or t.member_id = g.member))
       and not exists (select from deposit_reports l
         where l.kind = 'transfer' and l.same_as_id = t.id and l.slip_id is not null)`,
    [
      asked.map(({ id }) => id),
      asked.map(({ memberId }) => memberId),
      asked.map(({ currency }) => currency),
      asked.map(({ amountMinor }) => amountMinor),
      asked.map(({ houseAccountNo }) => houseAccountNo),
      asked.map((slip) => timeOf(slip).toISOString()),
      asked.map(({ sentAt }) => limits.minutes + (sentAt === null ? limits.silentMinutes : 0)),
      limits.minutes,
    ],
  )
  return new Map(
    slips.map((slip) => {
      const far = ({ paidAt }: Payment) => Math.abs(paidAt.getTime() - timeOf(slip).getTime())
      const near = found.filter(({ of }) => of === slip.id)
      return [slip.id, near.sort((a, b) => far(a) - far(b) || a.id - b.id).slice(0, maxMatches)]
    }),
  )
}

/** Reports in doubt of this amount and near this time, oldest first of each kind. */
export async function selectInDoubtNear(
  tx: Tx,
  { currency, amountMinor, paidAt }: Pick<Report, 'currency' | 'amountMinor' | 'paidAt'>,
  { minutes, silentMinutes }: MatchLimits,
): Promise<number[]> {
  const rows = await rawQuery<{ id: number }>(
    tx,
    `select id from deposit_reports
     where state = 'in-doubt' and currency = $1 and amount_minor = $2
       and paid_at between $3::timestamptz - make_interval(mins => $4) and $3::timestamptz + make_interval(mins => $4)
     order by kind = 'payment', id`,
    [currency, amountMinor, paidAt, minutes + silentMinutes],
  )
  return rows.map(({ id }) => id)
}
