import type { Db } from '../../../platform/database.ts'
import { type Report, selectReports } from './store.ts'

/** How reports are named in the addresses of the desk's items: by their number alone. */

const digits = /^[1-9]\d{0,14}$/

/** @returns undefined where the text is none */
export const readReportId = (text: string): number | undefined =>
  digits.test(text) ? Number(text) : undefined

export const readReportIds = (ids: readonly string[]): number[] => ids.flatMap((id) => readReportId(id) ?? [])

/** A report as a former id names it. */
interface Former {
  kind: Report['kind']
  /** Of a payment the number that it had in `qr_events`. */
  number: number
}

/**
 * The ids that items had before, which the audit log keeps: `bank-12` a transfer, `qr-7` a payment,
 * `12-9-qr7` the question whether transfer 12 is transfer 9 or payment 7.
 * @returns the report, and those that it was compared with
 */
function readFormerId(text: string): [Former, ...Former[]] | undefined {
  const single = /^(bank-|qr-)([1-9]\d{0,14})$/.exec(text)
  if (single) return [{ kind: single[1] === 'qr-' ? 'payment' : 'transfer', number: Number(single[2]) }]
  if (!/^(?:qr)?[1-9]\d{0,14}(?:-(?:qr)?[1-9]\d{0,14})+$/.test(text)) return undefined
  const [about, ...others] = text.split('-').map(
    (part): Former => ({
      kind: part.startsWith('qr') ? 'payment' : 'transfer',
      number: Number(part.replace('qr', '')),
    }),
  )
  return about && [about, ...others]
}

/**
 * The report that an item of a queue is or was about. Of a former id all the reports have to be there that it
 * names, with one amount.
 * @param kind of the reports of that queue, where it has one
 */
export async function findReport(db: Db, text: string, kind?: Report['kind']): Promise<Report | undefined> {
  const number = readReportId(text)
  if (number !== undefined) {
    const ofKind = kind ? ` and t.kind = '${kind}'` : ''
    // Of payments the queue of their own had the former number; no number is one of both.
    const isFormer = kind === 'payment' ? ' or t.former_number = $1' : ''
    const [row] = await selectReports(db, `(t.id = $1${isFormer})${ofKind}`, [number])
    return row
  }
  const former = readFormerId(text) ?? []
  const rows = await Promise.all(
    former.map((part) =>
      selectReports(
        db,
        part.kind === 'payment' ? 't.former_number = $1' : `t.kind = 'transfer' and t.id = $1`,
        [part.number],
      ),
    ),
  )
  const [about, ...others] = rows.flat()
  if (!about || others.length + 1 < former.length) return undefined
  const isAlike = (report: Report) =>
    report.amountMinor === about.amountMinor && report.currency === about.currency
  return others.every((other) => other.id !== about.id && isAlike(other)) ? about : undefined
}
