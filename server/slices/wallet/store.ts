import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    transfer_followups: {
      key: string
      attempts: number
      next_attempt_at: Date
      last_reason: string | null
      claimed_until: Date | null
      on_desk: boolean
      created_at: Date
    }
  }
}

/** Those of `keys` whose next question is due and that nobody is asking, the longest waiting first. */
export async function dueFollowups(db: Db, keys: string[], now: Date): Promise<string[]> {
  if (keys.length === 0) return []
  const due = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) with ordinality as open(key, place)
    left join transfer_followups f using (key)
    where f.key is null or (f.next_attempt_at <= ${now} and (f.claimed_until is null or f.claimed_until <= ${now}))
    order by f.next_attempt_at nulls first, place`.execute(db)
  return due.rows.map(({ key }) => key)
}

/**
 * Claims the next question about a transfer for one node: conditional, so that two nodes never ask about the same one.
 * A claim whose node died ends at `until`.
 * @returns questions asked so far; undefined when it is not due or somebody else is asking
 */
export async function claimFollowup(
  db: Db,
  key: string,
  now: Date,
  until: Date,
): Promise<number | undefined> {
  const claimed = await sql<{ attempts: number }>`
    insert into transfer_followups as f (key, next_attempt_at, claimed_until, created_at)
    values (${key}, ${now}, ${until}, ${now})
    on conflict (key) do update set claimed_until = excluded.claimed_until
      where f.next_attempt_at <= ${now} and (f.claimed_until is null or f.claimed_until <= ${now})
    returning attempts`.execute(db)
  return claimed.rows[0]?.attempts
}

/** Notes a question without a definite answer and when to ask again; ends the claim. */
export async function postponeFollowup(
  db: Db,
  key: string,
  next: { at: Date; reason: string; onDesk: boolean },
): Promise<void> {
  await db
    .updateTable('transfer_followups')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      next_attempt_at: next.at,
      last_reason: next.reason,
      on_desk: next.onDesk,
      claimed_until: null,
    }))
    .where('key', '=', key)
    .execute()
}

/** Those of `keys` that wait for a person. */
export async function selectOnDesk(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('transfer_followups')
    .select('key')
    .where('key', 'in', keys)
    .where('on_desk', '=', true)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** The transfer is settled: nobody needs to ask any more. */
export async function deleteFollowup(db: Db, key: string): Promise<void> {
  await db.deleteFrom('transfer_followups').where('key', '=', key).execute()
}

/** Puts a transfer on the operator's desk for good: no question will settle it. */
export async function putOnDesk(db: Db, key: string, reason: string, now: Date): Promise<void> {
  await db
    .insertInto('transfer_followups')
    .values({
      key,
      attempts: 0,
      next_attempt_at: now,
      last_reason: reason,
      claimed_until: null,
      on_desk: true,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ on_desk: true, last_reason: reason, claimed_until: null }),
    )
    .execute()
}
