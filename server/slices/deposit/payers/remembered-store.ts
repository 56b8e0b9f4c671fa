import { nameForm } from '@krapao/contract/name-form.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { PayerAccount } from './payer-rules.ts'

/** The remembered payers (rules.md §17.11). */
export interface RememberedRow extends PayerAccount {
  id: number
  accountName: string
  memberId: string
  note: string
  transferId: number
  rememberedBy: string
  rememberedAt: Date
}

const columns = `id, bank_code as "bankCode", account_no as "accountNo", account_name as "accountName",
  member_id as "memberId", note, transfer_id as "transferId", remembered_by as "rememberedBy",
  remembered_at as "rememberedAt"`

/** Most members that one account is remembered for, and most accounts of one member, that are read. */
const atMost = 20

/** The members for whom an account is remembered, the last one first. */
export const selectRememberedOf = (
  handle: Db | Tx,
  { bankCode, accountNo }: PayerAccount,
): Promise<RememberedRow[]> =>
  rawQuery(
    handle,
    `select ${columns} from remembered_payers where bank_code = $1 and ltrim(account_no, '0') = ltrim($2, '0') and forgotten_at is null
     order by remembered_at desc, id desc limit ${atMost}`,
    [bankCode, accountNo],
  )

/** The accounts that are remembered for a member, the last one first. */
export const selectRememberedFor = (handle: Db | Tx, memberId: string): Promise<RememberedRow[]> =>
  rawQuery(
    handle,
    `select ${columns} from remembered_payers where member_id = $1 and forgotten_at is null
     order by remembered_at desc, id desc limit ${atMost}`,
    [memberId],
  )

/**
 * Remembers once: an account that is remembered for the member already has what is said now. @returns its id
 */
export async function keepPayer(tx: Tx, row: Omit<RememberedRow, 'id'>): Promise<number> {
  const [kept] = await rawQuery<{ id: number }>(
    tx,
    `insert into remembered_payers (bank_code, account_no, account_name, member_id, note, transfer_id, remembered_by,
       remembered_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (bank_code, ltrim(account_no, '0'), member_id, collision) where forgotten_at is null do update
     set account_name = excluded.account_name, note = excluded.note, transfer_id = excluded.transfer_id,
       remembered_by = excluded.remembered_by, remembered_at = excluded.remembered_at
     returning id`,
    [
      row.bankCode,
      row.accountNo,
      nameForm(row.accountName),
      row.memberId,
      row.note,
      row.transferId,
      row.rememberedBy,
      row.rememberedAt,
    ],
  )
  if (!kept) throw new Error('a payer was neither added nor changed')
  return kept.id
}

/** Marks one as forgotten. @returns undefined where it is unknown or forgotten already */
export async function endPayer(
  tx: Tx,
  id: string,
  by: { operatorId: string; at: Date },
): Promise<RememberedRow | undefined> {
  const [row] = await rawQuery<RememberedRow>(
    tx,
    `update remembered_payers set forgotten_by = $2, forgotten_at = $3 where id = $1::bigint and forgotten_at is null
     returning ${columns}`,
    [id, by.operatorId, by.at],
  )
  return row
}

/** The same for all that were remembered with the credit of one transfer. */
export const endPayersOf = (
  tx: Tx,
  transferId: number,
  by: { operatorId: string; at: Date },
): Promise<RememberedRow[]> =>
  rawQuery(
    tx,
    `update remembered_payers set forgotten_by = $2, forgotten_at = $3 where transfer_id = $1 and forgotten_at is null
     returning ${columns}`,
    [transferId, by.operatorId, by.at],
  )

/**
 * The operator who forgot a remembered payer, and the time; undefined where it is unknown or not forgotten.
 */
export async function findForgotten(tx: Tx, id: string): Promise<{ by: string; at: Date } | undefined> {
  const [row] = await rawQuery<{ by: string; at: Date }>(
    tx,
    `select forgotten_by as by, forgotten_at as at from remembered_payers
     where id = $1::bigint and forgotten_at is not null`,
    [id],
  )
  return row
}
