import type { AnswerOf } from '@krapao/contract/client.ts'
import type { UnsureRequest } from '../../frame/money/requests.ts'

type UnderWay = AnswerOf<'GET /api/wallet/pending'>

/** A row, with the name of its place: what ends takes the place of what waited. */
export type Row = { place: string; at: string } & (
  | { what: 'pending'; row: UnderWay['pending'][number] }
  | { what: 'ended'; row: UnderWay['ended'][number] }
  | { what: 'unsure'; row: UnsureRequest }
)

/** Whether the member still waits for it. */
export const waits = ({ what }: Row): boolean => what !== 'ended'

/** The text that heads rows: it is true of each of them. */
export function headingOf(rows: readonly Row[]) {
  if (rows.every(waits)) return 'wallet.under.title' as const
  return rows.some(waits) ? ('wallet.under.both' as const) : ('wallet.under.ended' as const)
}

/**
 * The rows of the list. Those that were shown before keep their order, also as their results. Of new ones,
 * the newest first, those that wait come above all others, and results below all that waits: no result pushes
 * it out of sight.
 * @param before the places that were shown before, in order
 */
export function inPlace(
  known: UnderWay | undefined,
  unsure: readonly UnsureRequest[],
  before: readonly string[],
): Row[] {
  const pending = (known?.pending ?? []).map(
    (row): Row => ({ what: 'pending', place: row.key, at: row.createdAt, row }),
  )
  const waiting = new Set(pending.map(({ place }) => place))
  const ended = (known?.ended ?? [])
    .map((row): Row => ({ what: 'ended', place: row.source ?? `outcome-${row._id}`, at: row.at, row }))
    // A code may be paid again while its first payment is told: then both are rows.
    .map((row, at, all): Row => {
      const isTaken = waiting.has(row.place) || all.findIndex(({ place }) => place === row.place) < at
      return isTaken && row.what === 'ended' ? { ...row, place: `outcome-${row.row._id}` } : row
    })
  const asked = unsure.map(
    (row): Row => ({
      what: 'unsure',
      place: `request-${row.key}`,
      at: new Date(row.startedAt).toISOString(),
      row,
    }),
  )
  const placeBefore = ({ place }: Row) => before.indexOf(place)
  const rows = [...asked, ...pending, ...ended]
  const fresh = rows
    .filter((row) => placeBefore(row) < 0)
    .sort((one, other) => other.at.localeCompare(one.at))
  const kept = rows.filter((row) => !fresh.includes(row)).sort((a, b) => placeBefore(a) - placeBefore(b))
  const below = kept.findLastIndex(waits) + 1
  return [
    ...fresh.filter(waits),
    ...kept.slice(0, below),
    ...fresh.filter((row) => !waits(row)),
    ...kept.slice(below),
  ]
}
