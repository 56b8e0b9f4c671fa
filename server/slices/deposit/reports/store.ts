import type { Currency } from '@krapao/contract/money.ts'
import type { Generated } from 'kysely'
import type { Waiting } from '../../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import type { Payer } from '../payers/paid-store.ts'
import { lockAmount, lockAmounts, lockReports, lockSlips } from './locks.ts'
import type { PaymentReason } from './payment-rules.ts'
import { checkStep, isSettled, type ReportState, waitsForPerson } from './states.ts'

declare module '../../../platform/database.ts' {
  interface Tables {
    deposit_reports: {
      id: Generated<number>
      kind: Report['kind']
      place: string
      house_bank_code: Generated<string | null>
      reference: string
      payment_id: Generated<string | null>
      currency: Currency
      amount_minor: number
      paid_at: Date
      from_bank: string
      from_account_no: string
      from_name: string
      received_at: Date
      reported_at: Generated<Date | null>
      slip_id: Generated<string | null>
      state: ReportState
      reason: Generated<PaymentReason | null>
      member_id: Generated<string | null>
      contradicts_id: Generated<number | null>
    }
  }
}

/** A transfer as the bank's feed reports it. `amountMinor`: in the currency of the house's account. */
export interface FedTransfer {
  reference: string
  amountMinor: number
  paidAt: Date
  fromBank: string
  fromAccountNo: string
  fromName: string
}

/**
 * A payment as its gateway reports it. `paymentId`: of the code that the gateway names; `amountMinor`: in the
 * code's currency.
 */
export interface PaidCode {
  gateway: string
  eventId: string
  paymentId: string
  amountMinor: number
  paidAt: Date
  /** As far as the gateway says it; `''` for what it does not say. */
  payer: Payer
}

interface Common {
  id: number
  /** The bank's or gateway's own name of it: unique at its place. */
  reference: string
  currency: Currency
  amountMinor: number
  paidAt: Date
  receivedAt: Date
  state: ReportState
  memberId: string | null
  /** The operator who decided about it last; null: only the system did. */
  operatorId: string | null
  /** Of its own credit. */
  journalKey: string | null
  /** The report of the same money that it is matched to, where that is known. */
  sameAsId: number | null
  /** Whether its money is in suspense, and how often it was put there. */
  inSuspense: boolean
  suspenseTurn: number
  /** How many of its credits were reversed. After one, the system credits it no more by itself. */
  reversals: number
  /** The transaction inserts it: nobody can have been asked about it yet. */
  isNew?: true
}

/**
 * Money that arrived at an account of the house, as its bank's feed, the verifier of a slip, or both report
 * it.
 */
export interface Transfer extends Common {
  kind: 'transfer'
  /** The account's number. */
  place: string
  houseBankCode: string
  /** The sender as the bank shows it. */
  fromBank: string
  fromAccountNo: string
  fromName: string
  /** When the feed first reported it; null: only a slip did. */
  reportedAt: Date | null
  /** Its slip; null: only the feed reported it. */
  slipId: string | null
  slipBankCode: string | null
  /** Whether its slip failed; it may have been credited before, and then taken back. */
  isSlipFailed: boolean
  slipSentAt: Date | null
  slipFile: string | null
  /** The report that the feed had made before, where this one cannot be the same transfer. */
  contradictsId: number | null
}

/** Money that a code was paid with, as its gateway reports it. */
export interface Payment extends Common {
  kind: 'payment'
  /** The gateway. */
  place: string
  /** Of the code, as reported: it may be none of ours. */
  paymentId: string
  reason: PaymentReason | null
  reportedAt: Date
}

/**
 * What is reported to have arrived at the house, of one source's reference. Amounts in minor units of
 * `currency`.
 */
export type Report = Transfer | Payment

/** The facts of a report by itself, from `deposit_reports t`: of a payment, all of them. */
export const paymentColumns = `t.id, t.kind, t.place, t.house_bank_code as "houseBankCode", t.currency, t.reference,
  t.amount_minor as "amountMinor", t.paid_at as "paidAt", t.from_bank as "fromBank", t.from_account_no as "fromAccountNo",
  t.from_name as "fromName", t.state, t.member_id as "memberId", t.operator_id as "operatorId", t.journal_key as "journalKey",
  t.payment_id as "paymentId", t.reason, t.received_at as "receivedAt", t.reported_at as "reportedAt", t.slip_id as "slipId",
  t.contradicts_id as "contradictsId", t.in_suspense as "inSuspense", t.suspense_turn as "suspenseTurn",
  t.same_as_id as "sameAsId", t.reversals`

/** The columns of `Report`, from `reportSource`. */
export const reportColumns = `${paymentColumns}, s.bank_code as "slipBankCode", coalesce(s.status = 'FAILED', false) as "isSlipFailed",
  s.sent_at as "slipSentAt", s.file as "slipFile"`
export const reportSource = 'deposit_reports t left join slips s on s.id = t.slip_id'

/** @param where of `deposit_reports t` */
export const selectReports = (db: Db | Tx, where: string, values: unknown[]): Promise<Report[]> =>
  rawQuery(db, `select ${reportColumns} from ${reportSource} where ${where}`, values)

/** As `selectReports`, transfers alone. */
export const selectTransfers = (db: Db | Tx, where: string, values: unknown[]): Promise<Transfer[]> =>
  rawQuery(db, `select ${reportColumns} from ${reportSource} where t.kind = 'transfer' and ${where}`, values)

/** Locks a report until the transaction ends. Run it under `lockAmount`. */
export async function lockReport(tx: Tx, id: number): Promise<Report | undefined> {
  const [row] = await selectReports(tx, 't.id = $1 for update of t', [id])
  return row
}

/** Locks the transfer under a reference of a house account until the transaction ends. */
export async function lockReference(
  tx: Tx,
  accountNo: string,
  reference: string,
): Promise<Transfer | undefined> {
  const [row] = await selectTransfers(tx, 't.place = $1 and t.reference = $2 for update of t', [
    accountNo,
    reference,
  ])
  return row
}

/**
 * Transfers under a reference at other accounts of the house, oldest first. A bank's reference is unique over
 * all of them (rules.md §5.2), so these are contradictory reports of one transfer.
 */
export const selectElsewhere = (tx: Tx, accountNo: string, reference: string): Promise<Transfer[]> =>
  selectTransfers(tx, 't.place <> $1 and t.reference = $2 order by t.id', [accountNo, reference])

/**
 * The transfer with the same reference at another account of the house that is settled already: crediting
 * this one as well would credit one transfer twice. The other one has the same amount; or any amount, where
 * only a slip has reported this one, and a slip of the same transfer the other one. Run it under
 * `lockAmounts`.
 */
export async function findSettledElsewhere(tx: Tx, row: Report): Promise<Transfer | undefined> {
  if (row.kind === 'payment') return undefined
  const elsewhere = await selectElsewhere(tx, row.place, row.reference)
  return elsewhere.find(
    (other) =>
      isSettled(other) &&
      ((other.amountMinor === row.amountMinor && other.currency === row.currency) ||
        (row.reportedAt === null && isOfSameSlip(row, other))),
  )
}

/**
 * Whether slips of one transfer have reported both: slips name the paying bank, which gives a reference once.
 */
export const isOfSameSlip = (row: Transfer, other: Transfer): boolean =>
  row.slipBankCode !== null && row.slipBankCode === other.slipBankCode && row.reference === other.reference

/**
 * How many credits of a reference were reversed, at all accounts of the house: the key of a slip's credit
 * names no account, so that each account counts the reversals at the others as well.
 */
export async function countReversals(tx: Tx, reference: string): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    tx,
    `select coalesce(sum(reversals), 0)::integer as count from deposit_reports where kind = 'transfer' and reference = $1`,
    [reference],
  )
  return row?.count ?? 0
}

/** The report of a payment, as it is. */
export async function findPayment(
  tx: Tx,
  { gateway, eventId }: Pick<PaidCode, 'gateway' | 'eventId'>,
): Promise<Payment> {
  const [row] = await selectReports(tx, `t.kind = 'payment' and t.place = $1 and t.reference = $2`, [
    gateway,
    eventId,
  ])
  if (row?.kind !== 'payment') throw new Error(`payment ${eventId} is gone`)
  return row
}

/** The key under which it is recorded that a code ran out of time. */
export const expiredKey = (codeId: string): string => `expired:${codeId}`

/** Of what an operator decided, and of what the system did: what is kept of a report. */
interface Outcome {
  state: ReportState
  memberId?: string | null
  /** Of its own credit. */
  journalKey?: string
  /** The report that it is the same as. */
  sameAsId?: number | undefined
  operatorId?: string | undefined
  returnReference?: string
}

/**
 * Records the outcome of a report that the transaction has locked. Unless it waits on, its time in suspense
 * ends here: the caller posts where the money goes. A payment keeps the member whose code it is of, whatever
 * becomes of it.
 * @param row as the transaction has it, a payment with the reason that it has by now
 * @throws Error where the state chart has no such step
 */
export async function keepState(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  row: Report,
  now: Outcome,
): Promise<void> {
  const { id, kind, state, memberId, isNew } = row
  checkStep(state, now.state)
  await rawQuery(
    tx,
    `update deposit_reports set state = $2, member_id = $3, journal_key = $4, same_as_id = $5,
       operator_id = coalesce($6, operator_id), return_reference = $7, reason = $8,
       in_suspense = in_suspense and $2 in ('waiting', 'in-doubt', 'returning')
     where id = $1`,
    [
      id,
      now.state,
      now.memberId ?? (kind === 'payment' ? memberId : null),
      now.journalKey ?? null,
      now.sameAsId ?? null,
      now.operatorId ?? null,
      now.returnReference ?? null,
      kind === 'payment' ? row.reason : null,
    ],
  )
  if ((waitsForPerson(state) && !isNew) || waitsForPerson(now.state)) desk.changed(tx, 'report', [id])
}

/** Records that the feed has reported a transfer, too, which a slip showed first. */
export async function markFed(tx: Tx, id: number, now: Date): Promise<void> {
  await rawQuery(tx, 'update deposit_reports set reported_at = $2 where id = $1', [id, now])
}

/** Records that a transfer was reported before, in another way. */
export async function markContradiction(tx: Tx, id: number, contradictsId: number): Promise<void> {
  await rawQuery(tx, 'update deposit_reports set contradicts_id = $2 where id = $1', [id, contradictsId])
}

/** Records the slip that shows a transfer. */
export async function markShown(tx: Tx, id: number, slipId: string): Promise<void> {
  await rawQuery(tx, 'update deposit_reports set slip_id = $2 where id = $1', [id, slipId])
}

/**
 * Slip and feed have both reported a reference, or are about to. A report that was matched to it, or that it
 * was matched to, is therefore another transfer and has to be settled again. A slip that failed says nothing
 * about whose the money is. A link to a gateway's payment stays, unless another report of the bank or another
 * slip has the same link: then the transfer that only a slip reported is the other one, and nothing was
 * posted for it.
 */
export async function unlink({ desk }: Pick<Context, 'desk'>, tx: Tx, id: number): Promise<void> {
  const waiting = await rawQuery<{ id: number }>(
    tx,
    `update deposit_reports t
     set same_as_id = null, state = case when f.failed then 'waiting' else 'in-doubt' end,
       member_id = case when f.failed then null else t.member_id end
     from (
       select b.id, coalesce(s.status = 'FAILED', false) as failed
       from deposit_reports b left join slips s on s.id = b.slip_id left join deposit_reports p on p.id = b.same_as_id
       where b.kind = 'transfer' and b.state = 'matched' and (
         p.kind is distinct from 'payment' and (b.id = $1 or b.same_as_id = $1)
         or p.kind = 'payment' and exists (
           select from deposit_reports o
           where o.kind = 'transfer' and o.id <> b.id and (o.same_as_id = p.id or p.same_as_id = o.id) and (
             b.id = $1 and o.reported_at is not null
             or o.id = $1 and b.reported_at is null and s.status <> 'FAILED')))) f
     where t.id = f.id returning t.id`,
    [id],
  )
  desk.changed(
    tx,
    'report',
    waiting.map((row) => row.id),
  )
}

/** Why a report waits for a person. Written into the statements: their indexes are partial. */
export type WaitingState = 'waiting' | 'in-doubt' | 'returning'

/** Reports that wait in a state. @param kind those of one kind alone */
export const waitingReports = (state: WaitingState, kind?: Report['kind']): Waiting => ({
  subject: 'report',
  key: 'id',
  keyType: 'bigint',
  at: 'received_at',
  memberId: 'member_id',
  amountMinor: 'amount_minor',
  currency: 'currency',
  // Whoever paid a code, its member is known, and the entry does not say who paid.
  bank: `case kind when 'transfer' then from_bank end`,
  account: `case kind when 'transfer' then from_account_no end`,
  words: `concat_ws(' ', reference, payment_id, case kind when 'transfer' then from_name end, id)`,
  from: 'deposit_reports',
  where: `state = '${state}'${kind ? ` and kind = '${kind}'` : ''}`,
})

/** Those of some reports that wait in a state. */
export const selectWaiting = (db: Db, state: WaitingState, ids: number[]): Promise<Report[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selectReports(db, `t.state = '${state}' and t.id = any($1::bigint[])`, [ids])

/**
 * Locks a waiting report and everything of its amount, until the transaction ends; of a transfer also its
 * slips, and what is known of its reference.
 * @throws Refusal `ALREADY_DECIDED` (also by a slip or the feed), `NO_DATA`
 */
export async function lockWaiting(tx: Tx, state: WaitingState, id: number): Promise<Report> {
  const [known] = await selectReports(tx, 't.id = $1', [id])
  if (!known) throw new Refusal('NO_DATA')
  if (known.kind === 'transfer') {
    // Its credit ends the slips that wait, and a decision about one of those waits for the amount.
    if (known.slipBankCode !== null) await lockSlips(tx, known.slipBankCode, known.reference)
    // The same reference at another account may be decided at this moment, also with another amount.
    await lockReports(tx, known.reference)
    await lockAmounts(tx, known.reference)
  } else await lockAmount(tx, known.currency, known.amountMinor)
  const row = await lockReport(tx, id)
  if (row?.state !== state) throw new Refusal('ALREADY_DECIDED')
  return row
}

/** Money that the house owes to unknown senders, by house account; `amountMinor` in its currency. */
export const selectOwed = (
  db: Db,
): Promise<{ account: string; currency: Currency; amountMinor: number; items: number; since: Date }[]> =>
  rawQuery(
    db,
    `select name as account, asset as currency, sum(amount_minor)::bigint as "amountMinor", sum(items)::bigint as items,
       min(since) as since
     from suspense_owed group by name, asset order by name, asset`,
    [],
  )
