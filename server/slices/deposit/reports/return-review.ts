import type { DeskDecision, DeskQueue } from '../../../desk/queue.ts'
import type { Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { recordEndings } from '../../outcome/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { reportEntries } from './entries.ts'
import { postReturn } from './journals.ts'
import { endLinked } from './linked-ending.ts'
import { readReportId, readReportIds } from './report-id.ts'
import { returnEnd } from './review-ends.ts'
import { keepState, lockWaiting, type Report, selectWaiting, waitingReports } from './store.ts'

/**
 * Money that two people decided to return to its sender (rules.md §18), until the bank or the gateway has
 * sent it: it stays in suspense, and nobody can be credited for it. Approving says that the return was sent
 * and names its reference there; refusing says that it was not sent, and the money waits for a decision
 * again.
 */
export function returnDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    name: 'return',
    ownerless: true,
    // A wrong decision that it was not sent lets it be credited as well.
    refusalInDoubt: true,
    refusalByTwo: 'NOT_CARRIED_OUT',
    referenceNeeded: true,
    oneReference: true,
    waiting: [waitingReports('returning')],
    async entries(ids) {
      return reportEntries(context, await selectWaiting(db, 'returning', readReportIds(ids)), 'returning')
    },
    ended: (id) => returnEnd(db, id),
    async decide(tx, id, decision) {
      const number = readReportId(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      if (decision.choice === 'approve') requireAgreement(decision.first, named(decision.reference))
      const row = await lockWaiting(tx, 'returning', number)
      notifyDepositsChanged(context, [row.memberId], tx)
      if (decision.choice === 'approve') await recordReturn(context, tx, row, decision)
      else await keepState(context, tx, row, { state: 'waiting', operatorId: decision.operatorId })
      await endLinked(context, tx, row)
      return undefined
    },
  }
}

async function recordReturn(
  context: Context,
  tx: Tx,
  row: Report,
  { operatorId, reference }: DeskDecision,
): Promise<void> {
  const returnReference = named(reference)
  await keepState(context, tx, row, { state: 'returned', operatorId, returnReference })
  const { memberId, amountMinor, currency, id, place: from } = row
  if (memberId) {
    const source = `payment-${id}`
    const end = { kind: 'qr', result: 'RETURNED', source, from, at: context.clock.now() } as const
    await recordEndings(tx, [{ key: `returned:${source}`, memberId, amountMinor, currency, ...end }])
  }
  await postReturn(context, tx, row, { operatorId, returnReference })
}

/**
 * Two people who record one return name one reference. Another one is a slip of the pen, or the money was
 * sent twice: nothing is recorded until they agree, or say that the first was wrong by refusing.
 * @throws Refusal `OTHER_REFERENCE` with the first one's `reference`, its operator (`decidedBy`) and time
 *   (`at`)
 */
function requireAgreement(first: DeskDecision['first'], reference: string): void {
  if (!first?.reference || spelled(first.reference) === spelled(reference)) return
  throw new Refusal('OTHER_REFERENCE', {
    reference: first.reference,
    decidedBy: { _id: first.operatorId, name: first.name },
    at: first.at.toISOString(),
  })
}

const spelled = (reference: string): string => reference.replace(/\s/g, '').toUpperCase()

function named(reference: string | undefined): string {
  if (reference !== undefined) return reference
  throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'reference', reason: 'name the return' }] })
}
