import { type DeskEntry, evidenceOf } from '../../../desk/queue.ts'
import type { SenderAccount } from '../payers/sender-rules.ts'
import type { Payment, Report, Transfer } from './store.ts'

/**
 * The facts of a report that the operator sees, and of a transfer those that are compared with the member.
 */
export const reportFacts = (row: Report): DeskEntry['evidence'] =>
  row.kind === 'transfer' ? transferFacts(row) : paymentFacts(row)

const paymentFacts = (row: Payment): DeskEntry['evidence'] =>
  evidenceOf([
    ['gateway', row.place],
    ['paymentId', row.paymentId],
    ['eventId', row.reference],
    ['paidAt', row.paidAt.toISOString()],
  ])

export const transferFacts = (row: Transfer): DeskEntry['evidence'] =>
  evidenceOf([
    ['bankCode', row.houseBankCode],
    ['accountNo', row.place],
    ['reference', row.reference],
    ['fromBank', row.fromBank],
    ['fromAccountNo', row.fromAccountNo],
    ['fromName', row.fromName],
    ['sentAt', row.paidAt.toISOString()],
  ])

/** The sender of a transfer, as the bank shows it. */
export const senderOf = (row: Transfer): SenderAccount => ({
  bank: row.fromBank,
  accountNo: row.fromAccountNo,
  name: row.fromName,
})
