import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { accountsPaidInto } from '../../lookup/public.ts'
import { type MatchLimits, mayBePayment } from './match-rules.ts'
import { maxMatches, toReported } from './match-store.ts'
import { type PaymentRow, paymentColumns } from './payment-store.ts'
import { type Transfer, transferColumns, transferSource } from './store.ts'

/**
 * Finds gateway payments and bank transfers that may be the same money (rules.md §5.3), because codes of the gateway
 * are paid into a bank account of the house. At that account any sender may have paid anybody's code. At other
 * accounts, which a bank may name by mistake, only transfers of the code's own member count.
 */

/**
 * A payment that may be the same money as a transfer; `isPaidInto`: the transfer came to an account of the gateway's
 * codes.
 */
export type PaymentMatch = PaymentRow & { isPaidInto: boolean }
/** A transfer that may be the same money as a payment; `isPaidInto` likewise. */
export type TransferMatch = Transfer & { isPaidInto: boolean }

/** States of money that is credited or on its way back: a report of the same money is not credited as well. */
const placed = `('credited', 'returning', 'returned')`

/**
 * The payments that may be the same money as each of some transfers, nearest first. At most one report of the bank
 * and one slip belong to a payment. One statement for all (index `qr_events_near`).
 */
export async function selectPaymentMatches(
  db: Db | Tx,
  transfers: Transfer[],
  limits: MatchLimits,
): Promise<Map<number, PaymentMatch[]>> {
  const found =
    transfers.length === 0
      ? []
      : await rawQuery<PaymentMatch & { of: number }>(
          db,
          `select w.id as "of", ${paymentColumns},
             exists (${accountsPaidInto('e.gateway')} and d.account_no = w.house_account_no) as "isPaidInto"
           from unnest($1::bigint[], $2::text[]) g (id, member)
           join bank_transfers w on w.id = g.id
           join qr_events e on e.currency = w.currency and e.amount_minor = w.amount_minor and e.state in ${placed}
             and e.paid_at between w.sent_at - make_interval(mins => $3::int + $4::int) and w.sent_at + make_interval(mins => $3::int)
           where exists (${accountsPaidInto('e.gateway')}
               and (d.account_no = w.house_account_no or e.member_id = coalesce(g.member, w.member_id)))
             and not exists (select from bank_transfers l where l.qr_event_id = e.id and l.id <> w.id
               and (l.slip_id is not null and w.slip_id is not null or l.feed_reported_at is not null and w.feed_reported_at is not null))`,
          [
            transfers.map(({ id }) => id),
            transfers.map(({ memberId }) => memberId),
            limits.minutes,
            limits.silentMinutes,
          ],
        )
  return new Map(
    transfers.map((row) => {
      const fits = found.filter((one) => one.of === row.id && mayBePayment(one, toReported(row), limits))
      return [row.id, nearest(fits, (one) => distance(one, row))]
    }),
  )
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
 * The payments that a waiting slip may show whose transfer is not in our books yet; by slip, nearest first (index
 * `qr_events_near`). Payments of other slips are left out. All amounts are searched for where the slip's amount is
 * not certain.
 */
export async function selectSlipPayments(
  db: Db,
  slips: ShownTransfer[],
  limits: MatchLimits,
): Promise<Map<string, PaymentRow[]>> {
  if (slips.length === 0) return new Map()
  const asked = slips.flatMap((slip) => slip.amountsMinor.map((amountMinor) => ({ ...slip, amountMinor })))
  const timeOf = (slip: ShownTransfer) => slip.sentAt ?? slip.createdAt
  const found = await rawQuery<PaymentRow & { of: string }>(
    db,
    `select g.id as "of", ${paymentColumns}
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::int[])
       g (id, member, currency, amount_minor, house_account_no, sent_at, minutes)
     join qr_events e on e.currency = g.currency and e.amount_minor = g.amount_minor and e.state in ${placed}
       and e.paid_at between g.sent_at::timestamptz - make_interval(mins => g.minutes)
         and g.sent_at::timestamptz + make_interval(mins => $8::int)
     where exists (${accountsPaidInto('e.gateway')} and (d.account_no = g.house_account_no or e.member_id = g.member))
       and not exists (select from bank_transfers l where l.qr_event_id = e.id and l.slip_id is not null)`,
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
    slips.map((slip) => [
      slip.id,
      nearest(
        found.filter(({ of }) => of === slip.id),
        ({ paidAt }) => Math.abs(paidAt.getTime() - timeOf(slip).getTime()),
      ),
    ]),
  )
}

/** The transfers that may be the same money as each of some payments, nearest first (index `bank_transfers_near`). */
export async function selectTransferMatches(
  db: Db | Tx,
  payments: Pick<PaymentRow, 'id' | 'memberId' | 'paidAt'>[],
  limits: MatchLimits,
): Promise<Map<number, TransferMatch[]>> {
  const found =
    payments.length === 0
      ? []
      : await rawQuery<TransferMatch & { of: number }>(
          db,
          `select e.id as "of", ${transferColumns},
             exists (${accountsPaidInto('e.gateway')} and d.account_no = t.house_account_no) as "isPaidInto"
           from unnest($1::bigint[], $2::text[]) g (id, member)
           join qr_events e on e.id = g.id
           cross join ${transferSource}
           where t.currency = e.currency and t.amount_minor = e.amount_minor and t.state in ${placed}
             and t.qr_event_id is null
             and t.sent_at between e.paid_at - make_interval(mins => $3::int) and e.paid_at + make_interval(mins => $3::int + $4::int)
             and exists (${accountsPaidInto('e.gateway')}
               and (d.account_no = t.house_account_no or t.member_id = coalesce(g.member, e.member_id)))`,
          [
            payments.map(({ id }) => id),
            payments.map(({ memberId }) => memberId),
            limits.minutes,
            limits.silentMinutes,
          ],
        )
  return new Map(
    payments.map((payment) => {
      const fits = found.filter(
        (one) => one.of === payment.id && mayBePayment(payment, toReported(one), limits),
      )
      return [payment.id, nearest(fits, (one) => distance(payment, one))]
    }),
  )
}

const distance = (payment: Pick<PaymentRow, 'paidAt'>, transfer: Transfer): number =>
  Math.abs(payment.paidAt.getTime() - transfer.sentAt.getTime())

const nearest = <Match extends { id: number }>(matches: Match[], far: (match: Match) => number): Match[] =>
  matches.sort((a, b) => far(a) - far(b) || a.id - b.id).slice(0, maxMatches)

/** Payments that wait for a person, of this amount and near this time, oldest first. */
export async function selectPaymentsInDoubt(
  tx: Tx,
  { currency, amountMinor, at }: { currency: Currency; amountMinor: number; at: Date },
  { minutes, silentMinutes }: MatchLimits,
): Promise<number[]> {
  const rows = await rawQuery<{ id: number }>(
    tx,
    `select id from qr_events
     where state = 'in-doubt' and currency = $1 and amount_minor = $2
       and paid_at between $3::timestamptz - make_interval(mins => $4) and $3::timestamptz + make_interval(mins => $4)
     order by id`,
    [currency, amountMinor, at, minutes + silentMinutes],
  )
  return rows.map(({ id }) => id)
}
