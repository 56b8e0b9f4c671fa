import { fromMinor } from '@krapao/contract/money.ts'
import type { DeskEntry, Evidence } from '../../../desk/queue.ts'
import { readAttempts } from '../../../outside/review.ts'
import type { Context } from '../../context.ts'
import { possibleMembers } from '../possible/members.ts'
import { readEqualSlips } from '../reports/equal-slips-store.ts'
import { selectTransfers, type Transfer } from '../reports/store.ts'

/** Most reports of one reference that are shown. */
const mostReports = 5

/**
 * What a decision about a waiting slip needs beyond its facts (rules.md §17.7): whose money it may be,
 * whether the bank's feed has seen it, other slips of its transfer, and what the verifier was asked.
 */
export async function slipEvidence(context: Context, entry: DeskEntry): Promise<Evidence> {
  const { db } = context
  const reference = entry.evidence.find(({ label }) => label === 'reference')?.value
  const [possible, reports, slips, attempts] = await Promise.all([
    possibleMembers(context, 'slip', entry),
    reference ? readReports(context, reference) : [],
    readEqualSlips(context, entry.id),
    readAttempts(db, { kind: 'slip', key: entry.id }, mayAskVerifier(entry)),
  ])
  return { ...possible, reports, slips, attempts }
}

/** Whether the verifier is still asked about a slip: of all others it has said what it knows. */
export const mayAskVerifier = ({ reason }: Pick<DeskEntry, 'reason'>): boolean => reason === 'VERIFIER_SILENT'

/** The reports of the bank's feed under a reference, at any account of the house. */
async function readReports(context: Context, reference: string): Promise<NonNullable<Evidence['reports']>> {
  const rows = await selectTransfers(
    context.db,
    `t.reference = $1 and t.reported_at is not null order by t.id limit ${mostReports}`,
    [reference],
  )
  return rows.map(toReport)
}

const places = {
  waiting: 'WAITING',
  'in-doubt': 'WAITING',
  credited: 'CREDITED',
  matched: 'SAME',
  returning: 'RETURNING',
  returned: 'RETURNED',
  internal: 'INTERNAL',
  explained: 'NO_MONEY',
} as const satisfies Record<Transfer['state'], string>

function toReport(row: Transfer): NonNullable<Evidence['reports']>[number] {
  return {
    reportedAt: (row.reportedAt ?? row.receivedAt).toISOString(),
    bankCode: row.houseBankCode,
    accountNo: row.place,
    amount: fromMinor(row.amountMinor),
    currency: row.currency,
    sentAt: row.paidAt.toISOString(),
    fromName: row.fromName,
    place: places[row.state],
    memberId: row.memberId,
    item: { queue: row.state === 'in-doubt' ? 'bank-twin' : 'bank-transfer', id: String(row.id) },
  }
}
