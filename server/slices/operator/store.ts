import type { Currency } from '@krapao/contract/money.ts'
import type { AuditAction, AuditDetails } from '@krapao/contract/slices/operator/audit-actions.ts'
import { may, type Role, type rights } from '@krapao/contract/slices/operator/roles.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountOf, forgetDevices } from '../account/public.ts'
import { deleteFactors } from './factor-store.ts'

export interface OperatorRow {
  id: string
  email: string
  name: string
  role: Role
}

/** One event for the audit log. */
export interface AuditEvent {
  /** Null: nobody was logged in. */
  operatorId: string | null
  action: AuditAction
  /** The subject, e.g. `withdrawal:123`; empty if there is none. */
  subject?: string
  reason?: string
  details?: AuditDetails
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

export async function findCredential(handle: Db | Tx, email: string) {
  const [row] = await rawQuery<
    OperatorRow & { password_hash: string; is_active: boolean; one_time_until: Date | null }
  >(
    handle,
    'select id, email, name, role, password_hash, is_active, one_time_until from operators where email = $1',
    [email],
  )
  return row
}

/** Ends an operator's sessions for good, except one. @returns their hashes */
export async function revokeSessions(tx: Tx, operatorId: string, now: Date, keep = ''): Promise<string[]> {
  const ended = await rawQuery<{ hash: string }>(
    tx,
    `update operator_sessions set revoked_at = $2 where operator_id = $1 and revoked_at is null and hash <> $3
     returning hash`,
    [operatorId, now, keep],
  )
  return ended.map(({ hash }) => hash)
}

/**
 * Creates an operator, or gives an existing one a new password and role and ends the open sessions.
 * @param operator `name`: null keeps that of an existing operator; a new one gets the email's part before the
 *   @
 */
export async function saveOperator(
  tx: Tx,
  operator: Omit<OperatorRow, 'name'> & { name: string | null; passwordHash: string },
  now: Date,
): Promise<{ id: string; existed: boolean }> {
  const [row] = await rawQuery<{ id: string; existed: boolean }>(
    tx,
    `insert into operators as o (id, email, name, role, password_hash, created_at)
     values ($1, $2, coalesce($3::text, split_part($2, '@', 1)), $4, $5, $6)
     on conflict (email) do update
       set name = coalesce($3::text, o.name), role = excluded.role, password_hash = excluded.password_hash, is_active = true,
         one_time_until = null
     returning id, o.id <> $1 as existed`,
    [operator.id, operator.email, operator.name, operator.role, operator.passwordHash, now],
  )
  if (!row) throw new Error('the operator was not stored')
  if (row.existed) {
    await deleteFactors(tx, row.id)
    await revokeSessions(tx, row.id, now)
    await forgetDevices(tx, accountOf({ circle: 'operator', name: operator.email }))
  }
  return row
}

/** @returns whether the operator is new */
export async function insertOperator(
  handle: Db | Tx,
  operator: OperatorRow & { passwordHash: string },
  now: Date,
): Promise<boolean> {
  const rows = await rawQuery(
    handle,
    `insert into operators (id, email, name, role, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning id`,
    [operator.id, operator.email, operator.name, operator.role, operator.passwordHash, now],
  )
  return rows.length > 0
}

export async function findOperator(
  db: Db,
  id: string,
): Promise<(OperatorRow & { one_time_until: Date | null }) | undefined> {
  const [row] = await rawQuery<OperatorRow & { one_time_until: Date | null }>(
    db,
    'select id, email, name, role, one_time_until from operators where id = $1',
    [id],
  )
  return row
}

export async function revokeSession(handle: Db | Tx, hash: string, now: Date): Promise<void> {
  await rawQuery(
    handle,
    'update operator_sessions set revoked_at = $2 where hash = $1 and revoked_at is null',
    [hash, now],
  )
}

/** Deletes sessions a month after their end; the audit log still has what was done in them. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  await rawQuery(db, 'delete from operator_sessions where expires_at < $1', [addSeconds(now, -30 * 86_400)])
}

/** Adds to the audit log, whose rows the database refuses to change. */
export async function insertAuditEvent(handle: Db | Tx, event: AuditEvent, now: Date): Promise<void> {
  await rawQuery(
    handle,
    `insert into audit_log (at, operator_id, action, subject, reason, details) values ($1, $2, $3, $4, $5, $6::jsonb)`,
    [
      now,
      event.operatorId,
      event.action,
      event.subject ?? '',
      event.reason ?? '',
      JSON.stringify(event.details ?? {}),
    ],
  )
}

/** The last audit event of these actions about a subject. */
export async function findLastAuditEvent(
  handle: Db | Tx,
  subject: string,
  actions: string[],
): Promise<AuditRow | undefined> {
  const [row] = await rawQuery<AuditRow>(
    handle,
    `select a.id, a.at, a.operator_id, o.name as operator_name, a.action, a.subject, a.reason, a.details
     from audit_log a left join operators o on o.id = a.operator_id
     where a.subject = $1 and a.subject <> '' and a.action = any($2::text[]) order by a.id desc limit 1`,
    [subject, actions],
  )
  return row
}

/** Behind which row of a list of audit events a page begins. */
export interface AuditPlace {
  at: Date
  id: number
}

/** The refusals of operators about a member, the last first; through an index with the same condition. */
export const selectRefusalsOf = (db: Db, memberId: string, limit: number): Promise<AuditRow[]> =>
  rawQuery<AuditRow>(
    db,
    `select a.id, a.at, a.operator_id, o.name as operator_name, a.action, a.subject, a.reason, a.details
     from audit_log a left join operators o on o.id = a.operator_id
     where a.details ->> 'memberId' = $1 and a.action = 'desk.refuse' order by a.id desc limit $2`,
    [memberId, limit],
  )

/**
 * What an operator decided at the desk in a time: for each queue, action and currency how often, and the
 * amounts together.
 */
export const sumDecisions = (
  handle: Db | Tx,
  operatorId: string,
  { from, to }: { from: Date; to: Date },
): Promise<{ queue: string; action: string; currency: Currency; count: number; sumMinor: number }[]> =>
  rawQuery(
    handle,
    `select split_part(subject, ':', 1) as queue, action, details ->> 'currency' as currency, count(*)::int as count,
       coalesce(sum((details ->> 'amountMinor')::bigint), 0)::bigint as "sumMinor"
     from audit_log
     where operator_id = $1 and at >= $2 and at <= $3 and action like 'desk.%'
       and action in ('desk.approve', 'desk.approve-first', 'desk.refuse', 'desk.refuse-first')
     group by 1, 2, 3 order by 1, 2, 3`,
    [operatorId, from, to],
  )

/** The active operators with one of these roles, by name. */
export const selectActive = (
  db: Db,
  roles: readonly Role[],
): Promise<{ id: string; name: string; role: Role }[]> =>
  rawQuery(
    db,
    'select id, name, role from operators where is_active and role = any($1::text[]) order by name, id limit 200',
    [roles],
  )

/** Email addresses of the operators that a demo has made and who may log in. */
export async function activeDemoOperators(db: Db): Promise<string[]> {
  const rows = await rawQuery<{ email: string }>(
    db,
    `select email from operators where id like 'demo-%' and is_active`,
  )
  return rows.map(({ email }) => email)
}

/** An operator's public data at this moment. */
export type Colleague = Pick<OperatorRow, 'id' | 'name' | 'role'> & { isActive: boolean }

export const selectOperators = (handle: Db | Tx, ids: string[]): Promise<Colleague[]> =>
  rawQuery<Colleague>(
    handle,
    'select id, name, role, is_active as "isActive" from operators where id = any($1::text[])',
    [ids],
  )

/**
 * The same, locked until the transaction ends: a suspension or a change of role waits, and so does another
 * transaction that locks one of them. Locked in the order of their ids, so that two transactions never wait
 * for each other.
 */
export const lockOperators = (tx: Tx, ids: string[]): Promise<Colleague[]> =>
  rawQuery<Colleague>(
    tx,
    `select id, name, role, is_active as "isActive" from operators where id = any($1::text[])
     order by id for no key update`,
    [ids],
  )

type Acting = Pick<OperatorCaller, 'operatorId' | 'sessionHash'>

/**
 * Locks the operator who acts, and others with them, until the transaction ends: a suspension, a change of
 * role and the end of the session wait. The operator may call no more where one of these was first, however
 * late the body of the call came (docs/decisions/0042).
 * @returns the operator who acts, and all of them
 * @throws Refusal `INACTIVE_USER`, `invalid-token`
 */
export async function lockCaller(
  tx: Tx,
  caller: Acting,
  others: string[] = [],
): Promise<{ own: Colleague; people: Colleague[] }> {
  const people = await lockOperators(tx, [...new Set([caller.operatorId, ...others])])
  const own = people.find(({ id }) => id === caller.operatorId)
  if (!own?.isActive) throw new Refusal('INACTIVE_USER')
  await keepSession(tx, caller)
  return { own, people }
}

/**
 * The same for what takes a right.
 * @returns all of them
 * @throws Refusal as `lockCaller`; `FORBIDDEN` without the right
 */
export async function lockActing(
  tx: Tx,
  caller: Acting,
  right: keyof typeof rights,
  others: string[] = [],
): Promise<Colleague[]> {
  const { own, people } = await lockCaller(tx, caller, others)
  if (!may(own.role, right)) throw new Refusal('FORBIDDEN')
  return people
}

/** Locks an operator's session until the transaction ends. @throws Refusal `invalid-token` if it has ended */
export async function keepSession(
  tx: Tx,
  { sessionHash }: Pick<OperatorCaller, 'sessionHash'>,
): Promise<void> {
  const rows = await rawQuery(
    tx,
    'select hash from operator_sessions where hash = $1 and revoked_at is null for share',
    [sessionHash],
  )
  if (rows.length === 0) throw new Refusal('invalid-token')
}
