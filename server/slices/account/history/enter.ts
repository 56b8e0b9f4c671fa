import { memberRoom } from '@krapao/contract/events.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createListeners, type Listeners } from '../../../platform/listeners.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { accountOf, type Device, deviceOf, isKnownDevice, rememberDevice } from '../devices.ts'
import { hashToken } from '../secrets.ts'
import { shortenAddress } from './shorten-address.ts'
import { hasLogins, hasSeen, insertLogin, insertRefusal, type LoginFacts, type Way } from './store.ts'
import { namesIn } from './user-agent.ts'

/** A login from a device that had never logged in to the account. */
export interface NewLogin extends LoginFacts {
  id: string
  memberId: string
}

/** Called after a login from a new device; the login waits for no listener and fails with none. */
export type LoginListener = (login: NewLogin) => Promise<void>

declare module '../../context.ts' {
  interface Services {
    newLogins: Listeners<Parameters<LoginListener>>
  }
}

export const loginServices = () => ({ newLogins: createListeners<Parameters<LoginListener>>() })

export const onNewLogin = ({ services }: Pick<Context, 'services'>, ...listeners: LoginListener[]): void =>
  services.newLogins.add(...listeners)

/** A member who has just logged in. */
export interface Entered {
  token: string
  memberId: string
  phone: string
}

/** A call that logs in. */
export interface Entrance {
  way: Way
  request: FastifyRequest
  reply: FastifyReply
  /** The member that the caller claims to be; a refusal is kept in that member's history. */
  phone?: string
}

/**
 * Logs a member in, keeps the login in the member's history, remembers the device, and notifies the member's
 * other devices if it is new (rules.md §2.9).
 * @throws what `act` throws
 */
export async function enter(
  context: Context,
  entrance: Entrance,
  act: (device: Device) => Promise<Entered>,
): Promise<Entered> {
  const { way, request, reply, phone } = entrance
  const device = deviceOf(request, 'member')
  const facts = {
    way,
    at: context.clock.now(),
    address: shortenAddress(request.ip),
    ...namesIn(request.headers['user-agent']),
  }
  const entered = await act(device).catch((error: unknown) => {
    if (phone && isOfPerson(error)) keepRefusal(context, phone, facts)
    throw error
  })

  const { memberId } = entered
  const account = accountOf({ circle: 'member', name: entered.phone })
  const isNew =
    (await hasLogins(context.db, memberId, account)) &&
    !(await isKnownDevice(context, account, device)) &&
    !(device.hash && (await hasSeen(context.db, memberId, device.hash)))
  const deviceHash = await rememberDevice(context, 'member', entered.phone, { request, reply })
  const id = await insertLogin(context.db, {
    ...facts,
    memberId,
    sessionHash: hashToken(entered.token),
    deviceHash,
    isNew,
  })
  if (isNew) notifyOthers(context, { ...facts, id, memberId })
  return entered
}

/** Whether a refusal is about the person who logs in, and not about limits or our own trouble. */
const isOfPerson = (error: unknown): boolean =>
  error instanceof Refusal && ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'PASSKEY_INVALID'].includes(error.code)

/** Not awaited, so that the response time does not reveal whether the phone is a member's (rules.md §2.3). */
function keepRefusal(context: Context, phone: string, facts: LoginFacts): void {
  insertRefusal(context.db, phone, facts).catch((error: unknown) =>
    context.log.warn({ err: error }, 'refused login not kept'),
  )
}

function notifyOthers(context: Context, login: NewLogin): void {
  context.sockets.emit(memberRoom(login.memberId), 'new-login')
  context.services.newLogins
    .notify(login)
    .catch((error: unknown) => context.log.warn({ err: error }, 'no notice of a new login was sent'))
}
