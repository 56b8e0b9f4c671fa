import { type DeskEntry, evidenceOf } from '../../../desk/queue.ts'
import type { Transfer } from './store.ts'

/** The facts of a transfer that the operator sees and that are compared with the member. */
export const transferFacts = (row: Transfer): DeskEntry['evidence'] =>
  evidenceOf([
    ['bankCode', row.houseBankCode],
    ['accountNo', row.houseAccountNo],
    ['reference', row.reference],
    ['fromBank', row.fromBank],
    ['fromAccountNo', row.fromAccountNo],
    ['fromName', row.fromName],
    ['sentAt', row.sentAt.toISOString()],
  ])
