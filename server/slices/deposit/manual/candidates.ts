import { fromMinor } from '@krapao/contract/money.ts'
import type { DeskEntry } from '../../../desk/queue.ts'
import type { Db } from '../../../platform/database.ts'
import { couldBeOneSender, type SenderAccount, sendersAgree } from '../payers/sender-rules.ts'
import { senderOf, transferFacts } from '../reports/facts.ts'
import { selectTransfers, type Transfer } from '../reports/store.ts'
import { type Announcement, selectNear } from './store.ts'

/**
 * The transfers that the bank reported and that an operator may choose for an announced deposit (rules.md
 * §5.5).
 */

/**
 * The condition under which a transfer may be chosen: it is nobody's, the bank itself reported it, and it
 * contradicts no other report, which would be a question of its own.
 */
const free = `t.state = 'waiting' and t.reported_at is not null and t.contradicts_id is null`

export const isFree = ({ state, reportedAt, contradictsId }: Transfer): boolean =>
  state === 'waiting' && reportedAt !== null && contradictsId === null

const maxShown = 8

/**
 * Transfers that each of some announcements may be about, by its id: two queries, however many announcements.
 */
export async function selectCandidates(
  db: Db,
  announcements: Announcement[],
): Promise<Map<string, Transfer[]>> {
  const pairs = await selectNear(
    db,
    announcements.map(({ id }) => id),
  )
  const found = await selectTransfers(db, `${free} and t.id = any($1::bigint[])`, [
    [...new Set(pairs.map(({ id }) => id))],
  ])
  const rows = new Map(found.map((row) => [row.id, row]))
  const byAnnouncement = Map.groupBy(pairs, ({ announcementId }) => announcementId)
  return new Map(
    announcements.map(({ id }) => [
      id,
      (byAnnouncement.get(id) ?? []).flatMap((pair) => rows.get(pair.id) ?? []),
    ]),
  )
}

/** The candidates that are shown, the likeliest first: equal amounts, then senders that fit, then times. */
export function likeliest(
  found: Transfer[],
  { amountMinor, createdAt }: Announcement,
  member: SenderAccount,
): Transfer[] {
  const rank = (row: Transfer) => ({
    amount: row.amountMinor === amountMinor ? 0 : 1,
    sender: senderRank(row, member),
    distance: Math.abs(row.paidAt.getTime() - createdAt.getTime()),
  })
  return found
    .map((row) => ({ row, ...rank(row) }))
    .sort(
      (a, b) => a.amount - b.amount || a.sender - b.sender || a.distance - b.distance || a.row.id - b.row.id,
    )
    .slice(0, maxShown)
    .map(({ row }) => row)
}

function senderRank(row: Transfer, member: SenderAccount): number {
  const sender = senderOf(row)
  if (!couldBeOneSender(sender, member)) return 2
  return sendersAgree(sender, member) ? 0 : 1
}

export const toCandidate = (row: Transfer): NonNullable<DeskEntry['candidates']>[number] => ({
  transferId: String(row.id),
  amount: fromMinor(row.amountMinor),
  evidence: transferFacts(row),
})
