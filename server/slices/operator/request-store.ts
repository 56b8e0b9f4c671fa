import type { StaffRequestKind } from '@krapao/contract/slices/operator/operator.ts'
import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** An owner's request about the staff (rules.md §17.8). */
export interface RequestRow {
  id: number
  kind: StaffRequestKind
  /** Null: the person is to be added. */
  operatorId: string | null
  email: string
  name: string
  role: Role
  isActive: boolean
  askedBy: string
  askedByName: string
  askedAt: Date
}

export type EndedState = 'DONE' | 'REFUSED' | 'WITHDRAWN' | 'LAPSED'

const columns = `r.id, r.kind, r.operator_id as "operatorId", r.email, r.name, r.role, r.is_active as "isActive",
  r.asked_by as "askedBy", a.name as "askedByName", r.asked_at as "askedAt"`
const waiting = `from operator_requests r join operators a on a.id = r.asked_by where r.state = 'WAITING'`

/** @returns undefined if something waits about this person already */
export async function insertRequest(
  tx: Tx,
  asked: Omit<RequestRow, 'id' | 'askedByName'>,
): Promise<number | undefined> {
  const [row] = await rawQuery<{ id: number }>(
    tx,
    `insert into operator_requests (kind, operator_id, email, name, role, is_active, asked_by, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [
      asked.kind,
      asked.operatorId,
      asked.email,
      asked.name,
      asked.role,
      asked.isActive,
      asked.askedBy,
      asked.askedAt,
    ],
  )
  return row?.id
}

/** The waiting requests that were made after a moment, the oldest first. */
export const selectRequests = (handle: Db | Tx, since: Date): Promise<RequestRow[]> =>
  rawQuery(handle, `select ${columns} ${waiting} and r.asked_at > $1 order by r.id`, [since])

/** The person of a request, in any state. */
export async function findRequest(tx: Tx, id: string): Promise<{ operatorId: string | null } | undefined> {
  const [row] = await rawQuery<{ operatorId: string | null }>(
    tx,
    'select operator_id as "operatorId" from operator_requests where id = $1',
    [Number(id)],
  )
  return row
}

/** A waiting request, locked until the transaction ends. */
export async function lockRequest(tx: Tx, id: number, since: Date): Promise<RequestRow | undefined> {
  const [row] = await rawQuery<RequestRow>(
    tx,
    `select ${columns} ${waiting} and r.id = $1 and r.asked_at > $2 for update of r`,
    [id, since],
  )
  return row
}

/** Which requests to end: those about a person, of a person, or asked for until a moment. */
export interface RequestsToEnd {
  email?: string
  kinds?: readonly StaffRequestKind[]
  askedBy?: string
  until?: Date
  id?: number
}

/** Ends waiting requests. @param by null: the system */
export const endRequests = (
  tx: Tx,
  { id, email, kinds, askedBy, until }: RequestsToEnd,
  { state, by, now }: { state: EndedState; by: string | null; now: Date },
): Promise<Pick<RequestRow, 'id' | 'kind' | 'operatorId' | 'email' | 'askedBy'>[]> =>
  rawQuery(
    tx,
    `update operator_requests set state = $1, decided_by = $2, decided_at = $3
     where state = 'WAITING' and ($4::bigint is null or id = $4) and ($5::text is null or email = $5)
       and ($6::text[] is null or kind = any($6)) and ($7::text is null or asked_by = $7)
       and ($8::timestamptz is null or asked_at <= $8)
     returning id, kind, operator_id as "operatorId", email, asked_by as "askedBy"`,
    [state, by, now, id ?? null, email ?? null, kinds ?? null, askedBy ?? null, until ?? null],
  )
