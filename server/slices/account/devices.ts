import type { FastifyReply, FastifyRequest } from 'fastify'
import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { deleteDevicesBefore, isGiven, isKnown, upsertDevice } from './device-store.ts'
import { hashToken, newToken } from './secrets.ts'

/**
 * Devices that have logged in before (rules.md §2.3). A device holds 256 random bits in a cookie that scripts
 * cannot read and that is sent with the login call only. It grants no access; it only keeps strangers'
 * failures from locking the device out.
 */
export interface Device {
  /** SHA-256 of the cookie; undefined for a device without one. */
  hash: string | undefined
}

/** Members' and operators' devices and limits are separate. */
export type Circle = 'member' | 'operator'

/**
 * The account of a login, by which devices and limits are stored. `name`: the phone or email as it is stored.
 */
export const accountOf = ({ circle, name }: { circle: Circle; name: string }): string => `${circle}:${name}`

/** Seconds that a browser keeps the cookie at most. */
const lasts = 400 * 86_400
const cookies: Record<Circle, { name: string; path: string }> = {
  member: { name: 'device', path: '/api/login' },
  operator: { name: 'operator-device', path: '/api/console/login' },
}

/** The device's id in the cookie of a login call. */
export function deviceOf(request: FastifyRequest, circle: Circle): Device {
  const pattern = new RegExp(`(?:^|;\\s*)${cookies[circle].name}=([A-Za-z0-9_-]{43})(?:;|$)`)
  const id = pattern.exec(request.headers.cookie ?? '')?.[1]
  return { hash: id && hashToken(id) }
}

/** Whether this device has logged in to this account (`accountOf`). */
export async function isKnownDevice(context: Context, account: string, device: Device): Promise<boolean> {
  if (!device.hash) return false
  return isKnown(context.db, account, device.hash, addSeconds(context.clock.now(), -lasts))
}

/**
 * Remembers the device of a successful login, by its id or a new one. An id that the server never gave out is
 * replaced, because somebody may have planted it.
 * @returns the device's hash
 */
export async function rememberDevice(
  context: Context,
  circle: Circle,
  name: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<string> {
  const now = context.clock.now()
  let { hash } = deviceOf(request, circle)
  if (!hash || !(await isGiven(context.db, hash))) {
    const id = newToken()
    hash = hashToken(id)
    const { name, path } = cookies[circle]
    const secure = request.protocol === 'https' ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${name}=${id}; Path=${path}; Max-Age=${lasts}; HttpOnly; SameSite=Strict${secure}`,
    )
  }
  await upsertDevice(context.db, accountOf({ circle, name }), hash, now)
  return hash
}

/** Forgets devices whose cookie has expired in the browser. */
export const sweepDevices = (db: Db, now: Date): Promise<void> =>
  deleteDevicesBefore(db, addSeconds(now, -lasts))
