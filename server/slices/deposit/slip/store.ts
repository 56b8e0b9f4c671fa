import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import type { SlipTransfer } from '../../../adapters/slip/port.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { HouseAccount } from '../transfer/house-accounts.ts'
import type { SlipDeskReason } from './rules.ts'

/** An uploaded slip. Amounts in minor units. */
export interface SlipRow {
  id: string
  memberId: string
  createdAt: Date
  statedAmountMinor: number | null
  statedBank: string | null
  file: string | null
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  note: SlipNote | null
  step: 'read' | 'look-up' | 'none'
  attempts: number
  lastReason: string | null
  deskReason: SlipDeskReason | null
  bankCode: string | null
  reference: string | null
  claims: boolean
  currency: 'THB' | 'LAK'
  amountMinor: number | null
  sentAt: Date | null
  fromBank: string | null
  fromAccountNo: string | null
  fromName: string | null
  toBank: string | null
  toAccountNo: string | null
  toName: string | null
  houseBankCode: string | null
  houseAccountNo: string | null
}

/** Every column of a row as `SlipRow` names it. */
export const slipColumns = `id, member_id as "memberId", created_at as "createdAt", stated_amount_minor as "statedAmountMinor",
  stated_bank as "statedBank", file, status, note, step, attempts, last_reason as "lastReason",
  desk_reason as "deskReason", bank_code as "bankCode", reference, claims, currency, amount_minor as "amountMinor",
  sent_at as "sentAt", from_bank as "fromBank", from_account_no as "fromAccountNo", from_name as "fromName",
  to_bank as "toBank", to_account_no as "toAccountNo", to_name as "toName", house_bank_code as "houseBankCode",
  house_account_no as "houseAccountNo"`

export interface NewSlip {
  id: string
  memberId: string
  createdAt: Date
  /** Null: there is no picture to work on, and `note` says why. */
  file: string | null
  note: SlipNote | null
  statedAmountMinor: number | null
  statedBank: string | null
}

export async function insertSlip(db: Db, slip: NewSlip): Promise<void> {
  const failed = slip.note !== null
  await rawQuery(
    db,
    `insert into slips (id, member_id, created_at, file, status, note, settled_at, step, next_attempt_at,
       stated_amount_minor, stated_bank, currency)
     select $1, id, $3, $4, $5, $6, $7, $8, $3, $9, $10, currency from members where id = $2`,
    [
      slip.id,
      slip.memberId,
      slip.createdAt,
      slip.file,
      failed ? 'FAILED' : 'PENDING',
      slip.note,
      failed ? slip.createdAt : null,
      failed ? 'none' : 'read',
      slip.statedAmountMinor,
      slip.statedBank,
    ],
  )
}

/** Slips that the job should take up now, the longest waiting first. */
export async function dueSlips(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await rawQuery<{ id: string }>(
    db,
    `select id from slips where step <> 'none' and next_attempt_at <= $1
       and (claimed_until is null or claimed_until <= $1)
     order by next_attempt_at limit $2`,
    [now, limit],
  )
  return rows.map(({ id }) => id)
}

/**
 * Takes a slip for this node: conditional, so that two nodes never work on one. A node that dies loses it at `until`.
 * @returns undefined when it is not due or another node has it
 */
export async function takeSlip(db: Db, id: string, now: Date, until: Date): Promise<SlipRow | undefined> {
  const [row] = await rawQuery<SlipRow>(
    db,
    `update slips set claimed_until = $3
     where id = $1 and step <> 'none' and next_attempt_at <= $2
       and (claimed_until is null or claimed_until <= $2)
     returning ${slipColumns}`,
    [id, now, until],
  )
  return row
}

/** Puts a slip back, to be taken up again at `at`. */
export async function postponeSlip(
  db: Db,
  id: string,
  next: { at: Date; reason: string; deskReason: SlipDeskReason | null },
): Promise<void> {
  await rawQuery(
    db,
    `update slips set attempts = attempts + 1, next_attempt_at = $2, last_reason = $3, desk_reason = $4,
       claimed_until = null
     where id = $1 and status = 'PENDING'`,
    [id, next.at, next.reason.slice(0, 200), next.deskReason],
  )
}

/** Puts a slip back as it was. */
export async function releaseSlip(db: Db, id: string): Promise<void> {
  await rawQuery(db, 'update slips set claimed_until = null where id = $1', [id])
}

/** Keeps what the mini-QR says; the claim is another matter. */
export async function keepReading(
  db: Db,
  id: string,
  { bankCode, reference }: { bankCode: string; reference: string },
): Promise<void> {
  await rawQuery(db, `update slips set bank_code = $2, reference = $3 where id = $1 and status = 'PENDING'`, [
    id,
    bankCode,
    reference,
  ])
}

/** Keeps what the verifier told. */
export async function keepEvidence(
  db: Db,
  id: string,
  { amountMinor, sentAt, from, to }: SlipTransfer,
): Promise<void> {
  await rawQuery(
    db,
    `update slips set amount_minor = $2, sent_at = $3, from_bank = $4, from_account_no = $5, from_name = $6,
       to_bank = $7, to_account_no = $8, to_name = $9
     where id = $1 and status = 'PENDING'`,
    [id, amountMinor, sentAt, from.bank, from.accountNo, from.name, to.bank, to.accountNo, to.name].map(
      (value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value),
    ),
  )
}

/** Leaves a slip to a person. */
export async function leaveToDesk(
  db: Db,
  id: string,
  reason: SlipDeskReason,
  house: HouseAccount,
): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `update slips set step = 'none', desk_reason = $2, house_bank_code = $3, house_account_no = $4,
       claimed_until = null
     where id = $1 and status = 'PENDING' returning id`,
    [id, reason, house.bankCode, house.accountNo],
  )
  return rows.length > 0
}

export async function lockSlip(tx: Tx, id: string): Promise<SlipRow | undefined> {
  const [row] = await rawQuery<SlipRow>(tx, `select ${slipColumns} from slips where id = $1 for update`, [id])
  return row
}
