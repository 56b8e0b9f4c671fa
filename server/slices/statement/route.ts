import { exportStatement } from '@krapao/contract/slices/statement/export-statement.ts'
import { listPending as listPendingCall } from '@krapao/contract/slices/statement/list-pending.ts'
import { listStatement as listStatementCall } from '@krapao/contract/slices/statement/list-statement.ts'
import { listStatementEntries } from '@krapao/contract/slices/statement/list-statement-entries.ts'
import { statementEntries } from '../../ledger/public.ts'
import { type Language, mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context, Slice } from '../context.ts'
import { listProviders } from '../game/public.ts'
import { bankNames } from '../lookup/public.ts'
import { rowCounter } from './count.ts'
import { toCsv } from './csv.ts'
import { listStatement, readRows } from './list.ts'
import { listPending } from './pending.ts'
import { toEntries } from './rules.ts'

/** The maximum of rows in a download: months of a busy member, and a size that any phone can handle. */
const maxExported = 5000

/** The movements of a member’s money (product.md §2 Statement). */
export const statementSlice: Slice = {
  name: 'statement',

  mount(app, context) {
    const { db, gate } = context
    const count = rowCounter(db)

    mount(app, gate, listStatementCall, ({ caller, body, language }) =>
      listStatement(db, count, caller.memberId, { ...body, language }),
    )

    mount(app, gate, listPendingCall, async ({ caller }) => ({
      pending: await listPending(context, caller.memberId),
    }))

    mount(app, gate, listStatementEntries, async ({ caller, params }) => {
      const entries = await statementEntries(db, caller.memberId, Number(params.id))
      if (entries.length === 0) throw new Refusal('NO_DATA')
      return { entries: toEntries(caller.memberId, entries) }
    })

    mount(app, gate, exportStatement, async ({ caller, query, language }) => {
      const window = { limit: maxExported + 1, offset: 0, language }
      const rows = await readRows(db, caller.memberId, query, window)
      const name = ['statement', query.type, query.month].filter(Boolean).join('-')
      return {
        fileName: `${name}.csv`,
        csv: toCsv(rows.slice(0, maxExported), language, await namesOf(context, language)),
        complete: rows.length <= maxExported,
      }
    })
  },
}

/** Names of games and banks by their codes. */
async function namesOf(context: Context, language: Language): Promise<(code: string) => string | undefined> {
  const [banks, providers] = await Promise.all([bankNames(context, language), listProviders(context)])
  const games = new Map<string, string>(providers.map(({ code, name }) => [code, name]))
  return (code) => games.get(code) ?? banks.get(code)
}
