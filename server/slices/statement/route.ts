import type { Language } from '@krapao/contract/languages.ts'
import { exportStatement } from '@krapao/contract/slices/statement/export-statement.ts'
import { exportStatementPdf } from '@krapao/contract/slices/statement/export-statement-pdf.ts'
import { getLastAmounts } from '@krapao/contract/slices/statement/get-last-amounts.ts'
import { getReceipt } from '@krapao/contract/slices/statement/get-receipt.ts'
import { getStatementSums } from '@krapao/contract/slices/statement/get-statement-sums.ts'
import { listPending as listPendingCall } from '@krapao/contract/slices/statement/list-pending.ts'
import { listStatement as listStatementCall } from '@krapao/contract/slices/statement/list-statement.ts'
import { listStatementEntries } from '@krapao/contract/slices/statement/list-statement-entries.ts'
import { type RowFilter, rowEntries } from '../../ledger/public.ts'
import { mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context, Slice } from '../context.ts'
import { listProviders } from '../game/public.ts'
import { bankNames } from '../lookup/public.ts'
import { rowCounter } from './count.ts'
import { toCsv } from './csv.ts'
import { exportPdf } from './export-pdf.ts'
import { readLastAmounts } from './last-amounts.ts'
import { linkUntil } from './link/links.ts'
import { serveReceiptLinks } from './link/route.ts'
import { listStatement, readRows } from './list.ts'
import { listUnderWay } from './pending.ts'
import { findReceipt } from './receipt.ts'
import { type Filter, journalsOf, statementTypes, toEntries } from './rules.ts'
import { readSums } from './sums.ts'

defineSetting(
  'statement.pdfsPerMinute',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  6,
  'Statements that a member may have made as PDF in a minute',
)

/** The maximum of rows in a download: months of a busy member, and a size that any phone can handle. */
const maxExported = 5000

/** The movements of a member’s money (product.md §2 Statement). */
export const statementSlice: Slice = {
  name: 'statement',

  mount(app, context) {
    const { db, gate } = context
    const count = rowCounter(db)

    mount(app, gate, listStatementCall, async ({ caller, body, language }) =>
      listStatement(db, count, caller.memberId, await journalsWanted(context, body, language), {
        ...body,
        language,
      }),
    )

    mount(app, gate, getStatementSums, async ({ caller, query }) => {
      const { member, sums } = await readSums(context, caller.memberId, query)
      return { currency: member.currency, ...sums }
    })

    mount(app, gate, getLastAmounts, ({ caller }) => readLastAmounts(context, caller.memberId))

    mount(app, gate, listPendingCall, ({ caller: { memberId }, language }) =>
      listUnderWay(context, memberId, language),
    )

    mount(app, gate, listStatementEntries, async ({ caller, params }) => {
      const entries = await rowEntries(db, caller.memberId, statementTypes, Number(params.id))
      if (entries.length === 0) throw new Refusal('NO_DATA')
      return { entries: toEntries(caller.memberId, entries) }
    })

    mount(app, gate, getReceipt, async ({ caller, params, language }) => {
      const receipt = await findReceipt(context, caller.memberId, params.id, language)
      return { ...receipt, linkUntil: await linkUntil(context, caller.memberId, params.id) }
    })
    serveReceiptLinks(app, context)

    mount(app, gate, exportStatement, async ({ caller, query, language }) => {
      const { rows, complete, name, nameOf } = await rowsWanted(caller.memberId, query, language)
      return { fileName: `${name}.csv`, csv: toCsv(rows, language, nameOf), complete }
    })

    mount(app, gate, exportStatementPdf, async ({ caller, query, language }) => {
      const { complete, name, ...wanted } = await rowsWanted(caller.memberId, query, language)
      const content = { ...wanted, isWhole: complete, period: query, language }
      const pdf = await exportPdf(context, caller.memberId, content)
      return { fileName: `${name}.pdf`, pdf: pdf.toString('base64'), complete }
    })

    /** The rows of a download, the name of its file, and the names in it. */
    async function rowsWanted(memberId: string, query: Filter, language: Language) {
      const window = { limit: maxExported + 1, offset: 0, language }
      const filter = await journalsWanted(context, query, language)
      const rows = await readRows(db, memberId, filter, window)
      const { banks, games } = await namesOf(context, language)
      return {
        rows: rows.slice(0, maxExported),
        complete: rows.length <= maxExported,
        name: ['statement', query.type, query.month, query.from, query.until].filter(Boolean).join('-'),
        nameOf: (code: string) => games.get(code) ?? banks.get(code),
      }
    }
  },
}

/** The ledger's filter for what the member wants to see; names are looked up only for a search. */
async function journalsWanted(context: Context, filter: Filter, language: Language): Promise<RowFilter> {
  if (filter.search === undefined) return journalsOf(filter)
  const { banks, games } = await namesOf(context, language)
  return journalsOf(filter, (letters) =>
    [...banks, ...games].flatMap(([code, name]) => (name.toLowerCase().includes(letters) ? code : [])),
  )
}

/** Names of banks and of games by their codes. */
async function namesOf(context: Context, language: Language) {
  const [banks, providers] = await Promise.all([bankNames(context, language), listProviders(context)])
  return { banks, games: new Map<string, string>(providers.map(({ code, name }) => [code, name])) }
}
