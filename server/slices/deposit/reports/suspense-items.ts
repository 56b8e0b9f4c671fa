import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { partsOf } from '../../../ledger/public.ts'
import type { Context } from '../../context.ts'
import { readReportId } from './report-id.ts'
import { type Report, selectReports } from './store.ts'

/** The sums that the house owes to unknown senders, each with the desk's item that decides about it. */

type Page = AnswerOf<'GET /api/console/suspense/:account'>
type Item = Page['items'][number]

const pageSize = 50

/**
 * Reports in one account, oldest first, each with the desk's item that decides about it.
 * @param after the number of a report, exclusive
 */
export async function listSuspenseItems(
  context: Context,
  account: string,
  after: string | undefined,
): Promise<Page> {
  const number = after === undefined ? null : (readReportId(after) ?? 0)
  const rows = await selectReports(
    context.db,
    `t.in_suspense and t.place = $1
       and ($2::bigint is null or (t.received_at, t.id) > (select received_at, id from deposit_reports where id = $2))
     order by t.received_at, t.id limit $3`,
    [partsOf(account).of, number, pageSize + 1],
  )
  const shown = rows.slice(0, pageSize)
  return {
    items: shown.map(itemOf),
    next: rows.length > pageSize ? String(shown.at(-1)?.id) : null,
  }
}

const itemOf = (row: Report): Item => ({
  queue: queueOf(row),
  id: String(row.id),
  amount: fromMinor(row.amountMinor),
  currency: row.currency,
  since: row.receivedAt.toISOString(),
  reference: row.kind === 'transfer' ? row.reference : row.paymentId,
  fromBank: row.kind === 'transfer' ? row.fromBank : null,
  fromAccountNo: row.kind === 'transfer' ? row.fromAccountNo : null,
  fromName: row.kind === 'transfer' ? row.fromName : null,
})

/** The desk's queue in which a report in suspense waits. */
function queueOf({ state, kind }: Report): Item['queue'] {
  if (state === 'returning') return 'return'
  if (state === 'in-doubt') return 'bank-twin'
  return kind === 'payment' ? 'qr-payment' : 'bank-transfer'
}
