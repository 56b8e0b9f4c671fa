import type { Asset } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../platform/database.ts'
import { shareLock } from '../platform/locks.ts'
import { own, partsOf } from './accounts.ts'
import type { Ledger } from './ledger.ts'

/** Whether a member ever deposited or withdrew anything, by the journals, which are the only record of it. */
export async function hasMovedMoney(handle: Db | Tx, memberId: string): Promise<boolean> {
  const [row] = await rawQuery<{ moved: boolean }>(
    handle,
    `select exists (select 1 from journals where member_id = $1 and kind in ('deposit', 'withdraw')) as moved`,
    [memberId],
  )
  return row?.moved === true
}

/**
 * The amount that a journal brought into its member's wallet, in minor units; 0 if there is no such journal.
 */
export async function creditedMinor(handle: Db | Tx, journalKey: string): Promise<number> {
  const [row] = await rawQuery<{ amountMinor: number }>(
    handle,
    `select e.amount_minor as "amountMinor" from journals j join entries e on e.journal_id = j.id
       join accounts a on a.id = e.account_id
     where j.key = $1 and a.member_id = j.member_id and a.name = '${own.wallet}'`,
    [journalKey],
  )
  return row?.amountMinor ?? 0
}

/**
 * SQL: joins the credit of a journal, with the alias `c`: `member_id`, `minor` (the amount that came into
 * that member's wallet) and `reversed`; nulls if there is no such journal.
 * @param journalKey SQL of its key
 */
export const joinCredit = (journalKey: string): string =>
  `left join lateral (
     select j.member_id, (
         select sum(e.amount_minor)::bigint from entries e join accounts a on a.id = e.account_id
         where e.journal_id = j.id and a.member_id = j.member_id and a.name = '${own.wallet}') as minor,
       exists (select from journals v where v.reverses_id = j.id) as reversed
     from journals j where j.key = ${journalKey} limit 1) c on true`

/**
 * SQL: holds with one receiving leg, with the alias `h`: `id`, `key`, `member_id`, `asset` and `amount_minor`
 * of that leg, `meta`, `posted_at`, and `resolved_as`, which is null while the hold is open.
 */
export const heldAmounts = `(
  select j.id, j.key, j.member_id, a.asset, e.amount_minor, j.meta, j.posted_at, r.phase as resolved_as,
    r.meta->>'reason' as resolved_reason, r.posted_at as resolved_at
  from journals j
    join entries e on e.journal_id = j.id and e.amount_minor > 0
    join accounts a on a.id = e.account_id
    left join journals r on r.pending_id = j.id
  where j.phase = 'pending') h`

/**
 * SQL: a member's holds of a kind that are neither posted nor voided, with the alias `h`: `id`, `key`,
 * `meta`, `posted_at` and `asset`; newest first. `memberId` and `limit`: SQL.
 */
export const openHoldsOf = (kind: string, memberId: string, limit: string): string => `(
  select j.id, j.key, j.meta, j.posted_at, (
      select a.asset from entries e, lateral (select asset from accounts where id = e.account_id offset 0) a
      where e.journal_id = j.id limit 1) as asset
  from (
      select journal_id from open_holds where kind = '${kind}' and member_id = ${memberId}
      order by journal_id desc limit ${limit}) o, lateral (
      select id, key, meta, posted_at from journals where id = o.journal_id offset 0) j) h`

/** SQL: when the journal of a key, SQL, was posted; null if there is no such journal. */
export const postedAtOf = (key: string): string => `(select posted_at from journals where key = ${key})`

/** When a journal was posted; null if there is no such journal. */
export async function postedAt(handle: Db | Tx, journalKey: string): Promise<Date | null> {
  const [row] = await rawQuery<{ postedAt: Date }>(
    handle,
    'select posted_at as "postedAt" from journals where key = $1',
    [journalKey],
  )
  return row?.postedAt ?? null
}

/**
 * SQL: the entries of a member's journal on these accounts. `offset 0` here and around the journals makes
 * PostgreSQL go along their index from the first one that is asked for, and not through all of a life.
 */
const entriesOn = (accountIds: string): string =>
  `lateral (
     select account_id, amount_minor from entries
     where journal_id = j.id and account_id = any(array(${accountIds})) offset 0) e`

/** SQL: a member's accounts to play with, `$1`: the wallet, the games, and in transit between them. */
const accountsToPlayWith = `select id from accounts where member_id = $1 and asset <> 'COIN'
  and (name = '${own.wallet}' or name like 'game:%' or name like 'in-transit:%')`

/**
 * The member's own money that came in after a journal, less what went out or was taken back, in minor units:
 * what deposits, withdrawals, reversals and corrections moved on the wallet, the games and between them. Play
 * and transfers are none of it, nor coins.
 */
export async function flowSince(handle: Db | Tx, memberId: string, journalId: number): Promise<number> {
  const [row] = await rawQuery<{ minor: number }>(
    handle,
    `select coalesce(sum(e.amount_minor), 0)::bigint as minor
     from (
         select id from journals
         where member_id = $1 and id > $2 and kind not in ('play', 'transfer') offset 0) j,
       ${entriesOn(accountsToPlayWith)}`,
    [memberId, journalId],
  )
  return row?.minor ?? 0
}

/** What a journal moved on one of a member's accounts to play with. */
export interface Movement {
  journalId: number
  postedAt: Date
  kind: string
  /** The account: the wallet, a game or in transit to or from one. */
  name: string
  amountMinor: number
}

/**
 * All that journals after one moved on a member's wallet, games and between them, in their order. Of play
 * results only those at these games, by their codes.
 */
export const movementsSince = (
  handle: Db | Tx,
  memberId: string,
  { journalId, playAt }: { journalId: number; playAt: readonly string[] },
): Promise<Movement[]> =>
  rawQuery(
    handle,
    `select j.id as "journalId", j.posted_at as "postedAt", j.kind, a.name, e.amount_minor as "amountMinor"
     from (
         select id, kind, posted_at from journals
         where member_id = $1 and id > $2 and (kind <> 'play' or cardinality($3::text[]) > 0) offset 0) j,
       ${entriesOn(accountsToPlayWith)} join accounts a on a.id = e.account_id
     where j.kind <> 'play' or a.name = any($3::text[])
     order by j.id`,
    [memberId, journalId, playAt.map(own.game)],
  )

/**
 * The key of a play result: the one that a reading books on a game account of this version, so that readings
 * that run at once book one.
 */
export const playKey = (memberId: string, code: string, version: number): string =>
  `play:${memberId}:${code}:${version}`

/** A deposit that was credited to a wallet and not taken back. */
export interface CreditedDeposit {
  memberId: string
  amountMinor: number
  postedAt: Date
}

/** The deposits of these members from one instant until before another, oldest first. */
export const depositsOf = (
  handle: Db | Tx,
  memberIds: string[],
  { from, until }: { from: Date; until: Date },
): Promise<CreditedDeposit[]> =>
  rawQuery(
    handle,
    `select j.member_id as "memberId", e.amount_minor as "amountMinor", j.posted_at as "postedAt"
     from journals j join entries e on e.journal_id = j.id join accounts a on a.id = e.account_id
     where j.member_id = any($1::text[]) and j.kind = 'deposit' and j.posted_at >= $2 and j.posted_at < $3
       and a.member_id = j.member_id and a.name = '${own.wallet}'
       and not exists (select from journals v where v.reverses_id = j.id)
     order by j.id`,
    [memberIds, from, until],
  )

/**
 * The latest deposits of members before an instant of each, as `depositsOf` has them, oldest first; one list
 * per request, in order, of at most `limit`. Reads as little for a member with much play as for one without.
 */
export async function depositsBefore(
  handle: Db | Tx,
  requests: { memberId: string; until: Date }[],
  limit: number,
): Promise<CreditedDeposit[][]> {
  const rows = await rawQuery<CreditedDeposit & { place: number }>(
    handle,
    `select r.place::int, r.member_id as "memberId", e.amount_minor as "amountMinor", j.posted_at as "postedAt"
     from unnest($1::text[], $2::timestamptz[]) with ordinality r (member_id, until, place), lateral (
         select id, posted_at from journals
         where member_id = r.member_id and kind = 'deposit' and posted_at < r.until order by id desc limit $3) j
       join entries e on e.journal_id = j.id join accounts a on a.id = e.account_id
     where a.member_id = r.member_id and a.name = '${own.wallet}'
       and not exists (select from journals v where v.reverses_id = j.id)
     order by r.place, j.id`,
    [requests.map(({ memberId }) => memberId), requests.map(({ until }) => until), limit],
  )
  return requests.map((_, i) =>
    rows.filter(({ place }) => place === i + 1).map(({ place, ...deposit }) => deposit),
  )
}

/**
 * A member's win (positive) or loss at each game, by its code, by all play results; minor units. `lastAt`:
 * when the last of them was read.
 */
export async function playResults(
  handle: Db | Tx,
  memberId: string,
): Promise<Map<string, { minor: number; lastAt: Date }>> {
  const rows = await rawQuery<{ name: string; minor: number; lastAt: Date }>(
    handle,
    `select a.name, sum(s.amount_minor)::bigint as minor, max(s.last_at) as "lastAt"
     from accounts a join play_sums s on s.account_id = a.id where a.member_id = $1 group by a.name`,
    [memberId],
  )
  return new Map(rows.map(({ name, ...played }) => [partsOf(name).of, played]))
}

/**
 * A member's losses at games, by their codes, by play results after a journal and after an instant of each
 * game's own, but for those with these keys; minor units. What came back at a game after a loss lessens it.
 * `lastAt`: when the last loss was read.
 * @param after the games' instants, by their codes; without one a game is left out
 */
export async function lossesSince(
  handle: Db | Tx,
  memberId: string,
  {
    journalId,
    after,
    except,
  }: { journalId: number; after: ReadonlyMap<string, Date>; except: readonly string[] },
): Promise<Map<string, { minor: number; lastAt: Date }>> {
  const rows = await rawQuery<{ name: string; minor: number; lastAt: Date }>(
    handle,
    // The sum falls from its highest point on by what is lost by now.
    `with asked as materialized (
       select id, name, after from accounts
         join unnest($3::text[], $4::timestamptz[]) asked (name, after) using (name) where member_id = $1)
     select name, minor, "lastAt" from (
       select name, (max(sum - amount_minor) - (array_agg(sum order by id desc))[1])::bigint as minor,
         max(posted_at) filter (where amount_minor < 0) as "lastAt"
       from (
         select a.name, j.id, j.posted_at, e.amount_minor, sum(e.amount_minor) over (partition by a.name order by j.id) as sum
         from (
             select id, posted_at from journals
             where member_id = $1 and id > $2 and kind = 'play' and posted_at > (select min(after) from asked) offset 0) j,
           ${entriesOn('select id from asked')} join asked a on a.id = e.account_id
         where j.posted_at > a.after and j.id <> all(array(select id from journals where key = any($5::text[])))
       ) plays group by name
     ) losses where minor > 0`,
    [memberId, journalId, [...after.keys()].map(own.game), [...after.values()], except],
  )
  return new Map(rows.map(({ name, ...loss }) => [partsOf(name).of, loss]))
}

/**
 * Of these play results, those that are posted and whose period began before an instant: when the reading
 * before was made. `amountMinor`: what the member won (positive) or lost.
 */
export const playsSince = (
  handle: Db | Tx,
  asked: { key: string; before: Date }[],
): Promise<{ key: string; amountMinor: number }[]> =>
  rawQuery(
    handle,
    `select j.key, e.amount_minor as "amountMinor"
     from unnest($1::text[], $2::timestamptz[]) asked (key, before)
       join journals j on j.key = asked.key
       join entries e on e.journal_id = j.id join accounts a on a.id = e.account_id
     where j.kind = 'play' and a.member_id <> ''
       and coalesce((j.meta->>'since')::timestamptz < asked.before, true)`,
    [asked.map(({ key }) => key), asked.map(({ before }) => before)],
  )

/**
 * Locks a member's wallet until the transaction ends, as a posting on it would: for a decision that has to be
 * made before there is a posting, or without one.
 */
export async function lockWallet(tx: Tx, memberId: string, asset: Asset): Promise<void> {
  // The order of locks of every posting: behind a seal that waits, a posting would wait for us.
  await shareLock(tx, 'postings')
  const [row] = await rawQuery<{ ids: number[] }>(
    tx,
    'select ledger_accounts(array[$1], array[$2], array[$3])::bigint[] as ids',
    [memberId, own.wallet, asset],
  )
  await rawQuery(tx, 'select from accounts where id = any($1::bigint[]) for no key update', [row?.ids ?? []])
}

/**
 * The time of now by the clock that dates journals. Days of a member are counted by it: each node has a clock
 * of its own, and what is decided by that may be on another day than the money.
 */
export const postingTime = async (ledger: Pick<Ledger, 'lockWalletsIn'>, tx: Tx): Promise<Date> =>
  new Date((await ledger.lockWalletsIn(tx, [], [])).at)

/** A member's win (positive) or loss at a game between two readings of the balance there. */
export interface PlayResult {
  journalId: number
  key: string
  memberId: string
  code: string
  asset: Asset
  amountMinor: number
  postedAt: Date
}

/**
 * Play results in the order of their journals, those behind `after`. Only sealed ones: below a seal no
 * journal can be committed any more, so a reader that goes on from the last one misses none.
 */
export async function sealedPlay(
  handle: Db | Tx,
  { after, limit }: { after: number; limit: number },
): Promise<PlayResult[]> {
  const rows = await rawQuery<Omit<PlayResult, 'code'> & { account: string }>(
    handle,
    `select j.id as "journalId", j.key, a.member_id as "memberId", a.name as account, a.asset,
       e.amount_minor as "amountMinor", j.posted_at as "postedAt"
     from journals j join entries e on e.journal_id = j.id join accounts a on a.id = e.account_id
     where j.kind = 'play' and a.member_id <> '' and j.id > $1
       and j.id <= (select max(to_journal_id) from seals)
     order by j.id limit $2`,
    [after, limit],
  )
  return rows.map(({ account, ...row }) => ({ ...row, code: partsOf(account).of }))
}
