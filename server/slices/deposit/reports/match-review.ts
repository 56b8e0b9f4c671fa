import type { DeskQueue } from '../../../desk/queue.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { questionOf, referencesIn, reportEntries } from './entries.ts'
import { readSlipsOf } from './equal-slips-store.ts'
import { suspendWaiting } from './journals.ts'
import { findMatches, readMatchLimits } from './match-store.ts'
import { readReportId, readReportIds } from './report-id.ts'
import { reversesReports } from './reversal.ts'
import { reportEnd } from './review-ends.ts'
import { credit, link, lookAgain } from './settle.ts'
import { findSettledElsewhere, lockWaiting, selectWaiting, waitingReports } from './store.ts'

/**
 * Reports that may be money which was credited already: slip, feed and a gateway report an equal amount at
 * nearly the same time, under different references (rules.md §5.2, §5.3). Approving says that the money is
 * different, and credits it. Refusing says that it is the same: the report is matched, and nothing is
 * credited.
 */
export function matchDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    ...reversesReports(context, 'report'),
    name: 'bank-twin',
    refusalInDoubt: false,
    referenceNeeded: false,
    waiting: [waitingReports('in-doubt')],
    async entries(ids) {
      return reportEntries(context, await selectWaiting(db, 'in-doubt', readReportIds(ids)), 'in-doubt')
    },
    evidence: async (entry) => ({ slips: await readSlipsOf(context, referencesIn(entry)) }),
    ended: (id) => reportEnd(db, id),
    async decide(tx, id, { choice, operatorId, question }) {
      const number = readReportId(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      const row = await lockWaiting(tx, 'in-doubt', number)
      const limits = await readMatchLimits(tx)
      const matches = await findMatches(tx, row, limits)
      const [match, ...others] = matches
      // The operator saw others, and may have meant another.
      if (!row.memberId || questionOf(matches) !== question) throw new Refusal('NO_DATA')
      const settlement = { memberId: row.memberId, operatorId }
      const elsewhere = choice === 'approve' ? await findSettledElsewhere(tx, row) : undefined
      if (elsewhere) {
        await lookAgain(context, tx, await link(context, tx, row, [elsewhere], settlement), limits)
      } else if (choice === 'approve') {
        await lookAgain(context, tx, await credit(context, tx, row, settlement), limits)
      } else if (match) {
        await lookAgain(context, tx, await link(context, tx, row, [match, ...others], settlement), limits)
      }
      // The setting was made smaller meanwhile: there is nothing left that it may be the same as.
      else throw new Refusal('NO_DATA')
      await suspendWaiting(context, tx)
      return elsewhere && 'CREDITED'
    },
  }
}
