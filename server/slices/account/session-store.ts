import { type Database, type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { Caller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Opens a session. With `passwordHash` only while that is still the member's: the row is locked, so a new
 * password that is set at the same moment either ends this session with the others, or keeps it from being
 * opened.
 * @returns whether it was opened
 */
export async function insertSession(
  db: Db,
  session: {
    hash: string
    memberId: string
    remember: boolean
    now: Date
    expiresAt: Date
    passwordHash?: string | undefined
  },
): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `insert into sessions (hash, member_id, remember, created_at, expires_at, last_used_at)
     select $1, id, $3, $4, $5, $4 from members
     where id = $2 and ($6::text is null or password_hash = $6) for share
     returning hash`,
    [
      session.hash,
      session.memberId,
      session.remember,
      session.now,
      session.expiresAt,
      session.passwordHash ?? null,
    ],
  )
  return rows.length > 0
}

export async function revokeSession(db: Db, hash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Sessions that are not revoked, including expired ones: a plan by the index on expires_at would read all of
 * them. The ended sessions of a deactivated member are included, so that the member is shown the reason.
 */
export const selectSessions = (database: Database, hashes: string[]) =>
  database.query<{
    hash: string
    member_id: string
    expires_at: Date
    last_used_at: Date
    is_active: boolean
  }>(
    `select s.hash, s.member_id, s.expires_at, s.last_used_at, m.is_active
     from sessions s join members m on m.id = s.member_id
     where s.hash = any($1::text[]) and (s.revoked_at is null or not m.is_active)`,
    [hashes],
  )

/**
 * Records that sessions were used; one by which money moves at this moment is not waited for, and recorded by
 * its next use.
 */
export async function touchSessions(database: Database, hashes: string[], now: Date): Promise<void> {
  await database.query(
    `update sessions set last_used_at = $2 where hash in (
       select hash from sessions where hash = any($1::text[]) and last_used_at < $2
       for no key update skip locked)`,
    [hashes, now],
  )
}

/**
 * Locks a member's session until the transaction ends, for calls that make a way in or say where money goes.
 * A transaction that ends the session waits. Where it was first, nothing is done, however late the body of
 * the call came (docs/decisions/0042). Money that moves is guarded by its claim (platform/claims.ts).
 * @throws Refusal `INACTIVE_USER`, `invalid-token`
 */
export async function keepSession(tx: Tx, { memberId, sessionHash }: Caller): Promise<void> {
  const [row] = await rawQuery<{ isAlive: boolean; isActive: boolean }>(
    tx,
    'select session_lives($2) as "isAlive", is_active as "isActive" from members where id = $1',
    [memberId, sessionHash],
  )
  if (!row?.isAlive) throw new Refusal(row?.isActive === false ? 'INACTIVE_USER' : 'invalid-token')
}

/**
 * SQL: the sessions with this condition that have not ended, locked in the order of their hashes, as money
 * locks them (`idempotency_fence`), so that neither waits for the other in a circle.
 */
export const livingInOrder = (condition: string): string =>
  `(select hash from sessions where ${condition} and revoked_at is null order by hash for no key update)`

/** Those of the sessions that are neither revoked nor expired, and whose member is active. */
export async function livingSessions(database: Database, hashes: string[], now: Date): Promise<string[]> {
  const rows = await database.query<{ hash: string }>(
    `select s.hash from sessions s join members m on m.id = s.member_id
     where s.hash = any($1::text[]) and s.revoked_at is null and s.expires_at > $2 and m.is_active`,
    [hashes, now],
  )
  return rows.map(({ hash }) => hash)
}
