import { type DeskEntry, evidenceOf } from '../../../platform/desk.ts'
import type { Transfer } from './store.ts'

/** A transfer as the operator sees it, and as its comparison with the member is judged. */
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
