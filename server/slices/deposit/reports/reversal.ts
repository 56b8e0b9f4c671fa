import { type DeskQueue, evidenceOf, type Reversible } from '../../../desk/queue.ts'
import { creditedMinor, house, joinCredit, type Leg } from '../../../ledger/public.ts'
import { rawQuery, type Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { forgetPayersOf } from '../payers/payers.ts'
import { reverseDeposit } from '../posting.ts'
import { transferFacts } from './facts.ts'
import { placeOfPayment, suspenseJournal } from './payment-journals.ts'
import { lockEvent, type PaymentRow, selectPayments } from './payment-store.ts'
import { readFormerId, readReportId } from './report-id.ts'
import {
  lockAmount,
  lockAmounts,
  lockReports,
  lockTransfer,
  selectTransfers,
  type Transfer,
} from './store.ts'
import { suspendWaiting } from './suspense.ts'

/**
 * Reverses credits of deposits, decided by two people (docs/decisions/0020). Money that a bank or gateway reported
 * stays in the house and belongs to nobody again: it is in suspense and on the desk, to be credited to its owner or
 * returned. The system never credits it by itself again.
 */

type Reversing = Required<Pick<DeskQueue, 'reversible' | 'reverse'>>
type By = Parameters<Reversing['reverse']>[2]

const digits = /^[1-9]\d{0,14}$/

/** Whether a journal moves an account of the house. */
const reaches = (legs: Leg[], name: string): boolean =>
  legs.some(({ account }) => 'house' in account && account.house === name)

/** The journal of a credit, by the id of an item that led to it. `$1`: the id as text. */
const keysBy = {
  slip: `select journal_key as key from slips where id = $1 and status = 'SUCCESS'`,
  'manual-deposit': `select journal_key as key from manual_deposits where id = $1 and state = 'CREDITED'`,
  'bank-transfer': `select journal_key as key from bank_transfers
    where id = $1::bigint and state = 'credited'`,
}

/** The reversal of a bank transfer's credit, whichever item it was decided as. */
export function reversesTransfers(context: Context, by: keyof typeof keysBy): Reversing {
  const { db } = context
  return {
    async reversible(id) {
      if (by === 'bank-transfer' && !digits.test(id)) return undefined
      const [found] = await rawQuery<{ key: string | null }>(db, keysBy[by], [id])
      const [row] = found?.key ? await selectTransfers(db, 't.journal_key = $1', [found.key]) : []
      if (!row?.memberId || !row.journalKey || row.state !== 'credited') return undefined
      return {
        journalKey: row.journalKey,
        memberId: row.memberId,
        // A person may have credited another amount than the report's.
        amountMinor: await creditedMinor(db, row.journalKey),
        currency: row.currency,
        evidence: transferFacts(row),
      }
    },
    reverse: (tx, journalKey, by) => reverseTransfer(context, tx, journalKey, by),
  }
}

async function reverseTransfer(
  context: Context,
  tx: Tx,
  journalKey: string,
  { operatorId, reason }: By,
): Promise<void> {
  const { clock, sockets, desk } = context
  const [known] = await selectTransfers(tx, 't.journal_key = $1', [journalKey])
  if (!known) throw new Refusal('ALREADY_DECIDED')
  await lockReports(tx, known.reference)
  await lockAmounts(tx, known.reference)
  const row = await lockTransfer(tx, known.id)
  if (row?.state !== 'credited' || row.journalKey !== journalKey) throw new Refusal('ALREADY_DECIDED')
  const { legs } = await reverseDeposit(context, tx, journalKey, reason)
  const isSuspended = reaches(legs, house.suspense(row.houseAccountNo))
  // The bank has not reported what only a slip shows: it is out of the books until it is credited again or reported.
  await rawQuery(
    tx,
    `update bank_transfers set state = 'unmatched', member_id = null, journal_key = null, match_id = null, operator_id = $2,
       in_suspense = $3, reversals = reversals + 1, slip_id = case when feed_reported_at is null then slip_id end
     where id = $1`,
    [row.id, operatorId, isSuspended],
  )
  // The same reference at another account had been put away as this one.
  const elsewhere = await rawQuery<{ id: number }>(
    tx,
    `update bank_transfers set state = 'unmatched', member_id = null
     where reference = $1 and house_account_no <> $2 and state = 'matched' and match_id is null
       and qr_event_id is null
     returning id`,
    [row.reference, row.houseAccountNo],
  )
  desk.changed(
    tx,
    'bank-transfer',
    [row, ...elsewhere].map(({ id }) => id),
  )
  // Its money is in the books by what else was reported of it.
  if (row.feedReportedAt === null) await reopenReports(context, tx, row, operatorId)
  await failSlipsOf(tx, journalKey, operatorId)
  await rawQuery(
    tx,
    `update manual_deposits set state = 'REFUSED', journal_key = null, transfer_id = null, operator_id = $2, decided_at = $3
     where journal_key = $1`,
    [journalKey, operatorId, clock.now()],
  )
  await suspendWaiting(context, tx)
  await forgetPayersOf(context, tx, row.id, { operatorId, reason })
  const { memberId } = row
  notifyDepositsChanged({ sockets }, [memberId], tx)
}

/** Every slip of a credit that is taken back fails, and gives its claim back: the transfer may be somebody else's. */
async function failSlipsOf(tx: Tx, journalKey: string, operatorId: string): Promise<void> {
  await rawQuery(
    tx,
    `update slips set status = 'FAILED', note = 'REVERSED', journal_key = null, claims = false, operator_id = $2
     where journal_key = $1 and status = 'SUCCESS'`,
    [journalKey, operatorId],
  )
}

/**
 * Opens what the bank or a gateway had reported of the money of a slip that is taken back, and what was matched to it: it
 * waits, in suspense, as any report of nobody's money.
 */
async function reopenReports(
  { ledger, desk }: Pick<Context, 'ledger' | 'desk'>,
  tx: Tx,
  row: Transfer,
  operatorId: string,
): Promise<void> {
  const matched = await rawQuery<{ id: number }>(
    tx,
    `update bank_transfers set state = 'unmatched', member_id = null, match_id = null
     where match_id = $1 and state = 'matched' and feed_reported_at is not null
     returning id`,
    [row.id],
  )
  desk.changed(
    tx,
    'bank-transfer',
    matched.map(({ id }) => id),
  )
  const payment = row.qrEventId === null ? undefined : await lockEvent(tx, row.qrEventId)
  if (payment?.state !== 'matched') return
  await reopenPayment({ desk }, tx, payment)
  await rawQuery(tx, 'update bank_transfers set qr_event_id = null where id = $1', [row.id])
  // It may have been in suspense before it was matched, under the key of then.
  const reopened = { ...payment, reversals: payment.reversals + 1 }
  const place = await placeOfPayment(tx, payment)
  await ledger.postIn(tx, suspenseJournal(reopened, 'suspense', { operatorId }, place))
}

/** A payment of which the credit was taken back belongs to nobody, and waits in suspense. */
async function reopenPayment({ desk }: Pick<Context, 'desk'>, tx: Tx, { id }: PaymentRow): Promise<void> {
  await rawQuery(
    tx,
    `update qr_events set state = 'waiting', reason = coalesce(reason, 'UNKNOWN_PAYMENT'), member_id = null,
       operator_id = null, journal_key = null, in_suspense = true, reversals = reversals + 1
     where id = $1`,
    [id],
  )
  desk.changed(tx, 'qr-payment', [id])
}

/** What is taken back of a QR payment: its gateway still has the money. */
export function reversesPayments(context: Context): Reversing {
  const { db, ledger, sockets, desk } = context
  return {
    async reversible(id) {
      const [row] = digits.test(id) ? await selectPayments(db, 'e.id = $1', [Number(id)]) : []
      if (row?.state !== 'credited' || !row.memberId || !row.journalKey) return undefined
      const { journalKey, memberId, amountMinor, currency } = row
      return {
        journalKey,
        memberId,
        amountMinor,
        currency,
        evidence: evidenceOf([
          ['gateway', row.gateway],
          ['paymentId', row.paymentId],
          ['eventId', row.eventId],
          ['paidAt', row.paidAt.toISOString()],
        ]),
      }
    },
    async reverse(tx, journalKey, { operatorId, reason }) {
      const [known] = await selectPayments(tx, 'e.journal_key = $1', [journalKey])
      if (!known) throw new Refusal('ALREADY_DECIDED')
      await lockAmount(tx, known.currency, known.amountMinor)
      const row = await lockEvent(tx, known.id)
      if (row?.state !== 'credited' || row.journalKey !== journalKey) throw new Refusal('ALREADY_DECIDED')
      const { legs } = await reverseDeposit(context, tx, journalKey, reason)
      // One that was credited by itself never was in suspense, so the key is free.
      if (!reaches(legs, house.suspense(row.gateway))) {
        await ledger.postIn(tx, suspenseJournal(row, 'suspense', { operatorId }))
      }
      await reopenPayment({ desk }, tx, row)
      await failSlipsOf(tx, journalKey, operatorId)
      const { memberId } = row
      notifyDepositsChanged({ sockets }, [memberId], tx)
    },
  }
}

/** Of what may have been the same money: the transfer's or the payment's own, whichever it was asked about. */
export function reversesMatches(context: Context): Reversing {
  const [transfers, payments] = [reversesTransfers(context, 'bank-transfer'), reversesPayments(context)]
  return {
    async reversible(id) {
      const about = readReportId(id) ?? readFormerId(id)?.[0]
      return about && (about.kind === 'qr' ? payments : transfers).reversible(String(about.number))
    },
    async reverse(tx, journalKey, by) {
      const [payment] = await selectPayments(tx, 'e.journal_key = $1', [journalKey])
      return (payment ? payments : transfers).reverse(tx, journalKey, by)
    },
  }
}

/**
 * What is taken back of a gift: the credit alone. Its link stays claimed, so that nobody is credited for it a second time.
 */
export function reversesGifts(context: Context): Reversing {
  const { db, sockets } = context
  return {
    async reversible(id) {
      const [row] = await rawQuery<Omit<Reversible, 'evidence'> & { walletNo: string }>(
        db,
        `select g.journal_key as "journalKey", g.member_id as "memberId", g.amount_minor as "amountMinor", g.currency,
           g.wallet_no as "walletNo" from gifts g ${joinCredit('g.journal_key')}
         where g.id = $1 and g.state = 'CREDITED' and not c.reversed`,
        [id],
      )
      if (!row) return undefined
      const { walletNo, ...of } = row
      return {
        ...of,
        evidence: evidenceOf([
          ['giftId', id],
          ['walletNo', walletNo],
        ]),
      }
    },
    async reverse(tx, journalKey, { reason }) {
      const { memberId } = await reverseDeposit(context, tx, journalKey, reason)
      notifyDepositsChanged({ sockets }, [memberId], tx)
    },
  }
}
