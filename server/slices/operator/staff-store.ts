import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { accountOf, forgetDevices } from '../account/public.ts'
import type { OperatorRow } from './store.ts'

/** Operators, as the owner manages them. */
export interface StaffRow extends OperatorRow {
  isActive: boolean
  createdAt: Date
  lastLoginAt: Date | null
  oneTimeUntil: Date | null
}

const columns = `o.id, o.email, o.name, o.role, o.is_active as "isActive", o.created_at as "createdAt",
  o.one_time_until as "oneTimeUntil",
  (select max(s.created_at) from operator_sessions s where s.operator_id = o.id) as "lastLoginAt"`

export const selectStaff = (db: Db): Promise<StaffRow[]> =>
  rawQuery(db, `select ${columns} from operators o order by o.is_active desc, lower(o.name), o.id`, [])

export async function findStaff(handle: Db | Tx, id: string): Promise<StaffRow | undefined> {
  const [row] = await rawQuery<StaffRow>(handle, `select ${columns} from operators o where o.id = $1`, [id])
  return row
}

/**
 * Locks all owners and one more operator until the transaction ends, in the order of their ids like
 * `lockOperators`, so that the last owner remains known meanwhile.
 */
export const lockOwnersAnd = (
  tx: Tx,
  ids: string[],
): Promise<{ id: string; role: Role; isActive: boolean }[]> =>
  rawQuery(
    tx,
    `select id, role, is_active as "isActive" from operators where role = 'owner' or id = any($1::text[])
     order by id for no key update`,
    [ids],
  )

export async function updateStaff(
  tx: Tx,
  id: string,
  now: { name: string; role: Role; isActive: boolean },
): Promise<void> {
  await rawQuery(tx, 'update operators set name = $2, role = $3, is_active = $4 where id = $1', [
    id,
    now.name,
    now.role,
    now.isActive,
  ])
}

/**
 * Stores an operator's new password; every device has to log in again before it is known.
 * @param oneTimeUntil null if the operator has set it
 */
export async function replacePassword(
  tx: Tx,
  { id, email }: Pick<OperatorRow, 'id' | 'email'>,
  { passwordHash, oneTimeUntil }: { passwordHash: string; oneTimeUntil: Date | null },
): Promise<void> {
  await rawQuery(tx, 'update operators set password_hash = $2, one_time_until = $3 where id = $1', [
    id,
    passwordHash,
    oneTimeUntil,
  ])
  await forgetDevices(tx, accountOf({ circle: 'operator', name: email }))
}
