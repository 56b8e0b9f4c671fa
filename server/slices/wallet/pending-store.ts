import { openHoldsOf } from '../../ledger/public.ts'
import { isInReview } from '../../outside/review.ts'

/**
 * SQL: a member's transfers that the game provider has not answered, newest first; each half of one by itself. The columns are those
 * of all money under way (statement/pending-store.ts). `memberId` and `limit`: SQL.
 */
export const pendingTransfers = (memberId: string, limit: string): string =>
  `select 'transfer' as kind, meta->>'transferId' as id, (meta->>'transferId') || '-' || (meta->>'direction') as key,
     (meta->>'amountMinor')::bigint as "amountMinor", asset as currency, posted_at as "createdAt",
     case when ${isInReview('transfer', 'h.key')} then 'WITH_TEAM' else 'IN_TRANSIT' end as state,
     null::timestamptz as "expiresAt", case meta->>'direction' when 'out' then meta->>'code' else 'WALLET' end as "from",
     case meta->>'direction' when 'out' then 'WALLET' else meta->>'code' end as "to"
   from ${openHoldsOf('transfer', memberId, limit)}`
