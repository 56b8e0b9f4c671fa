import type { Currency } from '@krapao/contract/money.ts'
import type { Waiting } from '../../desk/queue.ts'
import { fact } from '../../journals/facts.ts'
import type { Facts } from '../../journals/kinds.ts'
import { heldAmounts } from '../../ledger/public.ts'
import { followedUp, type InReview, inReview, reviewColumns } from '../../outside/review.ts'
import { type Finished, finishingEach, inReviewBefore } from '../../outside/work.ts'
import { type Db, rawQuery, type Tx, transaction } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { isRecorded, recordingEach } from '../outcome/public.ts'
import { transferEnds } from './pending-store.ts'

/** A transfer in review: its hold, and its end if it has one. */
export interface TransferInReview extends InReview {
  /** Key of the hold. */
  key: string
  memberId: string
  asset: Currency
  /** The amount of the hold. */
  amountMinor: number
  meta: Facts<'transfer', 'pending'>
  heldAt: Date
  resolvedAs: 'posted' | 'voided' | null
}

const ends = transferEnds('h')
const heldFact = (name: keyof Facts<'transfer', 'pending'>) => fact('transfer', 'pending', name, 'h')

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
  words: `concat_ws(' ', w.key, ${heldFact('transferId')}, ${heldFact('code')}, ${heldFact('providerUsername')})`,
  from: `${inReview('transfer')} join ${heldAmounts} on h.key = w.key`,
  where: 'true',
}

/** Those of these transfers that are in review. */
export const selectInReview = (handle: Db | Tx, keys: string[]): Promise<TransferInReview[]> =>
  rawQuery(handle, `${select} where w.key = any($1::text[])`, [keys])

/**
 * Ends the work of transfers that are settled, which a node left that died just after settling them.
 * Contradictions stay for the desk.
 */
export const finishSettled = (context: Pick<Context, 'db' | 'desk'>): Promise<void> =>
  transaction(context.db, (tx) => finishTransfers(context, tx, undefined))

/**
 * Ends the work of transfers that are settled, and records how they ended: work that was followed up is only
 * of those whose member was answered that the outcome is not known. Of one about which the provider
 * contradicts itself the work stays for the desk, but how it ended is certain. What waited for a person
 * leaves the desk.
 * @param keys of the holds; undefined: all that are settled
 */
export async function finishTransfers(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  keys: string[] | undefined,
): Promise<void> {
  const finished = await rawQuery<Finished>(
    tx,
    `with ended as (
       select h.* from ${followedUp('transfer')} join ${heldAmounts} on h.key = w.key
       where h.resolved_as is not null and ($1::text[] is null or w.key = any($1::text[]))
         and (w.review_reason is distinct from 'CONTRADICTION' or not ${isRecorded("'transfer:' || w.key")})
     ), recorded as (${recordingEach(
       `select 'transfer:' || key, member_id, 'transfer', case resolved_as when 'posted' then 'DONE' else 'REFUSED' end,
          resolved_reason, amount_minor, asset, ${ends.from}, ${ends.to}, ${ends.key}, null::jsonb, resolved_at,
          null::timestamptz
        from ended h`,
     )}
     ), finished as (${finishingEach('transfer', 'select key from ended')})
     select * from finished`,
    [keys ?? null],
  )
  desk.changed(tx, 'transfer', inReviewBefore(finished))
}
