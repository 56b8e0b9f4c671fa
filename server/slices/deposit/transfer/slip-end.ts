import type { Currency } from '@krapao/contract/money.ts'
import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/** How a slip ends, or waits on, by what becomes of its transfer. */

/** Ends a slip without a credit, and gives its claim back. @returns whether it was still open */
export async function failSlip(
  db: Db | Tx,
  id: string,
  note: SlipNote,
  now: Date,
  operatorId: string | null = null,
): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `update slips set status = 'FAILED', note = $2, settled_at = $3, operator_id = $4, step = 'none', claims = false
     where id = $1 and status = 'PENDING' returning id`,
    [id, note, now, operatorId],
  )
  return rows.length > 0
}

/** Where a slip's money went, and by whose decision. */
export interface SlipPlace {
  amountMinor: number
  currency: Currency
  houseBankCode: string
  houseAccountNo: string
  operatorId: string | undefined
}

/** Ends a slip with a credit, its own or the one that the bank's feed had led to; one that failed stays so. */
export async function succeedSlip(
  tx: Tx,
  id: string,
  credited: SlipPlace & { journalKey: string },
  now: Date,
): Promise<void> {
  await rawQuery(
    tx,
    `update slips set status = 'SUCCESS', settled_at = coalesce(settled_at, $2), step = 'none',
       amount_minor = $3, currency = $4, house_bank_code = $5, house_account_no = $6, journal_key = $7,
       operator_id = coalesce($8, operator_id)
     where id = $1 and status <> 'FAILED'`,
    [
      id,
      now,
      credited.amountMinor,
      credited.currency,
      credited.houseBankCode,
      credited.houseAccountNo,
      credited.journalKey,
      credited.operatorId ?? null,
    ],
  )
}

/** Keeps a slip in progress, with its claim, while a person decides whether its transfer was credited by the feed. */
export async function parkSlip(tx: Tx, id: string, place: SlipPlace): Promise<void> {
  await rawQuery(
    tx,
    `update slips set step = 'none', desk_reason = null, amount_minor = $2, currency = $3,
       house_bank_code = $4, house_account_no = $5, operator_id = coalesce($6, operator_id)
     where id = $1 and status = 'PENDING'`,
    [
      id,
      place.amountMinor,
      place.currency,
      place.houseBankCode,
      place.houseAccountNo,
      place.operatorId ?? null,
    ],
  )
}

/**
 * Fails the other slips of a slip's transfer that still wait: they have come too late. Nobody who has locked one of
 * them waits for the locks of the caller. A person who credits by a slip has `lockSlips`, for which a slip's
 * transaction waits before it locks a row. The feed and `settleAround` have it not, but credit only by a slip that
 * is parked with its claim, and the claim sends every other slip away before it asks for the reference or the amount.
 * @returns whose they are
 */
export async function endOthers(tx: Tx, id: string, now: Date): Promise<string[]> {
  const ended = await rawQuery<{ memberId: string }>(
    tx,
    `update slips o set status = 'FAILED', note = 'SLIP_REFNO_DUPLICATED', settled_at = $2, step = 'none',
       claims = false
     from slips s
     where s.id = $1 and o.bank_code = s.bank_code and o.reference = s.reference and o.id <> $1 and o.status = 'PENDING'
     returning o.member_id as "memberId"`,
    [id, now],
  )
  return ended.map(({ memberId }) => memberId)
}
