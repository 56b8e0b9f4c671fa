import type { Waiting as WaitingRows } from '../../../desk/queue.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockAmounts, lockReports, lockSlips, lockTransfer, selectTransfers, type Transfer } from './store.ts'

/** Why a transfer waits for a person. Written into the statements: their indexes are partial. */
export type Waiting = 'unmatched' | 'in-doubt' | 'returning'

/** Transfers that wait in a state. @param id SQL of the item's id, where it is not the transfer's */
export const waitingTransfers = (state: Waiting, id?: string): WaitingRows => ({
  subject: 'bank-transfer',
  key: 'id',
  keyType: 'bigint',
  ...(id && { id }),
  at: 'received_at',
  memberId: 'member_id',
  amountMinor: 'amount_minor',
  currency: 'currency',
  bank: 'from_bank',
  account: 'from_account_no',
  words: `concat_ws(' ', reference, from_name, id)`,
  from: 'bank_transfers',
  where: `state = '${state}'`,
})

/** Those of some transfers that wait. */
export const selectWaiting = (db: Db, state: Waiting, ids: number[]): Promise<Transfer[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selectTransfers(db, `t.state = '${state}' and t.id = any($1::bigint[])`, [ids])

/**
 * Locks a waiting transfer, the slips of it, what is known of its reference, and everything of its amount, until the
 * transaction ends.
 * @throws Refusal `ALREADY_DECIDED` (also by a slip or the feed), `NO_DATA`
 */
export async function lockWaiting(tx: Tx, state: Waiting, id: number): Promise<Transfer> {
  const [known] = await selectTransfers(tx, 't.id = $1', [id])
  if (!known) throw new Refusal('NO_DATA')
  // Its credit ends the slips that wait, and who decides about one of those waits for the amount.
  if (known.slipBankCode !== null) await lockSlips(tx, known.slipBankCode, known.reference)
  // The same reference at another account may be decided at this moment, also with another amount.
  await lockReports(tx, known.reference)
  await lockAmounts(tx, known.reference)
  const row = await lockTransfer(tx, id)
  if (row?.state !== state) throw new Refusal('ALREADY_DECIDED')
  return row
}
