import type { Currency } from '@krapao/contract/money.ts'
import { nameForm } from '@krapao/contract/name-form.ts'
import type { Generated } from 'kysely'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { takeLock } from '../../../platform/locks.ts'
import type { Context } from '../../context.ts'
import type { HouseAccount } from '../../lookup/public.ts'

declare module '../../../platform/database.ts' {
  interface Tables {
    bank_transfers: {
      id: Generated<number>
      house_bank_code: string
      house_account_no: string
      currency: Currency
      reference: string
      amount_minor: number
      sent_at: Date
      from_bank: string
      from_account_no: string
      from_name: string
      state: TransferState
      member_id: string | null
      journal_key: string | null
      received_at: Date
      feed_reported_at: Date | null
      contradicts_id: Generated<number | null>
    }
  }
}

/**
 * `unmatched`: waits for a person to say whose money it is; `returning`: two people decided that it goes back to its sender;
 * `returned`: it was sent; `explained`: two people found that a report which contradicts another is no money of its own;
 * `in-doubt`: waits for a person to say whether it is the transfer that was credited to the member already, by slip or feed
 * under another reference; `matched`: it is; `internal`: the house sent it from another account of its own.
 */
export type TransferState =
  | 'credited'
  | 'unmatched'
  | 'returning'
  | 'returned'
  | 'in-doubt'
  | 'matched'
  | 'internal'
  | 'explained'

/** A transfer as the bank reports it. `amountMinor`: in the currency of the house's account. */
export interface Report {
  reference: string
  amountMinor: number
  sentAt: Date
  fromBank: string
  fromAccountNo: string
  fromName: string
}

/** A transfer under one reference, as its row has it. Amounts in minor units of the house account's currency. */
export interface Transfer {
  id: number
  houseBankCode: string
  houseAccountNo: string
  currency: Currency
  reference: string
  amountMinor: number
  sentAt: Date
  fromBank: string
  fromAccountNo: string
  fromName: string
  state: TransferState
  memberId: string | null
  journalKey: string | null
  receivedAt: Date
  /** When the feed first reported it; null: only a slip did. */
  feedReportedAt: Date | null
  /** Its slip; null: only the feed reported it. */
  slipId: string | null
  slipBankCode: string | null
  /** Whether its slip failed; it may have been credited before, and then taken back. */
  isSlipFailed: boolean
  slipSentAt: Date | null
  slipFile: string | null
  /** The row that the feed had reported before, where this report cannot be the same transfer. */
  contradictsId: number | null
  /** Whether its money is in suspense, and how often it was put there. */
  inSuspense: boolean
  suspenseTurn: number
  /** The gateway's report of the same money (`qr_events`), where it is known. */
  qrEventId: number | null
  /** How many of its credits were reversed. After one, the system credits it no more by itself. */
  reversals: number
  /** The transaction inserts it: nobody can have been asked about it yet. */
  isNew?: true
}

/** The columns of `Transfer`, from `bank_transfers t` and its slip `s`. */
export const transferColumns = `t.id, t.house_bank_code as "houseBankCode", t.house_account_no as "houseAccountNo", t.currency, t.reference,
  t.amount_minor as "amountMinor", t.sent_at as "sentAt", t.from_bank as "fromBank", t.from_account_no as "fromAccountNo",
  t.from_name as "fromName", t.state, t.member_id as "memberId", t.journal_key as "journalKey",
  t.received_at as "receivedAt", t.feed_reported_at as "feedReportedAt", t.slip_id as "slipId", s.bank_code as "slipBankCode",
  coalesce(s.status = 'FAILED', false) as "isSlipFailed", s.sent_at as "slipSentAt", s.file as "slipFile", t.contradicts_id as "contradictsId",
  t.in_suspense as "inSuspense", t.suspense_turn as "suspenseTurn", t.qr_event_id as "qrEventId",
  t.reversals`
export const transferSource = 'bank_transfers t left join slips s on s.id = t.slip_id'

/**
 * Serialises everything about the slips of one transfer, over all nodes, until the transaction ends. Taken before any of
 * their rows.
 */
export const lockSlips = (tx: Tx, bankCode: string, reference: string): Promise<void> =>
  takeLock(tx, 'slipReference', `${bankCode} ${reference}`)

/**
 * Serialises the first reports of a reference, over all accounts of the house and all nodes, until the transaction
 * ends. Taken after the lock of the slip and before `lockAmount`.
 */
export const lockReports = (tx: Tx, reference: string): Promise<void> =>
  takeLock(tx, 'transferReports', reference)

/**
 * Inserts a transfer as unmatched; where it stays so, the desk hears of it by `suspendWaiting`. The same transfer in another
 * transaction waits here for the end of this one.
 * @param contradictsId the row of an earlier report that this one cannot be the same as
 * @returns its row's id; undefined when it was reported before
 */
export async function insertTransfer(
  tx: Tx,
  house: HouseAccount,
  report: Report,
  now: Date,
  contradictsId: number | null = null,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('bank_transfers')
    .values({
      house_bank_code: house.bankCode,
      house_account_no: house.accountNo,
      currency: house.currency,
      reference: report.reference,
      amount_minor: report.amountMinor,
      sent_at: report.sentAt,
      from_bank: report.fromBank,
      from_account_no: report.fromAccountNo,
      from_name: nameForm(report.fromName),
      state: 'unmatched',
      member_id: null,
      journal_key: null,
      received_at: now,
      feed_reported_at: now,
      contradicts_id: contradictsId,
    })
    // One reference at one account is one transfer, whichever bank paid: two banks that count in the same short numbers
    // would meet here, and the second transfer would wait for a person as a contradiction.
    .onConflict((conflict) => conflict.columns(['house_account_no', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Serialises everything that credits, links or asks about transfers of one amount, over all accounts of the house and
 * all nodes, until the transaction ends. Taken before any row of `bank_transfers`.
 * @param amountMinor in minor units of `currency`
 */
export const lockAmount = (tx: Tx, currency: Currency, amountMinor: number): Promise<void> =>
  takeLock(tx, 'transferAmount', `${currency} ${amountMinor}`)

/**
 * Locks the amount of everything that is known of a reference, as `lockAmount` does. Accounts of the house may report
 * one reference with different amounts, so the amounts are locked in one order: two transactions that need the same
 * ones never wait for each other. Taken after `lockReports`, which keeps others from adding to the reference.
 * @param reported an amount that the transaction is about to add to the reference
 */
export async function lockAmounts(
  tx: Tx,
  reference: string,
  ...reported: { currency: Currency; amountMinor: number }[]
): Promise<void> {
  const known = await rawQuery<(typeof reported)[number]>(
    tx,
    'select currency, amount_minor as "amountMinor" from bank_transfers where reference = $1',
    [reference],
  )
  const amounts = new Map([...known, ...reported].map((one) => [`${one.currency} ${one.amountMinor}`, one]))
  for (const [, { currency, amountMinor }] of [...amounts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await lockAmount(tx, currency, amountMinor)
  }
}

export const selectTransfers = (db: Db | Tx, where: string, values: unknown[]): Promise<Transfer[]> =>
  rawQuery(db, `select ${transferColumns} from ${transferSource} where ${where}`, values)

/** Locks a transfer until the transaction ends. */
export async function lockTransfer(tx: Tx, id: number): Promise<Transfer | undefined> {
  const [row] = await selectTransfers(tx, 't.id = $1 for update of t', [id])
  return row
}

/** Locks the transfer under a reference of a house account until the transaction ends. */
export async function lockReference(
  tx: Tx,
  accountNo: string,
  reference: string,
): Promise<Transfer | undefined> {
  const [row] = await selectTransfers(tx, 't.house_account_no = $1 and t.reference = $2 for update of t', [
    accountNo,
    reference,
  ])
  return row
}

/**
 * Reports of a reference at other accounts of the house, oldest first. A bank's reference is unique over all of them
 * (rules.md §5.2), so these are contradictory reports of one transfer.
 */
export const selectElsewhere = (tx: Tx, accountNo: string, reference: string): Promise<Transfer[]> =>
  selectTransfers(tx, 't.house_account_no <> $1 and t.reference = $2 order by t.id', [accountNo, reference])

/** Whether money goes back to its sender, or has. */
export const isSentBack = ({ state }: { state: string }): boolean =>
  state === 'returning' || state === 'returned'

/** The states of a transfer whose money is credited or accounted for. */
const settledStates: readonly TransferState[] = ['credited', 'matched', 'internal']

/**
 * The transfer with the same reference at another account of the house that is settled already: crediting this one as
 * well would credit one transfer twice, whoever decides it. The other one has the same amount; or any amount, where
 * only a slip has reported this one, and a slip of the same transfer the other one. Run it under `lockAmounts`.
 */
export async function findSettledElsewhere(tx: Tx, row: Transfer): Promise<Transfer | undefined> {
  const elsewhere = await selectElsewhere(tx, row.houseAccountNo, row.reference)
  return elsewhere.find(
    (other) =>
      settledStates.includes(other.state) &&
      ((other.amountMinor === row.amountMinor && other.currency === row.currency) ||
        (row.feedReportedAt === null && isOfSameSlip(row, other))),
  )
}

/** Whether slips of one transfer have reported both: slips name the paying bank, which gives a reference once. */
export const isOfSameSlip = (row: Transfer, other: Transfer): boolean =>
  row.slipBankCode !== null && row.slipBankCode === other.slipBankCode && row.reference === other.reference

/**
 * How many credits of a reference were reversed, at all accounts of the house: the key of a slip's credit names no account,
 * so that each account counts the reversals at the others as well.
 */
export async function countReversals(tx: Tx, reference: string): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    tx,
    'select coalesce(sum(reversals), 0)::integer as count from bank_transfers where reference = $1',
    [reference],
  )
  return row?.count ?? 0
}

/** The states in which a person has to decide about a transfer. */
const waits = (state: TransferState): boolean =>
  state === 'unmatched' || state === 'in-doubt' || state === 'returning'

/**
 * Records the outcome of a transfer. Unless it waits on, its time in suspense ends here: the caller posts where the
 * money goes. `matchId`: the transfer that it is the same as; `qrEventId`: the gateway's report that it is the same
 * as; `journalKey`: its own credit.
 */
export async function keepState(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  { id, state, isNew }: Pick<Transfer, 'id' | 'state' | 'isNew'>,
  now: {
    state: TransferState
    memberId?: string | null
    journalKey?: string
    matchId?: number
    qrEventId?: number
    operatorId?: string | undefined
    returnReference?: string
  },
): Promise<void> {
  await rawQuery(
    tx,
    `update bank_transfers set state = $2, member_id = $3, journal_key = $4, match_id = $5,
       operator_id = coalesce($6, operator_id), return_reference = $7, qr_event_id = coalesce($8, qr_event_id),
       in_suspense = in_suspense and $2 in ('unmatched', 'in-doubt', 'returning')
     where id = $1`,
    [
      id,
      now.state,
      now.memberId ?? null,
      now.journalKey ?? null,
      now.matchId ?? null,
      now.operatorId ?? null,
      now.returnReference ?? null,
      now.qrEventId ?? null,
    ],
  )
  if ((waits(state) && !isNew) || waits(now.state)) desk.changed(tx, 'bank-transfer', [id])
}

/** Records that a gateway has reported a transfer's money. */
export async function markPayment(tx: Tx, id: number, qrEventId: number): Promise<void> {
  await rawQuery(tx, 'update bank_transfers set qr_event_id = $2 where id = $1', [id, qrEventId])
}

/**
 * Slip and feed have both reported a reference now. A report that was matched to it, or that it was matched to, is
 * therefore another transfer and has to be settled again. A slip that failed says nothing about whose the money is. A
 * link to a gateway's payment stays, unless another report of the bank or another slip has the same link: then the
 * transfer that only a slip reported is the other one, and nothing was posted for it.
 */
export async function unlink({ desk }: Pick<Context, 'desk'>, tx: Tx, id: number): Promise<void> {
  const waiting = await rawQuery<{ id: number }>(
    tx,
    `update bank_transfers t
     set match_id = null, qr_event_id = null, state = case when f.failed then 'unmatched' else 'in-doubt' end,
       member_id = case when f.failed then null else t.member_id end
     from (
       select b.id, coalesce(s.status = 'FAILED', false) as failed
       from bank_transfers b left join slips s on s.id = b.slip_id
       where b.state = 'matched' and (
         b.qr_event_id is null and (b.id = $1 or b.match_id = $1)
         or exists (
           select from bank_transfers o where o.qr_event_id = b.qr_event_id and o.id <> b.id and (
             b.id = $1 and o.feed_reported_at is not null
             or o.id = $1 and b.feed_reported_at is null and s.status <> 'FAILED')))) f
     where t.id = f.id returning t.id`,
    [id],
  )
  desk.changed(
    tx,
    'bank-transfer',
    waiting.map((row) => row.id),
  )
}

/** Records that the feed has reported a transfer, too, which a slip showed first. */
export async function markFed(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('bank_transfers').set({ feed_reported_at: now }).where('id', '=', id).execute()
}

/** Records that a transfer was reported before, in another way. */
export async function markContradiction(tx: Tx, id: number, contradictsId: number): Promise<void> {
  await tx.updateTable('bank_transfers').set({ contradicts_id: contradictsId }).where('id', '=', id).execute()
}
