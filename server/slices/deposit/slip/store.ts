import type { Currency } from '@krapao/contract/money.ts'
import { nameForm } from '@krapao/contract/name-form.ts'
import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import type { SlipTransfer } from '../../../adapters/slip/port.ts'
import { openingEach } from '../../../outside/work.ts'
import { type Db, rawQuery, type Tx, transaction } from '../../../platform/database.ts'
import { currencyOf } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import type { HouseAccount } from '../../house/public.ts'
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
  deskReason: SlipDeskReason | null
  bankCode: string | null
  reference: string | null
  claims: boolean
  currency: Currency
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
  stated_bank as "statedBank", file, status, note, step,
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

/** Inserts a slip, and the work of reading it and looking it up. */
export async function insertSlip(db: Db, slip: NewSlip): Promise<void> {
  const failed = slip.note !== null
  await rawQuery(
    db,
    `with made as (
       insert into slips (id, member_id, created_at, file, status, note, settled_at, step, stated_amount_minor, stated_bank,
         currency)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${currencyOf('$2')}
       returning id, created_at, step)
     ${openingEach(`select 'slip', id, created_at from made where step <> 'none'`)}`,
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

export async function findSlip(db: Db, id: string): Promise<SlipRow | undefined> {
  const [row] = await rawQuery<SlipRow>(db, `select ${slipColumns} from slips where id = $1`, [id])
  return row
}

/** Whether the job still has to do something for a slip. */
export const isUnderWay = ({ status, step }: SlipRow): boolean => status === 'PENDING' && step !== 'none'

/** Notes why a person may decide, or that none has to, while the job asks on. */
export async function keepDeskReason(
  { db, desk }: Pick<Context, 'db' | 'desk'>,
  id: string,
  reason: SlipDeskReason | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    const kept = await rawQuery<{ id: string }>(
      tx,
      `update slips set desk_reason = $2
       where id = $1 and status = 'PENDING' and step <> 'none' and desk_reason is distinct from $2 returning id`,
      [id, reason],
    )
    desk.changed(
      tx,
      'slip',
      kept.map((slip) => slip.id),
    )
  })
}

/** Keeps what the mini-QR says; the claim is another matter. No slip waits for a person before it is read. */
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

/**
 * Keeps what the verifier reported: of a slip that waits for a person by then, the list shows it, too. Most
 * do not, and cost one statement.
 * @param slip as the holder of its claim has read it
 */
export async function keepEvidence(
  { db, desk }: Pick<Context, 'db' | 'desk'>,
  { id, deskReason }: Pick<SlipRow, 'id' | 'deskReason'>,
  found: SlipTransfer,
): Promise<void> {
  if (deskReason === null) return storeEvidence(db, id, found)
  await transaction(db, async (tx) => {
    await storeEvidence(tx, id, found)
    desk.changed(tx, 'slip', [id])
  })
}

async function storeEvidence(
  handle: Db | Tx,
  id: string,
  { amountMinor, sentAt, from, to }: SlipTransfer,
): Promise<void> {
  await rawQuery(
    handle,
    `update slips set amount_minor = $2, sent_at = $3, from_bank = $4, from_account_no = $5, from_name = $6,
       to_bank = $7, to_account_no = $8, to_name = $9
     where id = $1 and status = 'PENDING'`,
    [
      id,
      amountMinor,
      sentAt,
      from.bank,
      from.accountNo,
      nameForm(from.name),
      to.bank,
      to.accountNo,
      nameForm(to.name),
    ].map((value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)),
  )
}

/** Leaves a slip to a person. */
export async function leaveToDesk(
  { db, desk }: Pick<Context, 'db' | 'desk'>,
  id: string,
  reason: SlipDeskReason,
  house: HouseAccount | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    await rawQuery(
      tx,
      `update slips set step = 'none', desk_reason = $2, house_bank_code = $3, house_account_no = $4
       where id = $1 and status = 'PENDING'`,
      [id, reason, house?.bankCode, house?.accountNo],
    )
    desk.changed(tx, 'slip', [id])
  })
}

export async function lockSlip(tx: Tx, id: string): Promise<SlipRow | undefined> {
  const [row] = await rawQuery<SlipRow>(tx, `select ${slipColumns} from slips where id = $1 for update`, [id])
  return row
}
