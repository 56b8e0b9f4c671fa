import { exportStatement } from '@krapao/contract/slices/statement/export-statement.ts'
import { listStatement as listStatementCall } from '@krapao/contract/slices/statement/list-statement.ts'
import { listStatementEntries } from '@krapao/contract/slices/statement/list-statement-entries.ts'
import { mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Slice } from '../context.ts'
import { rowCounter } from './count.ts'
import { toCsv } from './csv.ts'
import { listStatement, readRows } from './list.ts'
import { toEntries } from './rules.ts'
import { selectEntries } from './store.ts'

/** Rows of one download [decided]: months of a busy member, and an answer that any phone can take. */
const mostExported = 5000

/** What happened to a member’s money (spec.md §2 Statement). */
export const statementSlice: Slice = {
  name: 'statement',

  mount(app, { db, gate }) {
    const count = rowCounter(db)

    mount(app, gate, listStatementCall, ({ caller, body }) => listStatement(db, count, caller.memberId, body))

    mount(app, gate, listStatementEntries, async ({ caller, params }) => {
      const entries = await selectEntries(db, caller.memberId, Number(params.id))
      if (entries.length === 0) throw new Refusal('NO_DATA')
      return { entries: toEntries(caller.memberId, entries) }
    })

    mount(app, gate, exportStatement, async ({ caller, query, language }) => {
      const window = { limit: mostExported + 1, offset: 0 }
      const rows = await readRows(db, caller.memberId, query, window)
      const name = ['statement', query.type, query.month].filter(Boolean).join('-')
      return {
        fileName: `${name}.csv`,
        csv: toCsv(rows.slice(0, mostExported), language),
        complete: rows.length <= mostExported,
      }
    })
  },
}
