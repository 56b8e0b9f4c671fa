import type { AnswerOf } from '@krapao/contract/client.ts'
import { addSeconds } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { selectOperators } from '../operator/public.ts'
import { type ReportRow, selectReport } from './session-store.ts'

type Report = AnswerOf<'GET /api/console/chats/report'>

const most = { days: 92 }
const daySeconds = 86_400

/**
 * How soon the staff answered, from one Bangkok day to another, both included (rules.md §12.6).
 * @throws Refusal `INVALID_REQUEST`
 */
export async function reportOf(
  context: Context,
  { from, to }: { from: string; to: string },
): Promise<Report> {
  const begin = new Date(`${from}T00:00:00+07:00`)
  const end = addSeconds(new Date(`${to}T00:00:00+07:00`), daySeconds)
  const seconds = (end.getTime() - begin.getTime()) / 1000
  if (!(seconds > 0 && seconds <= most.days * daySeconds)) {
    throw new Refusal('INVALID_REQUEST', {
      fields: [{ field: 'to', reason: `not a day of the ${most.days} that begin with "from"` }],
    })
  }
  const rows = await selectReport(context.db, begin, end)
  const ids = new Set(rows.flatMap(({ operatorId }) => operatorId ?? []))
  const named = ids.size > 0 ? await selectOperators(context.db, [...ids]) : []
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const operatorOf = ({ operatorId }: ReportRow) =>
    operatorId === null ? null : { _id: operatorId, name: names.get(operatorId) ?? '' }
  const rowsOf = (of: ReportRow['of']) => rows.filter((row) => row.of === of)
  const [total = none] = rowsOf('all')
  return {
    total: figuresOf(total),
    operators: rowsOf('operator').map((row) => ({ operator: operatorOf(row), ...figuresOf(row) })),
    days: rowsOf('day').map((row) => ({
      day: row.day ?? '',
      operator: operatorOf(row),
      ...figuresOf(row),
    })),
  }
}

type Figures = Report['total']

const none: Figures = {
  conversations: 0,
  answered: 0,
  ended: 0,
  firstAnswerMedian: null,
  firstAnswerP90: null,
  resolutionMedian: null,
}

const figuresOf = (row: Figures): Figures => ({
  conversations: row.conversations,
  answered: row.answered,
  ended: row.ended,
  firstAnswerMedian: row.firstAnswerMedian,
  firstAnswerP90: row.firstAnswerP90,
  resolutionMedian: row.resolutionMedian,
})
