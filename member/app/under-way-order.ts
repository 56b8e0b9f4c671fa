import type { AnswerOf } from '@krapao/contract/client.ts'
import type { UnsureRequest } from './money/requests.ts'

type UnderWay = AnswerOf<'GET /api/wallet/pending'>

/** A row, with the name of its place: what ends takes the place of what waited. */
export type Row = { place: string; at: string } & (
  | { what: 'pending'; row: UnderWay['pending'][number] }
  | { what: 'ended'; row: UnderWay['ended'][number] }
  | { what: 'unsure'; row: UnsureRequest }
)

/**
 * The rows of the list. Those that were shown before keep their order, also as their results; new ones come above them, the
 * newest first.
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
  const rows = [...asked, ...pending, ...ended]
  const placeBefore = ({ place }: Row) => before.indexOf(place)
  return rows.sort((one, other) => {
    const [a, b] = [placeBefore(one), placeBefore(other)]
    if (a < 0 && b < 0) return other.at.localeCompare(one.at)
    if (a < 0 || b < 0) return a < 0 ? -1 : 1
    return a - b
  })
}
