import { delays } from '@krapao/contract/limits.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { serverNow } from '../calls/server-time.ts'

/** The calls that move money, as storage names them. */
const moneyCalls = [
  'transfer',
  'withdrawal',
  'qr-code',
  'gift',
  'announcement',
  'bonus',
  'bonus-clear',
  'promotion',
  'invite',
  'refund-claim',
  'refund-move',
  'spin',
  'coupon',
] as const
export type MoneyCall = (typeof moneyCalls)[number]

/** A request to move money whose outcome is not known yet. */
export interface MoneyRequest<V> {
  /** The `Idempotency-Key` of all its tries. */
  key: string
  values: V
  /** In the server's time, milliseconds since 1970. */
  startedAt: number
  /** The number of tries, from all tabs. */
  tries: number
  /** A try ended without an answer. */
  lost: boolean
}

/**
 * Where a request is stored. Requests with the same `id` are the same request, in whichever tab they are
 * made.
 */
export interface Place {
  memberId: string
  call: MoneyCall
  /** The values of the request as text. */
  id: string
}

const prefix = 'money-request:'
/** The server keeps a key for 24 hours (rules.md §1.5); one hour less allows for clocks that differ. */
const lifetime = 23 * 3_600_000

const listeners = new Set<() => void>()
/** Keys that this page made. Their first try is under way until the page says that its answer is lost. */
const made = new Set<string>()
/** Entries of earlier pages, which no longer wait for an answer. */
const left: ReadonlySet<string> = new Set(entryNames())

const nameOf = ({ memberId, call, id }: Place): string => `${prefix}${memberId}:${call}:${id}`

function entryNames(): string[] {
  return local
    .names()
    .filter((name) => name.startsWith(prefix))
    .sort()
}

/** Reads an entry; undefined if there is none, if it is too old, and if its content is not valid. */
function read<V>(name: string): MoneyRequest<V> | undefined {
  let request: Partial<MoneyRequest<V>> | null
  try {
    request = JSON.parse(local.read(name) ?? 'null')
  } catch {
    return undefined
  }
  const isRequest =
    typeof request?.key === 'string' &&
    /^[0-9a-f]{32}$/.test(request.key) &&
    typeof request.startedAt === 'number' &&
    Number.isInteger(request.tries) &&
    typeof request.lost === 'boolean'
  // After a clock was set back, a request seems to start in the future; it still counts until its age exceeds
  // the lifetime.
  return isRequest && Math.abs(serverNow() - (request?.startedAt ?? 0)) < lifetime
    ? (request as MoneyRequest<V>)
    : undefined
}

function write(name: string, request: MoneyRequest<unknown> | undefined): void {
  if (request) local.keep(name, JSON.stringify(request))
  else local.remove(name)
  for (const listener of listeners) listener()
}

/** Runs `act` in one tab at a time, so that two tabs cannot make two keys for one request. */
async function alone<T>(act: () => T): Promise<T> {
  // `navigator.locks` is missing on pages without TLS, and locks are denied where storage is.
  return navigator.locks ? navigator.locks.request('money-requests', act).catch(act) : act()
}

/**
 * Unanswered requests of all members of this device. Each has an entry of its own, so that a broken entry
 * harms no other.
 */
export const requests = {
  /**
   * Counts a try of these values, which is about to be sent. An unanswered request keeps its key, otherwise a
   * new one is made.
   * @returns `isUnderWay`: another view or tab waits for the answer of its first try, so nothing is to be
   *   sent
   */
  take: <V>(place: Place, values: V): Promise<{ request: MoneyRequest<V>; isUnderWay: boolean }> =>
    alone(() => {
      for (const name of entryNames()) if (!read(name)) write(name, undefined)
      const name = nameOf(place)
      const earlier = read<V>(name)
      if (earlier && isBeingSent(earlier, name)) return { request: earlier, isUnderWay: true }
      const request = earlier
        ? { ...earlier, values, tries: earlier.tries + 1 }
        : { key: newKey(), values, startedAt: serverNow(), tries: 1, lost: false }
      if (!earlier) made.add(request.key)
      write(name, request)
      return { request, isUnderWay: false }
    }),

  /** A try with this key ended without an answer. */
  lose(place: Place, key: string): void {
    const name = nameOf(place)
    const request = read(name)
    if (request?.key === key && !request.lost) write(name, { ...request, lost: true })
  },

  /**
   * A try with this key was not processed. If it was the only one, the request is removed, because nothing
   * can have happened.
   */
  drop(place: Place, key: string): void {
    if (read(nameOf(place))?.tries === 1) requests.end(place, key)
    else requests.lose(place, key)
  },

  /** The outcome of the request is known. @returns false if another tab has recorded it already */
  end(place: Place, key: string): boolean {
    const name = nameOf(place)
    if (read(name)?.key !== key) return false
    write(name, undefined)
    return true
  },

  /**
   * A member's requests of one call that the server can be asked about: all but those on their first try in
   * this page.
   */
  open<V>(memberId: string, call: MoneyCall, idOf: (values: V) => string): OpenRequest<V>[] {
    const start = nameOf({ memberId, call, id: '' })
    return entryNames().flatMap((name) => {
      const request = name.startsWith(start) ? read<V>(name) : undefined
      const id = name.slice(start.length)
      if (!request || isFirstTry(request) || !isOf(request, id, idOf)) return []
      return [{ ...request, id, isUnsure: request.lost || left.has(name) }]
    })
  },

  /**
   * A member's requests of one call whose values are damaged. No view can show them or send them again, but
   * the server knows their keys. Sending the values that an entry is named after mends it.
   */
  damaged<V>(memberId: string, call: MoneyCall, idOf: (values: V) => string): DamagedRequest[] {
    const start = nameOf({ memberId, call, id: '' })
    return entryNames().flatMap((name) => {
      const request = name.startsWith(start) ? read<V>(name) : undefined
      const id = name.slice(start.length)
      if (!request || isFirstTry(request) || isOf(request, id, idOf)) return []
      return [{ id, key: request.key, startedAt: request.startedAt }]
    })
  },

  /** The calls of which a member has open requests. */
  callsOf(memberId: string): MoneyCall[] {
    const calls = entryNames().flatMap((name) => {
      const call = callOf(memberId, name)
      const request = call && read(name)
      return call && request && !isFirstTry(request) ? [call] : []
    })
    return [...new Set(calls)]
  },
}

export type DamagedRequest = Pick<OpenRequest<unknown>, 'id' | 'key' | 'startedAt'>

/**
 * The call of a member's entry; undefined if it is another member's, or of a call that this version does not
 * know.
 */
function callOf(memberId: string, name: string): MoneyCall | undefined {
  const start = `${prefix}${memberId}:`
  if (!name.startsWith(start)) return undefined
  const [call] = name.slice(start.length).split(':', 1)
  return moneyCalls.find((known) => known === call)
}

export interface OpenRequest<V> extends MoneyRequest<V> {
  id: string
  /** No page waits for its answer. A request that another tab is sending is open but not unsure. */
  isUnsure: boolean
}

const isFirstTry = ({ key, lost }: MoneyRequest<unknown>): boolean => made.has(key) && !lost

/** Whether some page waits for the answer of its first try; no call waits longer than this. */
const isBeingSent = ({ lost, startedAt }: MoneyRequest<unknown>, name: string): boolean =>
  !lost && !left.has(name) && Math.abs(serverNow() - startedAt) < delays.call

/**
 * Whether the stored values match the entry's name; they do not if somebody or another version changed them.
 */
function isOf<V>({ values }: MoneyRequest<V>, id: string, idOf: (values: V) => string): boolean {
  try {
    return idOf(values) === id
  } catch {
    return false
  }
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** All entries as one text, which is equal while nothing changes. */
const snapshot = (): string => JSON.stringify(entryNames().map((name) => [name, local.read(name)]))

/**
 * A member's open requests of one call, kept current across tabs. `idOf` must depend on its argument alone.
 */
export function useOpenRequests<V>(
  memberId: string,
  call: MoneyCall,
  idOf: (values: V) => string,
): OpenRequest<V>[] {
  const entries = useSyncExternalStore(follow, snapshot)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `entries` is what requires a new read
  return useMemo(() => requests.open(memberId, call, idOf), [entries, memberId, call, idOf])
}

/** A member's damaged requests of one call, kept current across tabs; `idOf` likewise. */
export function useDamagedRequests<V>(
  memberId: string,
  call: MoneyCall,
  idOf: (values: V) => string,
): DamagedRequest[] {
  const entries = useSyncExternalStore(follow, snapshot)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `entries` is what requires a new read
  return useMemo(() => requests.damaged(memberId, call, idOf), [entries, memberId, call, idOf])
}

/** The calls of which a member has open requests, kept current across tabs. */
export function useCallsWithRequests(memberId: string): MoneyCall[] {
  const entries = useSyncExternalStore(follow, snapshot)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `entries` is what requires a new read
  return useMemo(() => requests.callsOf(memberId), [entries, memberId])
}

/** A request whose outcome nobody knows, as it can be listed whatever it is about. */
export interface UnsureRequest {
  call: MoneyCall
  key: string
  /** If the request names one. */
  amount?: number
  /** The ends of a transfer. */
  ends?: { from: string; to: string }
  startedAt: number
}

function unsureOf(memberId: string): UnsureRequest[] {
  return entryNames().flatMap((name) => {
    const call = callOf(memberId, name)
    const request = call && read<{ amount?: unknown; from?: unknown; to?: unknown } | null>(name)
    if (!call || !request || isFirstTry(request) || !(request.lost || left.has(name))) return []
    const { amount, from, to } = request.values ?? {}
    return [
      {
        call,
        key: request.key,
        startedAt: request.startedAt,
        ...(typeof amount === 'number' && { amount }),
        ...(typeof from === 'string' && typeof to === 'string' && { ends: { from, to } }),
      },
    ]
  })
}

/** A member's requests of any call whose outcome nobody knows, kept current across tabs. */
export function useUnsureRequests(memberId: string | undefined): UnsureRequest[] {
  const entries = useSyncExternalStore(follow, snapshot)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `entries` is what requires a new read
  return useMemo(() => (memberId === undefined ? [] : unsureOf(memberId)), [entries, memberId])
}
