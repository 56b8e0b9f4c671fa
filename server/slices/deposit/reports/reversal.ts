import { type DeskQueue, evidenceOf, type Reversible } from '../../../desk/queue.ts'
import { creditedMinor, joinCredit } from '../../../ledger/public.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { forgetPayersOf } from '../payers/payers.ts'
import { reverseDeposit } from '../posting.ts'
import { reportFacts } from './facts.ts'
import { suspendAgain, suspendWaiting } from './journals.ts'
import { lockAmount, lockAmounts, lockReports } from './locks.ts'
import { findReport } from './report-id.ts'
import { lockReport, type Report, selectReports, type Transfer } from './store.ts'

/**
 * Reverses credits of deposits, decided by two people (docs/decisions/0020). Money that a bank or gateway
 * reported stays in the house and belongs to nobody again: it is in suspense and on the desk, to be credited
 * to its owner or returned. The system never credits it by itself again.
 */

type Reversing = Required<Pick<DeskQueue, 'reversible' | 'reverse'>>

/** The journal of a credit, by the id of a slip or announcement that led to it. `$1`: the id. */
const keysBy = {
  slip: `select journal_key as key from slips where id = $1 and status = 'SUCCESS'`,
  announcement: `select journal_key as key from manual_deposits where id = $1 and state = 'CREDITED'`,
}

/**
 * The reversal of a report's credit, whichever item it was decided as.
 * @param by what the item's id names
 * @param kind of the queue's reports, where it has one
 */
export function reversesReports(
  context: Context,
  by: keyof typeof keysBy | 'report',
  kind?: Report['kind'],
): Reversing {
  const { db } = context
  return {
    async reversible(id) {
      const row = by === 'report' ? await findReport(db, id, kind) : await findCredited(db, keysBy[by], id)
      if (row?.state !== 'credited' || !row.memberId || !row.journalKey) return undefined
      const { journalKey, memberId, currency } = row
      return {
        journalKey,
        memberId,
        // A person may have credited another amount than the report's.
        amountMinor: await creditedMinor(db, journalKey),
        currency,
        evidence: reportFacts(row),
      }
    },
    async reverse(tx, journalKey, { operatorId, reason }) {
      const row = await lockCredited(tx, journalKey)
      const { legs } = await reverseDeposit(context, tx, journalKey, reason)
      await reopen(context, tx, row, operatorId)
      await suspendAgain(context, tx, row, legs)
      if (row.kind === 'transfer') await reopenOthers(context, tx, row)
      await failSlipsOf(tx, journalKey, operatorId)
      await rawQuery(
        tx,
        `update manual_deposits set state = 'REFUSED', journal_key = null, transfer_id = null, operator_id = $2, decided_at = $3
         where journal_key = $1`,
        [journalKey, operatorId, context.clock.now()],
      )
      await suspendWaiting(context, tx)
      await forgetPayersOf(context, tx, row.id, { operatorId, reason })
      notifyDepositsChanged(context, [row.memberId], tx)
    },
  }
}

async function findCredited(db: Db, keyOf: string, id: string): Promise<Report | undefined> {
  const [found] = await rawQuery<{ key: string | null }>(db, keyOf, [id])
  const [row] = found?.key ? await selectReports(db, 't.journal_key = $1', [found.key]) : []
  return row
}

/** @throws Refusal `ALREADY_DECIDED` where the credit was taken back already */
async function lockCredited(tx: Tx, journalKey: string): Promise<Report> {
  const [known] = await selectReports(tx, 't.journal_key = $1', [journalKey])
  if (!known) throw new Refusal('ALREADY_DECIDED')
  if (known.kind === 'transfer') {
    await lockReports(tx, known.reference)
    await lockAmounts(tx, known.reference)
  } else await lockAmount(tx, known.currency, known.amountMinor)
  const row = await lockReport(tx, known.id)
  if (row?.state !== 'credited' || row.journalKey !== journalKey) throw new Refusal('ALREADY_DECIDED')
  return row
}

/**
 * A report of which the credit was taken back belongs to nobody. A slip that alone shows a transfer stays
 * with it; one whose transfer the bank has reported says nothing about it any more.
 */
async function reopen(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  { id }: Pick<Report, 'id'>,
  operatorId: string | null,
): Promise<void> {
  await rawQuery(
    tx,
    `update deposit_reports set state = 'waiting', member_id = null, journal_key = null, same_as_id = null, operator_id = $2,
       reversals = reversals + 1, slip_id = case when reported_at is null then slip_id end,
       reason = case kind when 'payment' then coalesce(reason, 'UNKNOWN_PAYMENT') end
     where id = $1`,
    [id, operatorId],
  )
  desk.changed(tx, 'report', [id])
}

/**
 * Opens what had been put away as the money of a transfer that is taken back: transfers with its reference at
 * other accounts; and, where the bank has not reported it, so that its money is out of the books until it is
 * credited again or reported, what the bank or a gateway had reported of the same money. All of it waits, in
 * suspense, as any report of nobody's money.
 */
async function reopenOthers(
  context: Pick<Context, 'desk'>,
  tx: Tx,
  { id, place, reference, reportedAt }: Transfer,
): Promise<void> {
  const transfers = await rawQuery<{ id: number }>(
    tx,
    `update deposit_reports set state = 'waiting', member_id = null, same_as_id = null
     where kind = 'transfer' and state = 'matched' and (
       reference = $2 and place <> $3 and same_as_id is null
       or $4 and same_as_id = $1 and reported_at is not null)
     returning id`,
    [id, reference, place, reportedAt === null],
  )
  context.desk.changed(
    tx,
    'report',
    transfers.map((row) => row.id),
  )
  if (reportedAt !== null) return
  const payments = await selectReports(
    tx,
    `t.kind = 'payment' and t.state = 'matched' and t.same_as_id = $1 for update of t`,
    [id],
  )
  for (const payment of payments) await reopen(context, tx, payment, null)
}

/**
 * Every slip of a credit that is taken back fails, and gives its claim back: the transfer may be somebody
 * else's.
 */
async function failSlipsOf(tx: Tx, journalKey: string, operatorId: string): Promise<void> {
  await rawQuery(
    tx,
    `update slips set status = 'FAILED', note = 'REVERSED', journal_key = null, claims = false, operator_id = $2
     where journal_key = $1 and status = 'SUCCESS'`,
    [journalKey, operatorId],
  )
}

/**
 * The part of a gift that is taken back: the credit alone. Its link stays claimed, so that nobody is credited
 * for it a second time.
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
