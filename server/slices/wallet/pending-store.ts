import { fact } from '../../journals/facts.ts'
import type { Facts } from '../../journals/kinds.ts'
import { openHoldsOf } from '../../ledger/public.ts'
import { isInReview } from '../../outside/review.ts'

/**
 * SQL of a transfer's ends as the member knows them, and of the key by which the app follows it: each half of
 * one by itself.
 * @param holds the alias of the transfers' holds
 */
export function transferEnds(holds: string): { from: string; to: string; key: string } {
  const of = (name: keyof Facts<'transfer', 'pending'>) => fact('transfer', 'pending', name, holds)
  return {
    from: `case ${of('direction')} when 'out' then ${of('code')} else 'WALLET' end`,
    to: `case ${of('direction')} when 'out' then 'WALLET' else ${of('code')} end`,
    key: `(${of('transferId')}) || '-' || (${of('direction')})`,
  }
}

const ends = transferEnds('h')
const transferId = fact('transfer', 'pending', 'transferId', 'h')
const amountMinor = fact('transfer', 'pending', 'amountMinor', 'h')

/**
 * SQL: a member's transfers that the game provider has not answered, newest first; each half of one by
 * itself. The columns are those of all money under way (statement/pending-store.ts). `memberId` and `limit`:
 * SQL.
 */
export const pendingTransfers = (memberId: string, limit: string): string =>
  `select 'transfer' as kind, ${transferId} as id, ${ends.key} as key,
     (${amountMinor})::bigint as "amountMinor", asset as currency, posted_at as "createdAt",
     case when ${isInReview('transfer', 'h.key')} then 'WITH_TEAM' else 'IN_TRANSIT' end as state,
     null::timestamptz as "expiresAt", ${ends.from} as "from", ${ends.to} as "to"
   from ${openHoldsOf('transfer', memberId, limit)}`
