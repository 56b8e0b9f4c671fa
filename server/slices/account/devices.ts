import type { FastifyReply, FastifyRequest } from 'fastify'
import { addSeconds } from '../../platform/clock.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { hashToken, newToken } from './secrets.ts'

/**
 * Devices that have logged in before (rules.md §2.3). A device holds 256 random bits in a cookie that scripts cannot read
 * and that is sent with the login call only. It opens nothing; it only keeps strangers' failures from locking it out.
 */
export interface Device {
  /** SHA-256 of the cookie; undefined for a device without one. */
  hash: string | undefined
}

/** Whose logins: members' and operators' devices and limits are apart. */
export type Circle = 'member' | 'operator'

/** Whose login it is, as devices and limits name it. `name`: the phone or email as it is stored. */
export const accountOf = ({ circle, name }: { circle: Circle; name: string }): string => `${circle}:${name}`

/** Seconds that a browser keeps the cookie at most. */
const lasts = 400 * 86_400
const cookies: Record<Circle, { name: string; path: string }> = {
  member: { name: 'device', path: '/api/login' },
  operator: { name: 'operator-device', path: '/api/console/login' },
}

/** What the cookie of a login call says. */
export function deviceOf(request: FastifyRequest, circle: Circle): Device {
  const pattern = new RegExp(`(?:^|;\\s*)${cookies[circle].name}=([A-Za-z0-9_-]{43})(?:;|$)`)
  const id = pattern.exec(request.headers.cookie ?? '')?.[1]
  return { hash: id && hashToken(id) }
}

/** Whether this device has logged in to this account (`accountOf`). */
export async function isKnownDevice(context: Context, account: string, device: Device): Promise<boolean> {
  if (!device.hash) return false
  const rows = await rawQuery(
    context.db,
    'select from known_devices where account = $1 and device_hash = $2 and last_login_at > $3',
    [account, device.hash, addSeconds(context.clock.now(), -lasts)],
  )
  return rows.length > 0
}

/**
 * Remembers the device of a login that succeeded, by the id that it has or a new one. An id that we never gave away is
 * not taken up: somebody may have planted it.
 */
export async function rememberDevice(
  context: Context,
  circle: Circle,
  name: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const now = context.clock.now()
  let { hash } = deviceOf(request, circle)
  const [given] = hash
    ? await rawQuery(context.db, 'select from known_devices where device_hash = $1 limit 1', [hash])
    : []
  if (!hash || !given) {
    const id = newToken()
    hash = hashToken(id)
    const { name, path } = cookies[circle]
    const secure = request.protocol === 'https' ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${name}=${id}; Path=${path}; Max-Age=${lasts}; HttpOnly; SameSite=Strict${secure}`,
    )
  }
  await rawQuery(
    context.db,
    `insert into known_devices (account, device_hash, last_login_at) values ($1, $2, $3)
     on conflict (account, device_hash) do update set last_login_at = excluded.last_login_at`,
    [accountOf({ circle, name }), hash, now],
  )
}

/** A new password: devices that knew the old one are strangers until they log in again. */
export async function forgetDevices(handle: Db | Tx, account: string): Promise<void> {
  await rawQuery(handle, 'delete from known_devices where account = $1', [account])
}

/** Forgets devices whose cookie the browser has forgotten, too. */
export async function sweepDevices(db: Db, now: Date): Promise<void> {
  await rawQuery(db, 'delete from known_devices where last_login_at < $1', [addSeconds(now, -lasts)])
}
