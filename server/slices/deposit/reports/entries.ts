import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { DeskSource } from '@krapao/contract/slices/desk/desk-item.ts'
import { type Counterpart, type DeskEntry, evidenceOf } from '../../../desk/queue.ts'
import type { Context } from '../../context.ts'
import type { Match } from './credit.ts'
import { transferFacts } from './facts.ts'
import { readMatchLimits, selectMatches } from './match-store.ts'
import { selectPaymentMatches, selectTransferMatches } from './payment-match-store.ts'
import { isReported, type PaymentRow } from './payment-store.ts'
import { reportId } from './report-id.ts'
import type { Transfer } from './store.ts'

/** What operators see of transfers and payments: each beside the reports that may be the same money. */

/** How a transfer or payment is named in an item's id. */
const idOf = (one: Match | PaymentRow): string =>
  reportId({ kind: isReported(one) ? 'qr' : 'bank', number: one.id })
/** The question whether a report is the same as one of these: others make another question. */
export const questionOf = (matches: Match[]): string => matches.map(idOf).sort().join(' ')

const places = { returning: 'RETURNING', returned: 'RETURNED' } as const
const placeIn = ({ state }: Match | PaymentRow): Counterpart['place'] =>
  state === 'returning' || state === 'returned' ? places[state] : 'CREDITED'

/** Who reported a transfer: slip, feed or both. */
const reportersOf = ({ slipId, feedReportedAt }: Transfer): DeskSource[] => [
  ...(slipId === null ? [] : (['SLIP'] as const)),
  ...(feedReportedAt === null ? [] : (['BANK'] as const)),
]

/** The bank's references of an entry and of what may be the same money. */
export const referencesIn = ({ evidence, counterparts = [] }: DeskEntry): string[] => [
  ...evidence.filter(({ label }) => label === 'reference').map(({ value }) => value),
  ...counterparts.map(({ reference }) => reference),
]

/** A report that may be the same money, as operators see it. */
export const counterpartOf = (one: Match | PaymentRow): Counterpart => ({
  ...(isReported(one)
    ? {
        reportedBy: ['GATEWAY'],
        at: one.gateway,
        paidAt: one.paidAt.toISOString(),
        reference: one.eventId,
        fromName: '',
      }
    : {
        reportedBy: reportersOf(one),
        at: one.houseBankCode,
        paidAt: one.sentAt.toISOString(),
        reference: one.reference,
        fromName: one.fromName,
      }),
  amount: fromMinor(one.amountMinor),
  place: placeIn(one),
  memberId: one.memberId,
})

const common = (of: {
  receivedAt: Date
  memberId: string | null
  amountMinor: number
  currency: Currency
}) => ({
  createdAt: of.receivedAt.toISOString(),
  memberId: of.memberId,
  amount: fromMinor(of.amountMinor),
  currency: of.currency,
})

function pictureOf({ files }: Context, matches: Match[]): string | null {
  const slip = matches
    .map((match) => (isReported(match) ? null : match.slipFile))
    .find((file) => file !== null)
  return slip ? files.link(slip) : null
}

/** Why a person has to say whose a transfer is. */
function reasonOf({ contradictsId, reversals }: Transfer): DeskEntry['reason'] {
  if (contradictsId !== null) return 'CONTRADICTION'
  return reversals > 0 ? 'REVERSED' : 'UNMATCHED'
}

/**
 * Desk items of waiting transfers, in three statements however many there are.
 * @param isDoubt whether the question is if the transfer is the same as one beside it, or whose it is
 */
export async function transferEntries(
  context: Context,
  rows: Transfer[],
  isDoubt: boolean,
): Promise<DeskEntry[]> {
  if (rows.length === 0) return []
  const limits = await readMatchLimits(context.db)
  const transfers = await selectMatches(context.db, rows, limits)
  const payments = await selectPaymentMatches(context.db, rows, limits)
  return rows.map((row) => {
    const matches = [...(transfers.get(row.id) ?? []), ...(payments.get(row.id) ?? [])]
    return {
      ...common(row),
      ...(isDoubt
        ? { id: idOf(row), reason: 'MAYBE_CREDITED', question: questionOf(matches) }
        : { id: String(row.id), reason: reasonOf(row) }),
      evidence: transferFacts(row),
      reportedBy: reportersOf(row),
      counterparts: matches.map(counterpartOf),
      picture: pictureOf(context, [row, ...matches]),
    }
  })
}

/** Desk items of payments that may be the same as one of the transfers beside them. */
export async function paymentEntries(context: Context, rows: PaymentRow[]): Promise<DeskEntry[]> {
  if (rows.length === 0) return []
  const matches = await selectTransferMatches(context.db, rows, await readMatchLimits(context.db))
  return rows.map((row) => {
    const beside = matches.get(row.id) ?? []
    return {
      ...common(row),
      id: idOf(row),
      reason: 'MAYBE_CREDITED',
      question: questionOf(beside),
      evidence: evidenceOf([
        ['gateway', row.gateway],
        ['paymentId', row.paymentId],
        ['eventId', row.eventId],
        ['paidAt', row.paidAt.toISOString()],
      ]),
      reportedBy: ['GATEWAY'],
      counterparts: beside.map(counterpartOf),
      picture: pictureOf(context, beside),
    }
  })
}
