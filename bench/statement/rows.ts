import type { Database } from '@krapao/server/platform/database.ts'

/** Journals of members' statements, written by SQL with the ledger's triggers in force. */

export const someone = 'bench-0'
/** Rows of the member whose pages are read, enough for page 1,000. */
export const ownRows = 10_010
const batch = 100_000

/**
 * The repeated pattern of a member's journals: a deposit, a transfer that is held and posted, play, a
 * withdrawal.
 */
const kinds = `(values
  (0, 'deposit', 'single', 'bank:SCB', 'wallet'), (1, 'transfer', 'pending', 'wallet', 'in-transit:PG'),
  (2, 'transfer', 'posted', 'in-transit:PG', 'game:PG'), (3, 'withdraw', 'single', 'wallet', 'payout')
) as kinds (turn, kind, phase, source, target)`

/** Three in four journals are rows; the fourth ends the hold of one of them. */
export const rowsPerRound = 3

/** The accounts of the journals: the house's, and the wallets and games of `members` members. */
export async function addAccounts(database: Database, members: number): Promise<void> {
  await database.query(
    `insert into accounts (member_id, name, asset)
     select '', name, 'THB' from unnest(array['bank:SCB', 'payout']) name
     union all
     select 'bench-' || member, name, 'THB'
     from generate_series(0, $1::int - 1) member, unnest(array['wallet', 'in-transit:PG', 'game:PG']) name`,
    [members],
  )
}

/**
 * Adds rounds of journals with their entries.
 * @param members the rounds rotate over members 1 to `members` - 1; with 1, all of them are for `someone`
 */
export async function addRounds(database: Database, rounds: number, members: number): Promise<void> {
  for (let done = 0; done < rounds; done += batch / 4) {
    const count = Math.min(batch / 4, rounds - done)
    await database.query(
      `with base as (select coalesce(max(id), 0) as id from journals),
       planned as materialized (
         select base.id + 1 + round * 4 + turn as id, turn, kind, phase, source, target,
           'bench-' || case when $3::int = 1 then 0 else 1 + (round::bigint + $2) % ($3 - 1) end as member,
           100 + round % 1000 as amount
         from base, generate_series(0, $1::int - 1) round, ${kinds}
       ),
       added as (
         insert into journals (id, key, kind, phase, member_id, meta, posted_at, pending_id)
         select id, 'bench:' || id, kind, phase, member, '{"code":"PG","direction":"in","fromBank":"KBANK"}',
           timestamptz '2026-01-01' + id * interval '1 second', case phase when 'posted' then id - 1 end
         from planned order by id
       )
       insert into entries (journal_id, leg, account_id, amount_minor, balance_after_minor)
       select p.id, leg.n, a.id, leg.sign * p.amount, case when a.member_id <> '' then 1000000 end
       from planned p
         cross join lateral (values (1, -1, p.source), (2, 1, p.target)) leg (n, sign, name)
         join accounts a on a.asset = 'THB' and a.name = leg.name
           and a.member_id = case when leg.name in ('bank:SCB', 'payout') then '' else p.member end
       order by p.id, leg.n`,
      [count, done, members],
    )
  }
  await database.query(`select setval('journals_id_seq', (select max(id) from journals))`)
}
