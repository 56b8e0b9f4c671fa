import { fromMinor } from '@krapao/contract/money.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../../desk/queue.ts'
import type { Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findMember } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { recordEndings } from '../../outcome/public.ts'
import { notifyDepositsChanged, notifyRefused } from '../notify.ts'
import type { SenderAccount } from '../payers/sender-rules.ts'
import { transferFacts } from '../reports/facts.ts'
import { suspendWaiting } from '../reports/journals.ts'
import { readMatchLimits } from '../reports/match-store.ts'
import { reversesReports } from '../reports/reversal.ts'
import { announcementEnd } from '../reports/review-ends.ts'
import { settle } from '../reports/settle.ts'
import { lockWaiting, selectTransfers, type Transfer } from '../reports/store.ts'
import { isFree, likeliest, selectCandidates, toCandidate } from './candidates.ts'
import {
  type Announcement,
  type EqualCredit,
  findOutcome,
  refuseAnnouncement,
  selectEqualCredits,
  selectPending,
  waitingAnnouncements,
} from './store.ts'

/**
 * Announced deposits (rules.md §5.5). Approving chooses a transfer that the bank reported and that is
 * nobody's yet, and credits it to the member: its own amount, under the key that the feed itself would have
 * used. Refusing closes the announcement; what arrived waits on among the transfers.
 */
export function manualDesk(context: Context): DeskQueue {
  const { db, clock } = context
  return {
    ...reversesReports(context, 'announcement'),
    name: 'manual-deposit',
    refusalInDoubt: false,
    referenceNeeded: false,
    waiting: [waitingAnnouncements],
    async entries(ids) {
      const waiting = await selectPending(db, ids)
      const candidates = await selectCandidates(db, waiting)
      const credits = Map.groupBy(await selectEqualCredits(db, ids), ({ announcementId }) => announcementId)
      return Promise.all(
        waiting.map(async (announcement) => {
          const { id, memberId } = announcement
          const found = likeliest(candidates.get(id) ?? [], announcement, await accountOf(context, memberId))
          return entryOf(announcement, found, credits.get(id) ?? [])
        }),
      )
    },
    ended: (id) => announcementEnd(db, id),
    async withTransfer(entry, transferId) {
      const [row] = await selectTransfers(db, 't.id = $1', [Number(transferId)])
      if (!row || !isFree(row) || row.currency !== entry.currency) throw new Refusal('TRANSFER_TAKEN')
      const amount = fromMinor(row.amountMinor)
      const announced = evidenceOf([['announcedAmount', entry.amount?.toFixed(2)]])
      return {
        ...entry,
        amount,
        evidence: [...(amount === entry.amount ? [] : announced), ...transferFacts(row), ...entry.evidence],
      }
    },
    async decide(tx, id, { choice, operatorId, transferId }) {
      if (choice === 'refuse') {
        const at = clock.now()
        const refused = await refuseAnnouncement(context, tx, id, { operatorId, now: at })
        const { memberId } = refused
        const end = { kind: 'announcement', result: 'REFUSED', to: 'WALLET', source: id, at } as const
        await recordEndings(tx, [{ ...refused, ...end, key: `refused:${id}` }])
        notifyDepositsChanged(context, [memberId], tx)
        notifyRefused(context, { id, memberId }, tx)
        return undefined
      }
      const outcome = await findOutcome(tx, id)
      if (!outcome) throw new Refusal('NO_DATA')
      if (outcome.state !== 'PENDING') throw new Refusal('ALREADY_DECIDED')
      const row = await lockChosen(tx, transferId, outcome.currency)
      const settlement = { memberId: outcome.memberId, operatorId, announcementId: id }
      const settled = await settle(context, tx, row, settlement, await readMatchLimits(tx))
      // It may be what a slip was credited for: that is asked where transfers are decided, not here.
      if (settled !== 'credited') throw new Refusal('TRANSFER_TAKEN')
      // An equal transfer, credited meanwhile, was what was announced.
      if ((await findOutcome(tx, id))?.transferId !== row.id) throw new Refusal('ALREADY_DECIDED')
      await suspendWaiting(context, tx)
      return undefined
    },
  }
}

/**
 * The chosen transfer, held until the transaction ends. @throws Refusal `INVALID_REQUEST` none,
 * `TRANSFER_TAKEN`
 */
async function lockChosen(tx: Tx, transferId: string | undefined, currency: string): Promise<Transfer> {
  if (transferId === undefined) {
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'transferId', reason: 'choose a transfer' }] })
  }
  const row = await lockWaiting(tx, 'waiting', Number(transferId)).catch((error) => {
    throw error instanceof Refusal ? new Refusal('TRANSFER_TAKEN') : error
  })
  if (row.kind !== 'transfer' || !isFree(row) || row.currency !== currency)
    throw new Refusal('TRANSFER_TAKEN')
  return row
}

async function accountOf(context: Context, memberId: string): Promise<SenderAccount> {
  const member = await findMember(context, memberId)
  return {
    bank: member?.bankCode ?? '',
    accountNo: member?.bankAccountNo ?? '',
    name: member?.bankAccountName ?? '',
  }
}

function entryOf(
  { id, memberId, amountMinor, currency, createdAt }: Announcement,
  candidates: Transfer[],
  credits: EqualCredit[],
): DeskEntry {
  return {
    id,
    createdAt: createdAt.toISOString(),
    memberId,
    amount: fromMinor(amountMinor),
    currency,
    reason: 'ANNOUNCED',
    evidence: credits.flatMap(({ reference, paidAt }) =>
      evidenceOf([
        ['creditedReference', reference],
        ['creditedSentAt', paidAt.toISOString()],
      ]),
    ),
    candidates: candidates.map(toCandidate),
    picture: null,
  }
}
