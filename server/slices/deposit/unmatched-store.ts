import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A bank transfer that nobody is recognised by. `amountMinor`: in the currency of the house's account. */
export interface Unmatched {
  id: number
  houseBankCode: string
  houseAccountNo: string
  currency: 'THB' | 'LAK'
  reference: string
  amountMinor: number
  sentAt: Date
  fromBank: string
  fromAccountNo: string
  fromName: string
  receivedAt: Date
}

const columns = `id, house_bank_code as "houseBankCode", house_account_no as "houseAccountNo", currency, reference,
  amount_minor as "amountMinor", sent_at as "sentAt", from_bank as "fromBank", from_account_no as "fromAccountNo",
  from_name as "fromName", received_at as "receivedAt"`

/** Transfers that wait, oldest first, after the one with the id `after`. */
export const selectUnmatched = (db: Db, after: number, limit: number): Promise<Unmatched[]> =>
  rawQuery(
    db,
    `select ${columns} from bank_transfers where state = 'unmatched' and id > $1 order by id limit $2`,
    [after, limit],
  )

export async function findUnmatched(db: Db, id: number): Promise<Unmatched | undefined> {
  const [row] = await rawQuery<Unmatched>(
    db,
    `select ${columns} from bank_transfers where state = 'unmatched' and id = $1`,
    [id],
  )
  return row
}

export async function countUnmatched(db: Db): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    `select count(*) as count from bank_transfers where state = 'unmatched'`,
  )
  return row?.count ?? 0
}

/** Holds a transfer until the transaction ends. @throws Refusal `ALREADY_DECIDED` (also by a slip), `NO_DATA` */
export async function lockUnmatched(tx: Tx, id: number): Promise<Unmatched> {
  const [row] = await rawQuery<Unmatched & { state: string }>(
    tx,
    `select ${columns}, state from bank_transfers where id = $1 for update`,
    [id],
  )
  if (!row) throw new Refusal('NO_DATA')
  if (row.state !== 'unmatched') throw new Refusal('ALREADY_DECIDED')
  return row
}

/** Closes a transfer that waits; only while it still does. @throws Refusal `ALREADY_DECIDED` */
export async function decideUnmatched(
  tx: Tx,
  id: number,
  decision: {
    state: 'credited' | 'returned'
    operatorId: string
    memberId: string | null
    journalKey: string | null
  },
): Promise<void> {
  const decided = await rawQuery(
    tx,
    `update bank_transfers set state = $2, operator_id = $3, member_id = $4, journal_key = $5
     where id = $1 and state = 'unmatched' returning id`,
    [id, decision.state, decision.operatorId, decision.memberId, decision.journalKey],
  )
  if (decided.length === 0) throw new Refusal('ALREADY_DECIDED')
}
