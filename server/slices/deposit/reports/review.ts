import type { DeskQueue, Superseded } from '../../../desk/queue.ts'
import type { Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findOwner } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { payerRefusalOf, rememberPayer } from '../payers/payers.ts'
import { possibleMembers, rivalledBy, senderIn } from '../possible/members.ts'
import { referencesIn, reportEntries } from './entries.ts'
import { readSlipsOf } from './equal-slips-store.ts'
import { senderOf } from './facts.ts'
import { explain, suspendWaiting } from './journals.ts'
import { readMatchLimits } from './match-store.ts'
import { readReportId, readReportIds } from './report-id.ts'
import { reversesReports } from './reversal.ts'
import { reportEnd } from './review-ends.ts'
import { type Settled, settle } from './settle.ts'
import { keepState, lockWaiting, type Report, selectWaiting, waitingReports } from './store.ts'

/** The outcome of a report in the desk's words, where it was not credited as its operator wanted. */
const superseded: Record<Settled, Superseded | undefined> = {
  credited: undefined,
  matched: 'CREDITED',
  'in-doubt': 'IN_DOUBT',
}

/** The common parts of the queues of transfers and of payments. */
const queueOf = (context: Context, name: 'bank-transfer' | 'qr-payment', kind: Report['kind']) => {
  const { db } = context
  return {
    ...reversesReports(context, 'report', kind),
    name,
    refusalInDoubt: false,
    refusalByTwo: 'RETURN',
    referenceNeeded: false,
    waiting: [waitingReports('waiting', kind)],
    async entries(ids: string[]) {
      const rows = await selectWaiting(db, 'waiting', readReportIds(ids))
      return reportEntries(
        context,
        rows.filter((row) => row.kind === kind),
        'waiting',
      )
    },
    ended: (id: string) => reportEnd(db, id, kind),
    rivalled: (entry, memberId) => rivalledBy(context, name, entry, memberId),
  } satisfies Partial<DeskQueue>
}

/** @throws Refusal `ALREADY_DECIDED`, `NO_DATA` */
async function lockAsked(tx: Tx, id: string, kind: Report['kind']): Promise<Report> {
  const number = readReportId(id)
  if (number === undefined) throw new Refusal('NO_DATA')
  const row = await lockWaiting(tx, 'waiting', number)
  if (row.kind !== kind) throw new Refusal('NO_DATA')
  return row
}

/**
 * Transfers of the bank's feed that nobody is recognised by (rules.md §5.2). Approving credits the member
 * that the operator names, under the key that the feed itself would have used, unless that member may have
 * been credited for it by a slip or a QR payment: then it waits in the queue of `matchDesk`. Refusing takes
 * two people: the money goes back to its sender (see `returnDesk`), or, where the report contradicts another
 * one, it is no money of its own.
 */
export function transferDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    ...queueOf(context, 'bank-transfer', 'transfer'),
    async evidence(entry) {
      const [possible, slips, refusal] = await Promise.all([
        possibleMembers(context, 'bank-transfer', entry),
        readSlipsOf(context, referencesIn(entry)),
        payerRefusalOf(db, senderIn(entry)),
      ])
      return { ...possible, slips, payer: { refusal } }
    },
    payerRefusal: (entry) => payerRefusalOf(db, senderIn(entry)),
    async decide(tx, id, { choice, operatorId, memberId: named, payerNote }) {
      const row = await lockAsked(tx, id, 'transfer')
      if (choice === 'refuse') {
        await refuse(context, tx, row, operatorId)
        return undefined
      }
      const memberId = await findOwner(tx, named, row.currency)
      const settled = await settle(context, tx, row, { memberId, operatorId }, await readMatchLimits(tx))
      // Money that was credited already, or may have been, says nothing about its sender.
      if (settled === 'credited' && payerNote !== undefined && row.kind === 'transfer') {
        await rememberPayer(
          context,
          tx,
          { id: row.id, sender: senderOf(row) },
          { memberId, operatorId, note: payerNote },
        )
      }
      await suspendWaiting(context, tx)
      return superseded[settled]
    },
  }
}

/**
 * Payments that were not credited by a code: late, of another amount, second ones, and of unknown codes
 * (rules.md §5.3). Approving credits the money to the member whose code it was, or to the one that the
 * operator names, unless a bank transfer may have been credited for it: then it waits in the queue of
 * `matchDesk`. Refusing takes two people, and the money goes back to its sender (see `returnDesk`).
 */
export function paymentDesk(context: Context): DeskQueue {
  return {
    ...queueOf(context, 'qr-payment', 'payment'),
    // A payment of a known code is its member's.
    evidence: async (entry) => (entry.memberId === null ? possibleMembers(context, 'qr-payment', entry) : {}),
    async decide(tx, id, { choice, operatorId, memberId: named }) {
      const row = await lockAsked(tx, id, 'payment')
      if (choice === 'refuse') {
        await refuse(context, tx, row, operatorId)
        return undefined
      }
      const memberId = await findOwner(tx, row.memberId ?? named, row.currency)
      const settled = await settle(context, tx, row, { memberId, operatorId }, await readMatchLimits(tx))
      return superseded[settled]
    },
  }
}

/** Two people have decided that nobody is credited for a report. */
async function refuse(context: Context, tx: Tx, row: Report, operatorId: string): Promise<void> {
  notifyDepositsChanged(context, [row.memberId], tx)
  if (row.kind === 'payment' || row.contradictsId === null) {
    await keepState(context, tx, row, { state: 'returning', operatorId })
    await suspendWaiting(context, tx)
  } else {
    await keepState(context, tx, row, { state: 'explained', operatorId })
    await explain(context, tx, row, { sameAs: [row.contradictsId], operatorId })
  }
}
