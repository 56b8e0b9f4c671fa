import { randomUUID } from 'node:crypto'
import type { Database } from '../../../platform/database.ts'

/** What tests of others ask and prepare in the tables of deposits. Amounts in minor units. */

type Queries = Pick<Database, 'query'>

/** A report of money that has come in. */
export interface StoredReport {
  id: number
  kind: 'transfer' | 'payment'
  /** The account of the house, or the gateway. */
  place: string
  reference: string
  payment_id: string | null
  state: string
  reason: string | null
}

/** Reports by what is given of them, in the order of their arrival. */
export const reportsOf = (
  database: Queries,
  { reference, paymentId, amountMinor }: { reference?: string; paymentId?: string; amountMinor?: number },
): Promise<StoredReport[]> =>
  database.query(
    `select id, kind, place, reference, payment_id, state, reason from deposit_reports
     where ($1::text is null or reference = $1) and ($2::text is null or payment_id = $2)
       and ($3::bigint is null or amount_minor = $3) order by id`,
    [reference ?? null, paymentId ?? null, amountMinor ?? null],
  )

/** The id of a report, as an item of the desk has it. */
export async function reportIdOf(
  database: Queries,
  by: { reference: string } | { paymentId: string },
): Promise<string> {
  const [report] = await reportsOf(database, by)
  if (!report) throw new Error(`no report of ${JSON.stringify(by)}`)
  return String(report.id)
}

/** A transfer of 1 baht that the bank's feed has reported and that was credited. */
export interface CreditedTransfer {
  memberId: string
  fromAccountNo: string
  fromBank?: string
  fromName?: string
  reference?: string
  at?: Date
}

/** Stores transfers that were credited, without the journals of their money. */
export const storeCredited = (database: Queries, ...transfers: CreditedTransfer[]) =>
  database.query(
    `insert into deposit_reports (kind, house_bank_code, place, currency, reference, amount_minor, paid_at, from_bank,
       from_account_no, from_name, received_at, reported_at, state, member_id, journal_key)
     select 'transfer', 'SCB', '1', 'THB', reference, 100, at, "fromBank", "fromAccountNo", "fromName", at, at, 'credited',
       "memberId", 'test:' || reference
     from jsonb_to_recordset($1::jsonb) t (reference text, at timestamptz, "fromBank" text, "fromAccountNo" text,
       "fromName" text, "memberId" text)`,
    [
      JSON.stringify(
        transfers.map((transfer) => ({
          reference: randomUUID(),
          at: new Date(),
          fromBank: 'SCB',
          fromName: 'SOMCHAI JAIDEE',
          ...transfer,
        })),
      ),
    ],
  )

/** A slip that waits for a person, or one that has failed. */
export interface StoredSlip {
  id: string
  memberId: string
  status?: 'PENDING' | 'FAILED'
  createdAt?: Date
  /** What the server does next. */
  step?: 'none' | 'look-up'
  deskReason?: string
  amountMinor?: number | null
  /** Of the bank that issued the slip. */
  bankCode?: string
  reference?: string
  sentAt?: Date
  from?: { bank: string; accountNo: string; name?: string }
  to?: { bank: string; accountNo: string; name?: string }
}

/** Stores slips without their pictures. */
export const storeSlips = (database: Queries, ...slips: StoredSlip[]) =>
  database.query(
    `insert into slips (id, member_id, currency, created_at, status, step, desk_reason, amount_minor, bank_code, reference,
       sent_at, from_bank, from_account_no, from_name, to_bank, to_account_no, to_name, note, settled_at)
     select id, "memberId", 'THB', coalesce("createdAt", now()), status, coalesce(step, 'none'), "deskReason",
       "amountMinor", "bankCode", reference, "sentAt", "from" ->> 'bank', "from" ->> 'accountNo', "from" ->> 'name',
       "to" ->> 'bank', "to" ->> 'accountNo', "to" ->> 'name', case when status = 'FAILED' then 'NOT_MATCH' end,
       case when status = 'FAILED' then now() end
     from (
       select *, coalesce(given, 'PENDING') as status
       from jsonb_to_recordset($1::jsonb) s (id text, "memberId" text, "createdAt" timestamptz, given text, step text,
         "deskReason" text, "amountMinor" bigint, "bankCode" text, reference text, "sentAt" timestamptz, "from" jsonb,
         "to" jsonb)) s`,
    [JSON.stringify(slips.map(({ status, ...slip }) => ({ ...slip, given: status })))],
  )

/** A slip's state, and why it waits for a person. */
export async function slipOf(database: Queries, id: string) {
  const [row] = await database.query<{
    status: string
    desk_reason: string | null
    reference: string | null
  }>('select status, desk_reason, reference from slips where id = $1', [id])
  return row
}

/** A member's gifts. */
export const giftsOf = (database: Queries, memberId: string): Promise<{ id: string; state: string }[]> =>
  database.query('select id, state from gifts where member_id = $1 order by created_at', [memberId])

/** Deposits that a member has announced. */
export const announcedBy = (
  database: Queries,
  memberId: string,
): Promise<{ id: string; state: string; transfer_id: number | null }[]> =>
  database.query(
    'select id, state, transfer_id from manual_deposits where member_id = $1 order by created_at',
    [memberId],
  )

/** QR codes that a member has asked for. */
export const codesOf = (database: Queries, memberId: string): Promise<{ id: string; state: string }[]> =>
  database.query('select id, state from qr_payments where member_id = $1 order by created_at', [memberId])

/** Locks a QR code, so that the report of its payment waits. */
export const lockCode = (tx: Queries, id: string) =>
  tx.query('select from qr_payments where id = $1 for update', [id])
