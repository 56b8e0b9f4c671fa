import type { Facts } from '../../../journals/kinds.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { recordEndings } from '../../outcome/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { type Awaited, creditDeposit, creditedEnding, creditKey, depositPosting } from '../posting.ts'
import { closeByCredit } from './announcement-store.ts'
import { lockCode, markPaid } from './code-store.ts'
import { explain, isBooked, sourcesOf } from './journals.ts'
import { endLinked, endPayment, endSlip, placeOf, succeed } from './linked-ending.ts'
import { doMatch, isPayment, type MatchLimits } from './match-rules.ts'
import { findMatches, inOrder, type Match, selectInDoubtNear, toReported } from './match-store.ts'
import { evaluatePayment } from './payment-rules.ts'
import { parkSlip } from './slip-end.ts'
import {
  countReversals,
  findSettledElsewhere,
  isOfSameSlip,
  keepState,
  lockReport,
  type Payment,
  type Report,
  selectElsewhere,
  type Transfer,
} from './store.ts'

/**
 * One sum of money is credited once, also when a slip, the bank's feed and a gateway report it under
 * different references (rules.md §5.2, §5.3, docs/decisions/0068 and 0070). Two reports of different sources
 * that may be the same money are never both credited, except by a person. Two slips, two reports of the bank
 * or two of a gateway are different money. Everything here runs under `lockAmount`.
 *
 * A settled report may make others certain: each step returns which are to be looked at again, and
 * `lookAgain` goes through them, one after the other, until there are none.
 */

export type Settled = 'credited' | 'matched' | 'in-doubt'

export type Needs = Pick<Context, 'ledger' | 'clock' | 'sockets' | 'services' | 'desk'>

/**
 * Whom a report is credited to, and by whose decision. `amountMinor`: where it differs from the report's;
 * `announcementId`: where an operator chose the transfer for an announced deposit.
 */
export interface Settlement {
  memberId: string
  operatorId?: string | undefined
  amountMinor?: number
  announcementId?: string
}

/**
 * Reports in doubt that may be certain now: those of the amount of a report and near its time, and single
 * ones.
 */
export type Again = { near: Pick<Report, 'currency' | 'amountMinor' | 'paidAt'> } | { reportId: number }

/**
 * Settles a report whose member is known, and whatever is certain by that. It is credited, unless another
 * source's report that was credited may be the same money: then it is matched to that report where the two
 * are certainly the same, and waits for a person otherwise. Two accounts of the house are never certain,
 * except for one reference at both.
 */
export async function settle(
  needs: Needs,
  tx: Tx,
  report: Report,
  settlement: Settlement,
  limits: MatchLimits,
): Promise<Settled> {
  const { settled, again } = await settleOne(needs, tx, report, settlement, limits)
  await lookAgain(needs, tx, again, limits)
  return settled
}

/** Settles the reports in doubt that others have made certain, and those that become certain by it. */
export async function lookAgain(needs: Needs, tx: Tx, again: Again[], limits: MatchLimits): Promise<void> {
  const left = [...again]
  for (let next = left.shift(); next; next = left.shift()) {
    const ids = 'near' in next ? await selectInDoubtNear(tx, next.near, limits) : [next.reportId]
    for (const id of ids) {
      const row = await lockReport(tx, id)
      // One that was settled with another of them has left.
      if (row?.state !== 'in-doubt' || !row.memberId) continue
      const { again: more } = await settleOne(needs, tx, row, { memberId: row.memberId }, limits)
      left.push(...more)
    }
  }
}

async function settleOne(
  needs: Needs,
  tx: Tx,
  report: Report,
  settlement: Settlement,
  limits: MatchLimits,
): Promise<{ settled: Settled; again: Again[] }> {
  const { memberId, operatorId } = settlement
  const row = { ...report, memberId }
  const elsewhere = await findSettledElsewhere(tx, row)
  if (elsewhere) return { settled: 'matched', again: await link(needs, tx, row, [elsewhere], settlement) }
  const matches = await findMatches(tx, row, limits)
  if (matches.length === 0) return { settled: 'credited', again: await credit(needs, tx, row, settlement) }
  const [match, another] = matches.filter((found) => isCertain(row, found))
  if (match && !another) return { settled: 'matched', again: await link(needs, tx, row, [match], settlement) }
  if (report.state !== 'in-doubt')
    await keepState(needs, tx, report, { state: 'in-doubt', memberId, operatorId })
  if (row.kind === 'transfer' && row.slipId) await parkSlip(needs, tx, row.slipId, placeOf(row, operatorId))
  return { settled: 'in-doubt', again: [] }
}

function isCertain(row: Report, match: Match): boolean {
  if (match.state !== 'credited') return false
  if (row.kind === 'payment') return match.kind === 'transfer' && isPaidBy(match, row, match)
  if (match.kind === 'payment') return isPaidBy(row, match, match)
  const [feed, slip] = inOrder(row, match)
  return row.place === match.place && doMatch(toReported(feed), toReported(slip))
}

const isPaidBy = (transfer: Transfer, payment: Payment, { isPaidInto }: Pick<Match, 'isPaidInto'>): boolean =>
  isPaidInto && isPayment(payment, toReported(transfer))

/** Facts for a credit that transfers and payments have each in their own way. */
interface Way {
  /** Of the journal. */
  key: string
  meta: Facts<'deposit', 'single'>
  awaited: Awaited & { from: string }
  /** Ends what shows or asks for the money: a slip, a code. */
  end(): Promise<void>
}

/** Credits a report once; its row records the credit. @returns what may be certain now */
export async function credit(needs: Needs, tx: Tx, row: Report, settlement: Settlement): Promise<Again[]> {
  const { memberId, operatorId, announcementId, amountMinor = row.amountMinor } = settlement
  const { currency } = row
  const way =
    row.kind === 'transfer'
      ? await wayOfTransfer(needs, tx, row, settlement)
      : await wayOfPayment(tx, row, memberId)
  await keepState(needs, tx, row, { state: 'credited', memberId, journalKey: way.key, operatorId })
  await way.end()
  const meta = { ...way.meta, ...(operatorId && { operatorId }), ...(announcementId && { announcementId }) }
  const posting = depositPosting({
    key: way.key,
    memberId,
    currency,
    sources: sourcesOf(row, amountMinor),
    meta,
  })
  await creditDeposit(needs, tx, posting, way.awaited)
  if (row.kind === 'transfer') await closeAnnouncement(needs, tx, row, { ...settlement, amountMinor }, way)
  if (row.inSuspense) await endLinked(needs, tx, row)
  notifyDepositsChanged(needs, [memberId], tx)
  const elsewhere = row.kind === 'transfer' && row.slipId ? await selectSlipsElsewhere(tx, row) : []
  return [...elsewhere, { near: row }]
}

async function wayOfTransfer(
  needs: Needs,
  tx: Tx,
  row: Transfer,
  { operatorId, amountMinor = row.amountMinor }: Settlement,
): Promise<Way> {
  const { houseBankCode: bankCode, place: accountNo, reference, slipId } = row
  // A failed slip says nothing about what the bank reported later: that is money of this account alone.
  const isOfSlip = slipId !== null && !(row.isSlipFailed && row.reportedAt !== null)
  // Row locks on reports never wait, because the locks by report and amount come first (reports/locks.ts).
  // With a writer that has none of them a row could be read with a slip of before the wait, and its credit
  // would have another key.
  if (isOfSlip && row.slipBankCode === null) throw new Error(`transfer ${row.id} was read without its slip`)
  const key = isOfSlip
    ? creditKey(`slip:${row.slipBankCode}:${reference}`, await countReversals(tx, reference))
    : creditKey(`bank:${accountNo}:${reference}`, row.reversals)
  const sentAt = slipId ? row.slipSentAt : row.paidAt
  return {
    key,
    meta: {
      source: slipId ? 'slip' : 'bank-feed',
      bankCode,
      accountNo,
      reference,
      ...(slipId && { slipId }),
      ...(row.fromBank && { fromBank: row.fromBank }),
      ...(sentAt && { sentAt: sentAt.toISOString() }),
    },
    awaited: {
      ...(isOfSlip ? { kind: 'slip', source: slipId } : { kind: 'bank' }),
      from: row.fromBank || bankCode,
    },
    async end() {
      if (slipId)
        await succeed(needs, tx, slipId, { ...placeOf(row, operatorId), amountMinor, journalKey: key })
    },
  }
}

/** As the payment of its own code where the member's code asked for it, otherwise as another payment. */
async function wayOfPayment(tx: Tx, row: Payment, memberId: string): Promise<Way> {
  const { place: gateway, paymentId, reference: eventId, reason, reversals } = row
  const code = await lockCode(tx, paymentId)
  const isOwn = code?.memberId === memberId && evaluatePayment(code, row) === 'credit'
  const fact = isOwn ? `qr:${gateway}:${paymentId}` : `qr:${gateway}:${paymentId}:${eventId}`
  const key = creditKey(fact, reversals)
  return {
    key,
    meta: {
      source: 'qr',
      gateway,
      paymentId,
      eventId,
      paidAt: row.paidAt.toISOString(),
      ...(reason && { reason }),
    },
    awaited: { kind: 'qr', source: isOwn ? code.id : `payment-${row.id}`, from: gateway },
    async end() {
      if (isOwn) await markPaid(tx, code.id, key)
    },
  }
}

/** Closes the announcement that a transfer was credited for, if one waits, and records that it has ended. */
async function closeAnnouncement(
  needs: Needs,
  tx: Tx,
  { id, currency }: Transfer,
  { memberId, operatorId, announcementId, amountMinor }: Settlement & { amountMinor: number },
  { key, awaited: { from } }: Way,
): Promise<void> {
  const now = needs.clock.now()
  const closing = { memberId, currency, amountMinor, transferId: id, journalKey: key }
  const source = await closeByCredit(needs, tx, { ...closing, operatorId, announcementId }, now)
  if (!source) return
  const credited = { key, memberId, currency, amountMinor, postedAt: now }
  await recordEndings(tx, [creditedEnding(credited, { kind: 'announcement', source, from })])
}

/**
 * What only a slip of a credited transfer has reported, at another account of the house and perhaps with
 * another amount: it is the same transfer, and the slip has ended.
 */
async function selectSlipsElsewhere(tx: Tx, credited: Transfer): Promise<Again[]> {
  const elsewhere = await selectElsewhere(tx, credited.place, credited.reference)
  return elsewhere
    .filter((row) => row.reportedAt === null && isOfSameSlip(row, credited))
    .map(({ id }) => ({ reportId: id }))
}

/**
 * Links a report to the report of the same money. Nothing is credited; its slip ends as a success where the
 * money was credited to the slip's member, and its code counts as paid where the code's member was credited.
 * @param matches nearest first. Among several nobody knows which one is the same, so each may still match
 *   another report; so may one with the same reference at another account.
 * @returns what may be certain now
 */
export async function link(
  needs: Needs,
  tx: Tx,
  row: Report,
  matches: [Report, ...Report[]],
  { memberId, operatorId }: Settlement,
): Promise<Again[]> {
  const [first, another] = matches
  const isElsewhere =
    row.kind === 'transfer' && first.kind === 'transfer' && first.reference === row.reference
  const match = another || isElsewhere ? undefined : first
  await keepState(needs, tx, row, { state: 'matched', memberId, operatorId, sameAsId: match?.id })
  await explain(needs, tx, row, {
    sameAs: matches.map(({ id }) => id),
    bookedAs: match?.kind === 'payment' && isBooked(match) ? match : undefined,
    operatorId,
  })
  if (row.inSuspense) await endLinked(needs, tx, row, matches)
  if (row.kind === 'payment') await endLinkedPayment(needs, tx, { ...row, memberId }, matches)
  else if (row.slipId) await endSlip(needs, tx, row, { id: row.slipId, memberId, operatorId }, matches)
  notifyDepositsChanged(needs, [memberId], tx)
  return match ? [{ near: match }] : []
}

/** Ends a payment of which the money is one of these. */
async function endLinkedPayment(
  needs: Needs,
  tx: Tx,
  payment: Payment & { memberId: string },
  matches: [Report, ...Report[]],
): Promise<void> {
  const [match, another] = matches
  const code = another ? undefined : await lockCode(tx, payment.paymentId)
  const isOwn = code && code.memberId === match.memberId && evaluatePayment(code, payment) === 'credit'
  await endPayment(needs, tx, payment, matches, isOwn ? code.id : undefined)
  if (isOwn && match.journalKey) await markPaid(tx, code.id, match.journalKey)
}
