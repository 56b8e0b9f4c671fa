import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { DeviceNames } from '../account/public.ts'
import type { OperatorRow } from './store.ts'

/** Operators' sessions in the database. */

/**
 * The times that decide whether a session is open: it has to last at `now`, and to have been used after
 * `since`.
 */
export interface Open {
  now: Date
  since: Date
}

export async function insertSession(
  handle: Db | Tx,
  session: DeviceNames & { hash: string; operatorId: string; address: string; now: Date; expiresAt: Date },
): Promise<void> {
  await rawQuery(
    handle,
    `insert into operator_sessions
       (hash, operator_id, created_at, last_used_at, checked_at, expires_at, browser, system, address)
     values ($1, $2, $3, $3, $3, $4, $5, $6, $7)`,
    [
      session.hash,
      session.operatorId,
      session.now,
      session.expiresAt,
      session.browser,
      session.system,
      session.address,
    ],
  )
}

/** An operator with what decides about a call of theirs. */
export interface SessionRow extends OperatorRow {
  is_active: boolean
  one_time_until: Date | null
  last_used_at: Date
  /** Whether the second factor was given in the session. */
  has_given_factor: boolean
  /** Whether the operator has codes of an authenticator app, and passkeys. */
  has_code: boolean
  has_passkey: boolean
}

/**
 * The operator of an open session, or of one that ended with a suspension, so that the operator is shown the
 * reason.
 */
export async function findSession(
  handle: Db | Tx,
  hash: string,
  { now, since }: Open,
): Promise<SessionRow | undefined> {
  const [row] = await rawQuery<SessionRow>(
    handle,
    `select o.id, o.email, o.name, o.role, o.is_active, o.one_time_until, s.last_used_at,
       s.factor_at is not null as has_given_factor,
       exists (select 1 from operator_codes c where c.operator_id = o.id and c.confirmed_at is not null) as has_code,
       exists (select 1 from operator_passkeys k where k.operator_id = o.id) as has_passkey
     from operator_sessions s join operators o on o.id = s.operator_id
     where s.hash = $1 and s.expires_at > $2 and s.last_used_at > $3 and (s.revoked_at is null or not o.is_active)`,
    [hash, now, since],
  )
  return row
}

/** The sessions that are open and whose operator is active. */
export async function livingSessions(db: Db, hashes: string[], { now, since }: Open): Promise<string[]> {
  const rows = await rawQuery<{ hash: string }>(
    db,
    `select s.hash from operator_sessions s join operators o on o.id = s.operator_id
     where s.hash = any($1::text[]) and s.revoked_at is null and s.expires_at > $2 and s.last_used_at > $3
       and o.is_active`,
    [hashes, now, since],
  )
  return rows.map(({ hash }) => hash)
}

/** Notes that a person did something in a session; one that has ended meanwhile stays as it is. */
export async function noteUse(db: Db, hash: string, { now, since }: Open): Promise<void> {
  await rawQuery(
    db,
    `update operator_sessions set last_used_at = $2
     where hash = $1 and last_used_at < $2 and last_used_at > $3 and revoked_at is null`,
    [hash, now, since],
  )
}

/** Notes a proof of identity in a session. @param isFactor whether by the second factor */
export async function noteCheck(
  tx: Tx,
  hash: string,
  { now, isFactor }: { now: Date; isFactor: boolean },
): Promise<void> {
  await rawQuery(
    tx,
    `update operator_sessions set checked_at = $2, factor_at = case when $3 then $2 else factor_at end where hash = $1`,
    [hash, now, isFactor],
  )
}

/** The time of the last proof of identity in a session. */
export async function findCheckedAt(tx: Tx, hash: string): Promise<Date | null> {
  const [row] = await rawQuery<{ at: Date | null }>(
    tx,
    'select checked_at as at from operator_sessions where hash = $1',
    [hash],
  )
  return row?.at ?? null
}

export interface OwnSession extends DeviceNames {
  id: string
  address: string | null
  createdAt: Date
  lastUsedAt: Date
  isOwn: boolean
}

/** The open sessions of an operator, that of the call first, then by their last use. */
export const selectOwnSessions = (
  db: Db,
  { operatorId, sessionHash }: { operatorId: string; sessionHash: string },
  { now, since }: Open,
): Promise<OwnSession[]> =>
  rawQuery(
    db,
    `select id::text, browser, system, address, created_at as "createdAt", last_used_at as "lastUsedAt",
       hash = $2 as "isOwn"
     from operator_sessions
     where operator_id = $1 and revoked_at is null and expires_at > $3 and last_used_at > $4
     order by hash = $2 desc, last_used_at desc, id`,
    [operatorId, sessionHash, now, since],
  )

/**
 * Ends an operator's session with this id, or all but that of the call.
 * @returns those that there are, and whether each was open until now
 */
export const endOwnSessions = (
  tx: Tx,
  {
    operatorId,
    sessionHash,
    id,
    now,
  }: { operatorId: string; sessionHash: string; id: string | undefined; now: Date },
): Promise<{ hash: string; isFresh: boolean }[]> =>
  rawQuery(
    tx,
    `with found as (
       select hash, revoked_at is null as fresh from operator_sessions
       where operator_id = $1 and case when $3::uuid is null then hash <> $2 else id = $3 end
       order by hash for no key update)
     update operator_sessions s set revoked_at = coalesce(s.revoked_at, $4)
     from found where s.hash = found.hash returning s.hash, found.fresh as "isFresh"`,
    [operatorId, sessionHash, id ?? null, now],
  )
