import type { Currency } from '@krapao/contract/money.ts'
import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import { rawQuery, type Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { recordingEach } from '../../outcome/public.ts'
import { closingLinks } from './open-link-store.ts'

/** SQL that records the end of the slips in `failed`. */
const recordingFailed = recordingEach(
  `select 'refused:' || id, member_id, 'slip', case note when 'RETURNED' then note else 'REFUSED' end,
     nullif(note, 'RETURNED'), amount_minor, currency, coalesce(from_bank, ''), 'WALLET',
     id, null::jsonb, settled_at, null::timestamptz from failed`,
)

/** How a slip ends, or waits on, by the outcome of its transfer. */

/** A slip that was ended. A slip that waited for a person until then leaves the desk. */
interface Ended {
  id: string
  waited: boolean
}

const ended = `id, desk_reason is not null as waited`

const waitedOf = (slips: Ended[]): string[] => slips.flatMap(({ id, waited }) => (waited ? [id] : []))

/** Ends a slip without a credit, and gives its claim back. @returns whether it was still open */
export async function failSlip(
  { desk, clock }: Pick<Context, 'desk' | 'clock'>,
  tx: Tx,
  id: string,
  note: SlipNote,
  operatorId: string | null = null,
): Promise<boolean> {
  const rows = await rawQuery<Ended>(
    tx,
    `with failed as (
       update slips set status = 'FAILED', note = $2, settled_at = $3, operator_id = coalesce($4, operator_id), step = 'none',
         claims = false
       where id = $1 and status = 'PENDING' returning *
     ), closed as (${closingLinks('failed')}), recorded as (${recordingFailed})
     select ${ended} from failed`,
    [id, note, clock.now(), operatorId],
  )
  desk.changed(tx, 'slip', waitedOf(rows))
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

/**
 * Ends a slip with a credit, its own or the one that the bank's feed had led to; one that failed stays so. Of
 * one credit there is one outcome, also where the member had been shown it before the slip.
 */
export async function succeedSlip(
  { desk, clock }: Pick<Context, 'desk' | 'clock'>,
  tx: Tx,
  id: string,
  credited: SlipPlace & { journalKey: string },
): Promise<void> {
  const rows = await rawQuery<Ended>(
    tx,
    `with credited as (
       update slips set status = 'SUCCESS', settled_at = coalesce(settled_at, $2), step = 'none',
         amount_minor = $3, currency = $4, house_bank_code = $5, house_account_no = $6, journal_key = $7,
         operator_id = coalesce($8, operator_id)
       where id = $1 and status <> 'FAILED' returning *
     ), closed as (${closingLinks('credited')}), recorded as (${recordingEach(
       `select 'credited:' || journal_key, member_id, 'slip', 'DONE', null, amount_minor, currency,
          coalesce(from_bank, ''), 'WALLET', id, null::jsonb, settled_at, null::timestamptz from credited`,
     )})
     select ${ended} from credited`,
    [
      id,
      clock.now(),
      credited.amountMinor,
      credited.currency,
      credited.houseBankCode,
      credited.houseAccountNo,
      credited.journalKey,
      credited.operatorId ?? null,
    ],
  )
  desk.changed(tx, 'slip', waitedOf(rows))
}

/**
 * Keeps a slip in progress, with its claim, while a person decides whether its transfer was credited by the
 * feed, or whether the money that it is goes back.
 */
export async function parkSlip(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  id: string,
  place: SlipPlace,
): Promise<void> {
  await rawQuery(
    tx,
    `with parked as (
       update slips set step = 'none', desk_reason = null, amount_minor = $2, currency = $3,
         house_bank_code = $4, house_account_no = $5, operator_id = coalesce($6, operator_id)
       where id = $1 and status = 'PENDING' returning id)
     ${closingLinks('parked')}`,
    [
      id,
      place.amountMinor,
      place.currency,
      place.houseBankCode,
      place.houseAccountNo,
      place.operatorId ?? null,
    ],
  )
  desk.changed(tx, 'slip', [id])
}

/**
 * Fails the other slips of a slip's transfer that still wait: they have come too late. No transaction that
 * has locked one of them waits for the locks of the caller. A person who credits by a slip has `lockSlips`,
 * for which a slip's transaction waits before it locks a row. The feed and `settleAround` have it not, but
 * credit only by a slip that is parked with its claim, and the claim sends every other slip away before it
 * asks for the reference or the amount.
 * @returns their members
 */
export async function endOthers(
  { desk, clock }: Pick<Context, 'desk' | 'clock'>,
  tx: Tx,
  id: string,
): Promise<string[]> {
  const rows = await rawQuery<Ended & { memberId: string }>(
    tx,
    `with failed as (
       update slips o set status = 'FAILED', note = 'SLIP_REFNO_DUPLICATED', settled_at = $2, step = 'none',
         claims = false
       from slips s
       where s.id = $1 and o.bank_code = s.bank_code and o.reference = s.reference and o.id <> $1
         and o.status = 'PENDING'
       returning o.*
     ), closed as (${closingLinks('failed')}), recorded as (${recordingFailed})
     select ${ended}, member_id as "memberId" from failed`,
    [id, clock.now()],
  )
  desk.changed(tx, 'slip', waitedOf(rows))
  return rows.map(({ memberId }) => memberId)
}
