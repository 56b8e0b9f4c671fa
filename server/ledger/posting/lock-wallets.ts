import { rawQuery, type Tx } from '../../platform/database.ts'
import { lockNumbers } from '../../platform/locks.ts'
import { own } from '../accounts.ts'

/**
 * See `Ledger.lockWalletsIn`. The gate is locked before the accounts, and these by id, as in
 * `ledger_post_batch`. For several members it gives up soon, as `ledger_post_together` does: a transaction
 * that keeps one account locked must not hold up the others.
 */
export async function lockWallets(
  tx: Tx,
  memberIds: string[],
  others: string[],
  now: Date | null,
): Promise<{ at: string; members: string[] }> {
  const rows = await rawQuery<{ at: string; members: string[] | null }>(
    tx,
    `with locked as materialized (
       select member_id, name from accounts
       where id = any(array(
         select found.id
         from (
           select pg_advisory_xact_lock_shared(${lockNumbers.postings}),
             set_config('lock_timeout', case when cardinality($1::text[]) > 1 then '1s' else current_setting('lock_timeout') end, true)
           offset 0) gate,
           unnest($1::text[]) given (member_id),
           lateral (
             select id from accounts
             where member_id = given.member_id and (name = '${own.wallet}' or name = any($2::text[])) offset 0) found))
       order by id for no key update)
     select coalesce($3::timestamptz, clock_timestamp())::text as at, members
     from (select array_agg(member_id) filter (where name = '${own.wallet}') as members from locked) done`,
    [memberIds, others, now],
  )
  const [{ at = '', members = null } = {}] = rows
  return { at, members: members ?? [] }
}
