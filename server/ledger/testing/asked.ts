import type { Database } from '../../platform/database.ts'
import { withoutTable } from '../../testing/database.ts'

/** What tests of others ask the ledger's tables. */

type Queries = Pick<Database, 'query'>

/** A journal as it is stored. */
export interface StoredJournal {
  id: number
  key: string
  kind: string
  phase: string
  member_id: string | null
  meta: Record<string, unknown>
  posted_at: Date
}

/** Journals by what is given of them, in order. */
export const journalsOf = (
  database: Queries,
  { id, key, kind, memberId }: { id?: number; key?: string; kind?: string; memberId?: string },
): Promise<StoredJournal[]> =>
  database.query(
    `select id, key, kind, phase, member_id, meta, posted_at from journals
     where ($1::bigint is null or id = $1) and ($2::text is null or key = $2)
       and ($3::text is null or kind = $3) and ($4::text is null or member_id = $4) order by id`,
    [id ?? null, key ?? null, kind ?? null, memberId ?? null],
  )

/** A leg of a journal. */
export interface StoredLeg {
  key: string
  kind: string
  meta: Record<string, unknown>
  /** Whose journal it is. */
  of: string | null
  /** Whose account: a member's, empty for the house's. */
  member_id: string
  name: string
  asset: string
  amount_minor: number
}

/** Legs of journals by what is given of these, in order; `amountMinor`: something in them moved so much. */
export const legsOf = (
  database: Queries,
  { kind, memberId, amountMinor }: { kind?: string; memberId?: string; amountMinor?: number },
): Promise<StoredLeg[]> =>
  database.query(
    `select j.key, j.kind, j.meta, j.member_id as of, a.member_id, a.name, a.asset, e.amount_minor
     from journals j join entries e on e.journal_id = j.id join accounts a on a.id = e.account_id
     where ($1::text is null or j.kind = $1) and ($2::text is null or j.member_id = $2)
       and ($3::bigint is null or j.id in (select journal_id from entries where abs(amount_minor) = $3))
     order by j.id, e.leg`,
    [kind ?? null, memberId ?? null, amountMinor ?? null],
  )

/** Everything that journals say: a text in which a secret must not be found. */
export const wholeJournals = async (database: Queries): Promise<string> =>
  JSON.stringify(await database.query('select * from journals'))

/** Nothing can be posted while `act` runs. */
export const withoutJournals = <Result>(database: Queries, act: () => Promise<Result>) =>
  withoutTable(database, 'journals', act)

/** The last journal was posted so many minutes earlier, past what forbids a change. */
export const ageLastJournal = (database: Queries, minutes: number) =>
  database.query(
    `alter table journals disable trigger user;
     update journals set posted_at = posted_at - interval '${minutes} minutes' where id = (select max(id) from journals);
     alter table journals enable trigger user`,
  )

/** No seal can be stored until `allowSeals`. */
export const forbidSeals = (database: Queries) =>
  database.query('alter table seals add constraint no_more check (id < 0) not valid')
export const allowSeals = (database: Queries) => database.query('alter table seals drop constraint no_more')

/** Journals without entries, to be many; those that are pending are open holds. */
export const storeJournals = (
  database: Queries,
  journals: readonly { key: string; kind: string; memberId: string; phase?: 'single' | 'pending' }[],
) =>
  database.query(
    `with made as (
       insert into journals (key, kind, phase, member_id, meta, posted_at)
       select key, kind, coalesce(phase, 'single'), "memberId", '{}', now()
       from jsonb_to_recordset($1::jsonb) j (key text, kind text, phase text, "memberId" text)
       returning *)
     insert into open_holds (journal_id, kind, member_id, posted_at)
     select id, kind, member_id, posted_at from made where phase = 'pending'`,
    [JSON.stringify(journals)],
  )

/** SQL: locks the accounts of a member, $1, so that a transaction that moves their money waits. */
export const lockAccounts = 'select from accounts where member_id = $1 for update'
