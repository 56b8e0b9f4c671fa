import type { PendingMoney } from '@krapao/contract/slices/statement/list-pending.ts'
import { type Db, rawQuery } from '../../platform/database.ts'
import { expiredCodes, pendingDeposits } from '../deposit/public.ts'
import { type StoredOutcome, unreadOutcomes } from '../outcome/public.ts'
import { pendingTransfers } from '../wallet/public.ts'
import { pendingWithdrawals } from '../withdraw/public.ts'

/** Money under way, as each slice that may have some selects it; `amountMinor` is null until it is known. */
interface PendingRow extends Omit<PendingMoney, 'amount' | 'createdAt' | 'expireIn'> {
  amountMinor: number | null
  createdAt: string
  expiresAt: string | null
}

/** A row of one of the lists; in JSON, because their columns differ. */
type Row =
  | { list: 'pending'; row: PendingRow }
  | { list: 'expired'; row: object }
  | { list: 'unread'; row: Omit<StoredOutcome, 'at'> & { at: string } }

/**
 * One statement, because both lists have to be of one moment: what ends at that moment is in one of them, and
 * never in both.
 */
const lists = `
  select 'pending' as list, to_jsonb(one) as row from (
    select * from (${pendingDeposits('$1', '$2', '$3')}) deposits
    union all select * from (${pendingWithdrawals('$1', '$3')}) withdrawals
    union all select * from (${pendingTransfers('$1', '$3')}) transfers) one
  union all select 'expired', to_jsonb(one) from (${expiredCodes('$1', '$2')}) one
  union all select 'unread', to_jsonb(one) from (${unreadOutcomes('$1', '$4', '$5')}) one`

/**
 * A member's things under way, those that have run out of time without a record of it, and those that have
 * ended and is not read.
 */
export const selectUnderWay = (
  db: Db,
  memberId: string,
  { now, maxRows, since, maxUnread }: { now: Date; maxRows: number; since: Date; maxUnread: number },
): Promise<Row[]> => rawQuery(db, lists, [memberId, now, maxRows, since, maxUnread])
