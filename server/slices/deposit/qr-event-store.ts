import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { PaymentReason } from './qr-rules.ts'
import { takesQr } from './store.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    qr_events: {
      id: Generated<number>
      gateway: string
      event_id: string
      payment_id: string
      currency: 'THB' | 'LAK'
      amount_minor: number
      paid_at: Date
      received_at: Date
      state: EventState
      reason: PaymentReason | null
      member_id: Generated<string | null>
      operator_id: Generated<string | null>
      journal_key: Generated<string | null>
    }
  }
}

/** `waiting`: for a person; `returned`: a person sends the money back outside. */
export type EventState = 'credited' | 'waiting' | 'returned'

/** A payment as the gateway reports it. */
export interface Payment {
  gateway: string
  eventId: string
  paymentId: string
  amountMinor: number
  paidAt: Date
}

/**
 * Claims an event as a payment that nobody knows of. The same event in another transaction waits here for that one's
 * end. Its currency is the gateway's, also when members are shown the gateway no longer.
 * @returns its row's id; undefined when it was reported before
 */
export async function insertEvent(tx: Tx, payment: Payment, now: Date): Promise<number | undefined> {
  const row = await tx
    .insertInto('qr_events')
    .values({
      gateway: payment.gateway,
      event_id: payment.eventId,
      payment_id: payment.paymentId,
      currency: sql<'THB' | 'LAK'>`coalesce((
        select currency from deposit_accounts
        where bank_code = ${payment.gateway} and (bank_type = 'PAYMENT' or ${sql.raw(takesQr)})
        order by enabled desc, sort, id limit 1), 'THB')`,
      amount_minor: payment.amountMinor,
      paid_at: payment.paidAt,
      received_at: now,
      state: 'waiting',
      reason: 'UNKNOWN_PAYMENT',
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
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

/** Whose payment an event is, and what became of it. */
export async function judgeEvent(
  tx: Tx,
  id: number,
  verdict: { memberId: string; currency: 'THB' | 'LAK' } & (
    | { state: 'waiting'; reason: PaymentReason }
    | { state: 'credited'; journalKey: string }
  ),
): Promise<void> {
  await tx
    .updateTable('qr_events')
    .set({
      state: verdict.state,
      reason: verdict.state === 'waiting' ? verdict.reason : null,
      journal_key: verdict.state === 'credited' ? verdict.journalKey : null,
      member_id: verdict.memberId,
      currency: verdict.currency,
    })
    .where('id', '=', id)
    .execute()
}

/** An event that waits for a person, with the code that it is about, if that is one of ours. */
export interface WaitingEvent extends Payment {
  id: number
  currency: 'THB' | 'LAK'
  receivedAt: Date
  reason: PaymentReason | null
  memberId: string | null
  codeAmountMinor: number | null
  codeState: string | null
  codeExpiresAt: Date | null
  codeClosedAt: Date | null
}

const waiting = (db: Db) =>
  db
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
      'p.amount_minor as codeAmountMinor',
      'p.state as codeState',
      'p.expires_at as codeExpiresAt',
      'p.closed_at as codeClosedAt',
    ])
    .where('e.state', '=', 'waiting')

/** Events that wait, oldest first, after the one with the id `after`. */
export const selectWaiting = (db: Db, after: number, limit: number): Promise<WaitingEvent[]> =>
  waiting(db).where('e.id', '>', after).orderBy('e.id').limit(limit).execute()

export const findWaiting = (db: Db, id: number): Promise<WaitingEvent | undefined> =>
  waiting(db).where('e.id', '=', id).executeTakeFirst()

export async function countWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('qr_events')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.count ?? 0
}

/** An event that waits, held until the transaction ends; with `state` when another decision was first. */
export function lockEvent(tx: Tx, id: number) {
  return tx
    .selectFrom('qr_events')
    .select([
      'gateway',
      'event_id as eventId',
      'payment_id as paymentId',
      'currency',
      'amount_minor as amountMinor',
      'paid_at as paidAt',
      'reason',
      'state',
      'member_id as memberId',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Closes an event that waits. @returns whether it still waited */
export async function decideEvent(
  tx: Tx,
  id: number,
  decision: {
    state: 'credited' | 'returned'
    operatorId: string
    memberId: string | null
    journalKey: string | null
  },
): Promise<boolean> {
  const decided = await tx
    .updateTable('qr_events')
    .set({
      state: decision.state,
      operator_id: decision.operatorId,
      member_id: decision.memberId,
      journal_key: decision.journalKey,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}
