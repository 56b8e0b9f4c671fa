import type { AnswerOf } from '@krapao/contract/client.ts'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import { partsOf } from '../../../ledger/public.ts'
import { rawQuery } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { readReportId, reportId } from './report-id.ts'

/** What the house owes to senders who are not known yet, one by one, each with the desk's item that decides about it. */

type Page = AnswerOf<'GET /api/console/suspense/:account'>
type Item = Page['items'][number]

const pageSize = 50

interface Owed {
  kind: 'bank' | 'qr'
  id: number
  state: 'unmatched' | 'in-doubt' | 'returning' | 'waiting'
  amountMinor: number
  currency: Currency
  since: Date
  reference: string
  fromBank: string | null
  fromAccountNo: string | null
  fromName: string | null
}

/** Reports in one account, oldest first. `after`: `bank-12` or `qr-7`, exclusive. */
export async function listSuspenseItems(
  context: Context,
  account: string,
  after: string | undefined,
): Promise<Page> {
  const { kind = '', number = 0 } = readReportId(after) ?? {}
  const rows = await rawQuery<Owed>(
    context.db,
    `with owed as (
       select 'bank' as kind, id, state, amount_minor, currency, received_at, reference, from_bank, from_account_no, from_name
       from bank_transfers where in_suspense and house_account_no = $1
       union all
       select 'qr', id, state, amount_minor, currency, received_at, payment_id, null, null, null
       from qr_events where in_suspense and gateway = $1),
     last as (
       select received_at from bank_transfers where $2 = 'bank' and id = $3
       union all select received_at from qr_events where $2 = 'qr' and id = $3)
     select kind, id, state, amount_minor as "amountMinor", currency, received_at as since, reference,
       from_bank as "fromBank", from_account_no as "fromAccountNo", from_name as "fromName"
     from owed
     where $2 = '' or (received_at, kind, id) > (select received_at, $2, $3::bigint from last)
     order by received_at, kind, id limit $4`,
    [partsOf(account).of, kind, number, pageSize + 1],
  )
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    items: shown.map(itemOf),
    next: rows.length > pageSize && last ? reportId({ kind: last.kind, number: last.id }) : null,
  }
}

const itemOf = ({ kind, id, state, amountMinor, since, ...row }: Owed): Item => ({
  ...addressOf({ kind, id, state }),
  amount: fromMinor(amountMinor),
  currency: row.currency,
  since: since.toISOString(),
  reference: row.reference,
  fromBank: row.fromBank,
  fromAccountNo: row.fromAccountNo,
  fromName: row.fromName,
})

/** The desk's item about a report, by its state. */
function addressOf({ kind, id, state }: Pick<Owed, 'kind' | 'id' | 'state'>): Pick<Item, 'queue' | 'id'> {
  if (state === 'returning') return { queue: 'return', id: reportId({ kind, number: id }) }
  if (state === 'in-doubt') return { queue: 'bank-twin', id: reportId({ kind, number: id }) }
  return { queue: kind === 'qr' ? 'qr-payment' : 'bank-transfer', id: String(id) }
}
