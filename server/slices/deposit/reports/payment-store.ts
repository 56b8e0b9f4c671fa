import type { Currency } from '@krapao/contract/money.ts'
import type { Generated } from 'kysely'
import type { Waiting } from '../../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { retracting } from '../../outcome/public.ts'
import type { PaymentReason } from './payment-rules.ts'
import { lockAmount, type Transfer } from './store.ts'

declare module '../../../platform/database.ts' {
  interface Tables {
    qr_events: {
      id: Generated<number>
      gateway: string
      event_id: string
      payment_id: string
      currency: Currency
      amount_minor: number
      paid_at: Date
      received_at: Date
      state: EventState
      reason: PaymentReason | null
      member_id: Generated<string | null>
      operator_id: Generated<string | null>
      journal_key: Generated<string | null>
      in_suspense: Generated<boolean>
      return_reference: Generated<string | null>
      reversals: Generated<number>
    }
  }
}

/**
 * `waiting`: for a person; `in-doubt`: for a person to say whether it is a bank transfer that was credited already; `matched`:
 * it is; `returning`: two people decided that it goes back to who paid; `returned`: the gateway sent it.
 */
export type EventState = 'credited' | 'waiting' | 'in-doubt' | 'matched' | 'returning' | 'returned'

/** A payment as the gateway reports it. */
export interface Payment {
  gateway: string
  eventId: string
  paymentId: string
  amountMinor: number
  paidAt: Date
}

/** A reported payment as its row has it. `amountMinor`: in `currency`. */
export interface PaymentRow extends Payment {
  id: number
  currency: Currency
  state: EventState
  reason: PaymentReason | null
  memberId: string | null
  journalKey: string | null
  receivedAt: Date
  inSuspense: boolean
  /** How many of its credits were reversed. After one, the system credits it no more by itself. */
  reversals: number
  /** The transaction inserts it: nobody can have been asked about it yet. */
  isNew?: true
}

/** Whether a report of money is a gateway's, and not of a bank or slip. */
export const isReported = <Payment extends PaymentRow>(one: Transfer | Payment): one is Payment =>
  'eventId' in one

/** The columns of `PaymentRow`, from `qr_events e`. */
export const paymentColumns = `e.id, e.gateway, e.event_id as "eventId", e.payment_id as "paymentId", e.currency,
  e.amount_minor as "amountMinor", e.paid_at as "paidAt", e.state, e.reason, e.member_id as "memberId",
  e.journal_key as "journalKey", e.received_at as "receivedAt", e.in_suspense as "inSuspense",
  e.reversals`

/**
 * Inserts an event that has not been reported yet. The same event in another transaction waits here for the end of
 * this one.
 * @param currency the gateway's
 * @returns its row; undefined when it was reported before
 */
export function insertEvent(
  tx: Tx,
  payment: Payment,
  currency: Currency,
  now: Date,
): Promise<{ id: number; currency: Currency } | undefined> {
  return tx
    .insertInto('qr_events')
    .values({
      gateway: payment.gateway,
      event_id: payment.eventId,
      payment_id: payment.paymentId,
      currency,
      amount_minor: payment.amountMinor,
      paid_at: payment.paidAt,
      received_at: now,
      state: 'waiting',
      reason: 'UNKNOWN_PAYMENT',
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doNothing())
    .returning(['id', 'currency'])
    .executeTakeFirst()
}

/**
 * Whether another gateway has reported the very same payment, so that this is that gateway's report, forwarded to
 * another path: no two gateways share number, payment, amount and moment. Asked under `lockReports` of the payment.
 */
export async function isSentOn(
  tx: Tx,
  { gateway, eventId, paymentId, amountMinor, paidAt }: Payment,
): Promise<boolean> {
  const found = await rawQuery(
    tx,
    `select from qr_events where gateway <> $1 and event_id = $2 and payment_id = $3 and amount_minor = $4 and paid_at = $5`,
    [gateway, eventId, paymentId, amountMinor, paidAt],
  )
  return found.length > 0
}

export function findEvent(
  tx: Tx,
  { gateway, eventId }: Payment,
): Promise<{ paymentId: string; amountMinor: number; state: EventState }> {
  return tx
    .selectFrom('qr_events')
    .select(['payment_id as paymentId', 'amount_minor as amountMinor', 'state'])
    .where('gateway', '=', gateway)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
}

/**
 * Records whose payment a new event is, and why a person has to decide about it, if so. Its code did not run out without a
 * payment, whatever its member was told: what becomes of the payment is said instead.
 */
export async function attributeEvent(
  tx: Tx,
  id: number,
  match: { codeId: string; memberId: string; currency: Currency; reason: PaymentReason | undefined },
): Promise<void> {
  const { codeId, memberId, currency, reason } = match
  await rawQuery(
    tx,
    `with untrue as (${retracting('$5')})
     update qr_events set member_id = $2, currency = $3, reason = coalesce($4, reason) where id = $1`,
    [id, memberId, currency, reason ?? null, expiredKey(codeId)],
  )
}

/** The key under which it is recorded that a code ran out of time. */
export const expiredKey = (codeId: string): string => `expired:${codeId}`

/** An event that waits for a person, with the code that it is about, if that is one of ours. */
export interface WaitingEvent extends Payment {
  id: number
  currency: Currency
  receivedAt: Date
  reason: PaymentReason | null
  memberId: string | null
  reversals: number
  codeAmountMinor: number | null
  codeState: string | null
  codeExpiresAt: Date | null
  codeClosedAt: Date | null
}

/** Those of some events that wait, each with its code. */
export async function selectEvents(
  db: Db,
  state: 'waiting' | 'returning',
  ids: number[],
): Promise<WaitingEvent[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('qr_events as e')
    .leftJoin('qr_payments as p', (on) =>
      on.onRef('p.id', '=', 'e.payment_id').onRef('p.gateway', '=', 'e.gateway'),
    )
    .select([
      'e.id',
      'e.gateway',
      'e.event_id as eventId',
      'e.payment_id as paymentId',
      'e.currency',
      'e.amount_minor as amountMinor',
      'e.paid_at as paidAt',
      'e.received_at as receivedAt',
      'e.reason',
      'e.member_id as memberId',
      'e.reversals',
      'p.amount_minor as codeAmountMinor',
      'p.state as codeState',
      'p.expires_at as codeExpiresAt',
      'p.closed_at as codeClosedAt',
    ])
    .where('e.state', '=', state)
    .where('e.id', 'in', ids)
    .execute()
}

/** Payments that wait in a state. @param id SQL of the item's id, where it is not the payment's */
export const waitingEvents = (state: 'waiting' | 'in-doubt' | 'returning', id?: string): Waiting => ({
  subject: 'qr-payment',
  key: 'id',
  keyType: 'bigint',
  ...(id && { id }),
  at: 'received_at',
  memberId: 'member_id',
  amountMinor: 'amount_minor',
  currency: 'currency',
  words: `concat_ws(' ', event_id, payment_id, id)`,
  from: 'qr_events',
  where: `state = '${state}'`,
})

export const selectPayments = (db: Db | Tx, where: string, values: unknown[]): Promise<PaymentRow[]> =>
  rawQuery(db, `select ${paymentColumns} from qr_events e where ${where}`, values)

/** Those of some payments that may be bank transfers which were credited. */
export const selectInDoubt = (db: Db, ids: number[]): Promise<PaymentRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selectPayments(db, `e.state = 'in-doubt' and e.id = any($1::bigint[])`, [ids])

/**
 * Whether a payment's money is in the books as its own: credited, or in suspense while it is nobody's. It is not once
 * the gateway has sent it back, or where it is matched to a transfer.
 */
export const isBooked = ({ state, inSuspense }: PaymentRow): boolean => state === 'credited' || inSuspense

/** Locks an event until the transaction ends. Run it under `lockAmount`. */
export async function lockEvent(tx: Tx, id: number): Promise<PaymentRow | undefined> {
  const [row] = await selectPayments(tx, 'e.id = $1 for update', [id])
  return row
}

/** The states in which a person has to decide about a payment. */
const waits = (state: EventState): boolean =>
  state === 'waiting' || state === 'in-doubt' || state === 'returning'

/**
 * Records the outcome of an event that the transaction has locked. Its money is in suspense while it is nobody's:
 * whoever ends that posts where the money goes.
 */
export async function decideEvent(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  { id, reason, state, isNew }: Pick<PaymentRow, 'id' | 'reason' | 'state' | 'isNew'>,
  decision: {
    state: Exclude<EventState, 'waiting'>
    operatorId: string | undefined
    memberId: string | null
    journalKey?: string
    returnReference?: string
  },
): Promise<void> {
  await rawQuery(
    tx,
    `update qr_events set state = $2, operator_id = coalesce($3, operator_id), member_id = $4, journal_key = $5,
       return_reference = $6, reason = $7, in_suspense = in_suspense and $2 in ('in-doubt', 'returning')
     where id = $1`,
    [
      id,
      decision.state,
      decision.operatorId ?? null,
      decision.memberId,
      decision.journalKey ?? null,
      decision.returnReference ?? null,
      reason,
    ],
  )
  if ((waits(state) && !isNew) || waits(decision.state)) desk.changed(tx, 'qr-payment', [id])
}

/** An event whose return was not sent waits for a person again. */
export async function waitAgain({ desk }: Pick<Context, 'desk'>, tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('qr_events')
    .set({ state: 'waiting', operator_id: null })
    .where('id', '=', id)
    .execute()
  desk.changed(tx, 'qr-payment', [id])
}

/** Notes that the money of a new event is in suspense, because it waits for a person. */
export async function markSuspended({ desk }: Pick<Context, 'desk'>, tx: Tx, id: number): Promise<void> {
  await tx.updateTable('qr_events').set({ in_suspense: true }).where('id', '=', id).execute()
  desk.changed(tx, 'qr-payment', [id])
}

/**
 * Locks a waiting payment, and everything of its amount, until the transaction ends.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED`
 */
export async function lockPayment(
  tx: Tx,
  state: 'waiting' | 'in-doubt' | 'returning',
  id: number,
): Promise<PaymentRow> {
  const [known] = await selectPayments(tx, 'e.id = $1', [id])
  if (!known) throw new Refusal('NO_DATA')
  await lockAmount(tx, known.currency, known.amountMinor)
  const row = await lockEvent(tx, id)
  if (row?.state !== state) throw new Refusal('ALREADY_DECIDED')
  return row
}
