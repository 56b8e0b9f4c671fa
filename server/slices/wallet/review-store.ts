import type { Currency } from '@krapao/contract/money.ts'
import type { Waiting } from '../../desk/queue.ts'
import { heldAmounts } from '../../ledger/public.ts'
import { followedUp, type InReview, inReview, reviewColumns } from '../../outside/review.ts'
import { finishingEach } from '../../outside/work.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { isRecorded, recordingEach } from '../outcome/public.ts'

/** A transfer in review: its hold, and its end if it has one. */
export interface TransferInReview extends InReview {
  /** Key of the hold. */
  key: string
  memberId: string
  asset: Currency
  /** The amount of the hold. */
  amountMinor: number
  meta: { transferId: string; code: string; direction: 'in' | 'out'; providerUsername: string }
  heldAt: Date
  resolvedAs: 'posted' | 'voided' | null
}

const select = `select w.key, h.member_id as "memberId", h.asset, h.amount_minor as "amountMinor", h.meta,
    h.posted_at as "heldAt", h.resolved_as as "resolvedAs", ${reviewColumns}
  from ${inReview('transfer')} join ${heldAmounts} on h.key = w.key`

export const waitingTransfers: Waiting = {
  subject: 'transfer',
  key: 'w.key',
  keyType: 'text',
  at: 'h.posted_at',
  memberId: 'h.member_id',
  amountMinor: 'h.amount_minor',
  currency: 'h.asset',
  words: `concat_ws(' ', w.key, h.meta->>'transferId', h.meta->>'code', h.meta->>'providerUsername')`,
  from: `${inReview('transfer')} join ${heldAmounts} on h.key = w.key`,
  where: 'true',
}

/** Oldest first, from the one after `after` on. */
export const selectInReview = (
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<TransferInReview[]> =>
  rawQuery(
    db,
    `${select} where $1::text is null or h.id > (select id from ${heldAmounts} where key = $1) order by h.id limit $2`,
    [after ?? null, limit],
  )

export async function findInReview(handle: Db | Tx, key: string): Promise<TransferInReview | undefined> {
  const [row] = await rawQuery<TransferInReview>(handle, `${select} where w.key = $1`, [key])
  return row
}

/**
 * Ends the work of transfers that are settled, which a node left that died just after settling them. Contradictions stay for the
 * desk.
 */
export const finishSettled = (db: Db): Promise<void> => finishTransfers(db, undefined)

/**
 * Ends the work of transfers that are settled, and records how they ended: work that was followed up is only of those whose member
 * was answered that the outcome is not known. Of one about which the provider contradicts itself the work stays for the desk, but
 * how it ended is certain.
 * @param keys of the holds; undefined: all that are settled
 */
export async function finishTransfers(handle: Db | Tx, keys: string[] | undefined): Promise<void> {
  await rawQuery(
    handle,
    `with ended as (
       select h.* from ${followedUp('transfer')} join ${heldAmounts} on h.key = w.key
       where h.resolved_as is not null and ($1::text[] is null or w.key = any($1::text[]))
         and (w.review_reason is distinct from 'CONTRADICTION' or not ${isRecorded("'transfer:' || w.key")})
     ), recorded as (${recordingEach(
       `select 'transfer:' || key, member_id, 'transfer', case resolved_as when 'posted' then 'DONE' else 'REFUSED' end,
          resolved_reason, amount_minor, asset, case meta->>'direction' when 'out' then meta->>'code' else 'WALLET' end,
          case meta->>'direction' when 'out' then 'WALLET' else meta->>'code' end,
          (meta->>'transferId') || '-' || (meta->>'direction'), null::jsonb, resolved_at, null::timestamptz from ended`,
     )}
     ), finished as (${finishingEach('transfer', 'select key from ended')})
     select key from ended`,
    [keys ?? null],
  )
}
