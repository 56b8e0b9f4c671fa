import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** Whether a device has logged in to an account since a moment. */
export async function isKnown(db: Db, account: string, deviceHash: string, since: Date): Promise<boolean> {
  const rows = await rawQuery(
    db,
    'select from known_devices where account = $1 and device_hash = $2 and last_login_at > $3',
    [account, deviceHash, since],
  )
  return rows.length > 0
}

/** Whether a device has ever logged in to any account. */
export async function isGiven(db: Db, deviceHash: string): Promise<boolean> {
  const rows = await rawQuery(db, 'select from known_devices where device_hash = $1 limit 1', [deviceHash])
  return rows.length > 0
}

export async function upsertDevice(db: Db, account: string, deviceHash: string, now: Date): Promise<void> {
  await rawQuery(
    db,
    `insert into known_devices (account, device_hash, last_login_at) values ($1, $2, $3)
     on conflict (account, device_hash) do update set last_login_at = excluded.last_login_at`,
    [account, deviceHash, now],
  )
}

/** After a new password, devices that knew the old one count as unknown until they log in again. */
export async function forgetDevices(handle: Db | Tx, account: string): Promise<void> {
  await rawQuery(handle, 'delete from known_devices where account = $1', [account])
}

export async function deleteDevicesBefore(db: Db, moment: Date): Promise<void> {
  await rawQuery(db, 'delete from known_devices where last_login_at < $1', [moment])
}
