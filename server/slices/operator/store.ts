import { addSeconds } from '../../platform/clock.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'

export type Role = OperatorCaller['role']

export interface OperatorRow {
  id: string
  email: string
  name: string
  role: Role
}

/** One thing that was done, for the audit log. */
export interface Deed {
  /** Null: nobody was logged in. */
  operatorId: string | null
  /** e.g. `login`, `desk.approve` */
  action: string
  /** What it was done to, e.g. `withdrawal:123`; empty where there is nothing. */
  subject?: string
  reason?: string
  details?: Record<string, unknown>
}

export interface AuditRow {
  id: number
  at: Date
  operator_id: string | null
  operator_name: string | null
  action: string
  subject: string
  reason: string
  details: Record<string, unknown>
}

export async function findCredential(db: Db, email: string) {
  const [row] = await rawQuery<OperatorRow & { password_hash: string; is_active: boolean }>(
    db,
    'select id, email, name, role, password_hash, is_active from operators where email = $1',
    [email],
  )
  return row
}

/** Stores an operator, or gives an existing one a new password, name and role and ends the open sessions. */
export async function saveOperator(
  tx: Tx,
  operator: OperatorRow & { passwordHash: string },
  now: Date,
): Promise<{ id: string; existed: boolean }> {
  const [row] = await rawQuery<{ id: string; existed: boolean }>(
    tx,
    `insert into operators as o (id, email, name, role, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (email) do update
       set name = excluded.name, role = excluded.role, password_hash = excluded.password_hash, is_active = true
     returning id, o.id <> $1 as existed`,
    [operator.id, operator.email, operator.name, operator.role, operator.passwordHash, now],
  )
  if (!row) throw new Error('the operator was not stored')
  if (row.existed) {
    await rawQuery(
      tx,
      'update operator_sessions set revoked_at = $2 where operator_id = $1 and revoked_at is null',
      [row.id, now],
    )
  }
  return row
}

/** @returns whether the operator is new */
export async function insertOperator(
  db: Db,
  operator: OperatorRow & { passwordHash: string },
  now: Date,
): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `insert into operators (id, email, name, role, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning id`,
    [operator.id, operator.email, operator.name, operator.role, operator.passwordHash, now],
  )
  return rows.length > 0
}

export async function insertSession(
  handle: Db | Tx,
  session: { hash: string; operatorId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await rawQuery(
    handle,
    'insert into operator_sessions (hash, operator_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [session.hash, session.operatorId, session.now, session.expiresAt],
  )
}

/** The operator of a living session. */
export async function findSession(db: Db, hash: string, now: Date) {
  const [row] = await rawQuery<OperatorRow & { is_active: boolean }>(
    db,
    `select o.id, o.email, o.name, o.role, o.is_active
     from operator_sessions s join operators o on o.id = s.operator_id
     where s.hash = $1 and s.revoked_at is null and s.expires_at > $2`,
    [hash, now],
  )
  return row
}

export async function findOperator(db: Db, id: string): Promise<OperatorRow | undefined> {
  const [row] = await rawQuery<OperatorRow>(db, 'select id, email, name, role from operators where id = $1', [
    id,
  ])
  return row
}

export async function revokeSession(handle: Db | Tx, hash: string, now: Date): Promise<void> {
  await rawQuery(
    handle,
    'update operator_sessions set revoked_at = $2 where hash = $1 and revoked_at is null',
    [hash, now],
  )
}

/** Forgets sessions a month after their end; what was done in them is in the audit log. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  await rawQuery(db, 'delete from operator_sessions where expires_at < $1', [addSeconds(now, -30 * 86_400)])
}

/** Adds to the audit log, which the database lets nobody change. */
export async function insertDeed(handle: Db | Tx, deed: Deed, now: Date): Promise<void> {
  await rawQuery(
    handle,
    `insert into audit_log (at, operator_id, action, subject, reason, details) values ($1, $2, $3, $4, $5, $6::jsonb)`,
    [
      now,
      deed.operatorId,
      deed.action,
      deed.subject ?? '',
      deed.reason ?? '',
      JSON.stringify(deed.details ?? {}),
    ],
  )
}

/** Deeds, newest first. `before`: an id, exclusive. */
export function listDeeds(db: Db, page: { before: number | null; limit: number }): Promise<AuditRow[]> {
  return rawQuery<AuditRow>(
    db,
    `select a.id, a.at, a.operator_id, o.name as operator_name, a.action, a.subject, a.reason, a.details
     from audit_log a left join operators o on o.id = a.operator_id
     where $1::bigint is null or a.id < $1
     order by a.id desc limit $2`,
    [page.before, page.limit],
  )
}

/** The last deed of these actions done to a subject: which one, and what it was. */
export async function findLastDeed(
  handle: Db | Tx,
  subject: string,
  actions: string[],
): Promise<{ id: number; action: string } | undefined> {
  const [row] = await rawQuery<{ id: number; action: string }>(
    handle,
    `select id, action from audit_log where subject = $1 and action = any($2::text[]) order by id desc limit 1`,
    [subject, actions],
  )
  return row
}
