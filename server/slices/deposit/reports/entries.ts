import { fromMinor } from '@krapao/contract/money.ts'
import type { DeskSource } from '@krapao/contract/slices/desk/desk-item.ts'
import { type Counterpart, type DeskEntry, evidenceOf } from '../../../desk/queue.ts'
import type { Context } from '../../context.ts'
import { selectCodesOf } from './code-store.ts'
import { reportFacts } from './facts.ts'
import { readMatchLimits, selectMatches } from './match-store.ts'
import type { PayableCode } from './payment-rules.ts'
import type { Report } from './store.ts'

/** Reports as operators see them: each beside the reports that may be the same money. */

/** The question whether a report is the same as one of these: others make another question. */
export const questionOf = (matches: readonly Report[]): string =>
  matches
    .map(({ id }) => String(id))
    .sort()
    .join(' ')

const places = { returning: 'RETURNING', returned: 'RETURNED' } as const
const placeIn = ({ state }: Report): Counterpart['place'] =>
  state === 'returning' || state === 'returned' ? places[state] : 'CREDITED'

/** The sources that reported it: slip, feed or both; a gateway. */
function reportersOf(row: Report): DeskSource[] {
  if (row.kind === 'payment') return ['GATEWAY']
  return [
    ...(row.slipId === null ? [] : (['SLIP'] as const)),
    ...(row.reportedAt === null ? [] : (['BANK'] as const)),
  ]
}

/** The bank's references of an entry and of the reports that may be the same money. */
export const referencesIn = ({ evidence, counterparts = [] }: DeskEntry): string[] => [
  ...evidence.filter(({ label }) => label === 'reference').map(({ value }) => value),
  ...counterparts.map(({ reference }) => reference),
]

/** A report that may be the same money, as operators see it. */
export const counterpartOf = (report: Report): Counterpart => ({
  reportedBy: reportersOf(report),
  at: report.kind === 'transfer' ? report.houseBankCode : report.place,
  paidAt: report.paidAt.toISOString(),
  reference: report.reference,
  fromName: report.kind === 'transfer' ? report.fromName : '',
  amount: fromMinor(report.amountMinor),
  place: placeIn(report),
  memberId: report.memberId,
})

function pictureOf({ files }: Pick<Context, 'files'>, rows: readonly Report[]): string | null {
  const slip = rows
    .map((row) => (row.kind === 'transfer' ? row.slipFile : null))
    .find((file) => file !== null)
  return slip ? files.link(slip) : null
}

/** Why a person has to say whose a report is. */
function reasonOf(row: Report): DeskEntry['reason'] {
  if (row.kind === 'transfer' && row.contradictsId !== null) return 'CONTRADICTION'
  if (row.reversals > 0) return 'REVERSED'
  return row.kind === 'transfer' ? 'UNMATCHED' : (row.reason ?? 'UNKNOWN_PAYMENT')
}

/** How the same question is put in each queue. */
const asked = {
  // A picture shows whose a transfer may be; a payment is judged by its code.
  waiting: (row: Report) => ({ reason: reasonOf(row), ...(row.kind === 'payment' && { picture: null }) }),
  'in-doubt': (_row: Report, matches: readonly Report[]) => ({
    reason: 'MAYBE_CREDITED' as const,
    question: questionOf(matches),
  }),
  // Nobody can be credited; where the money may have been credited already, nothing must be sent.
  returning: () => ({ reason: 'TO_RETURN' as const, memberId: null, picture: null }),
}

/** Desk items of reports that wait, by a fixed number of queries however many there are. */
export async function reportEntries(
  context: Pick<Context, 'db' | 'files'>,
  rows: readonly Report[],
  state: keyof typeof asked,
): Promise<DeskEntry[]> {
  if (rows.length === 0) return []
  const { db } = context
  const found = await selectMatches(db, rows, await readMatchLimits(db))
  // Of one in doubt there is nothing to say: it is what its code asked for.
  const payments = state === 'in-doubt' ? [] : rows.filter((row) => row.kind === 'payment')
  const codes = await selectCodesOf(
    db,
    payments.map(({ id }) => id),
  )
  return rows.map((row) => {
    const matches = found.get(row.id) ?? []
    return {
      id: String(row.id),
      createdAt: row.receivedAt.toISOString(),
      memberId: row.memberId,
      amount: fromMinor(row.amountMinor),
      currency: row.currency,
      evidence: [...reportFacts(row), ...codeFacts(codes.get(row.id))],
      reportedBy: reportersOf(row),
      counterparts: matches.map(counterpartOf),
      picture: pictureOf(context, [row, ...matches]),
      ...asked[state](row, matches),
    }
  })
}

const codeFacts = (code: PayableCode | undefined): DeskEntry['evidence'] =>
  evidenceOf([
    ['codeAmount', code && fromMinor(code.amountMinor).toFixed(2)],
    ['codeState', code?.state],
    ['codeExpiresAt', code?.expiresAt.toISOString()],
    ['codeClosedAt', code?.closedAt?.toISOString()],
  ])
