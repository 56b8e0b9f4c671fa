import { newKey } from '@krapao/web/api/key.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { serverNow } from '../server-time.ts'

/** The calls that move money, as storage names them. */
export type MoneyCall = 'transfer' | 'withdrawal' | 'qr-code' | 'gift' | 'announcement'

/** A wish to move money whose answer is not known yet. */
export interface Wish<V> {
  /** The `Idempotency-Key` that it goes out with each time. */
  key: string
  values: V
  /** By the server's clock, milliseconds since 1970. */
  startedAt: number
  /** How often it went out, from any tab. */
  tries: number
  /** A try ended without an answer. */
  lost: boolean
}

/** Where a wish is stored. Wishes with the same `id` are the same wish, whichever tab they are made in. */
export interface Place {
  memberId: string
  call: MoneyCall
  /** The values that make up the wish, as text. */
  id: string
}

const prefix = 'wish:'
/** The server knows a key for 24 hours (rules.md §1.5); an hour less, for clocks that are not quite right. */
const lifetime = 23 * 3_600_000

/** What could not be stored: private windows may have no storage, and a full one takes nothing. Lives as long as the page. */
const unstored = new Map<string, string>()
const listeners = new Set<() => void>()
/** Keys that this page made: their first try is not lost until it says so. */
const made = new Set<string>()
/** Entries that an earlier page left: nobody waits for their answer any more. */
const left: ReadonlySet<string> = new Set(entryNames())

const nameOf = ({ memberId, call, id }: Place): string => `${prefix}${memberId}:${call}:${id}`

function entryNames(): string[] {
  const names = new Set(unstored.keys())
  try {
    for (let i = 0; i < localStorage.length; i++) names.add(localStorage.key(i) ?? '')
  } catch {
    // No storage.
  }
  return [...names].filter((name) => name.startsWith(prefix)).sort()
}

function textAt(name: string): string | null {
  const text = unstored.get(name)
  if (text !== undefined) return text
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** The wish of an entry; undefined where there is none, where it is too old, and where something else stands there. */
function read<V>(name: string): Wish<V> | undefined {
  let wish: Partial<Wish<V>> | null
  try {
    wish = JSON.parse(textAt(name) ?? 'null')
  } catch {
    return undefined
  }
  const isWish =
    typeof wish?.key === 'string' &&
    /^[0-9a-f]{32}$/.test(wish.key) &&
    typeof wish.startedAt === 'number' &&
    Number.isInteger(wish.tries) &&
    typeof wish.lost === 'boolean'
  // A clock that was set back makes a wish look as if it began later than now: it stays as long all the same.
  return isWish && Math.abs(serverNow() - (wish?.startedAt ?? 0)) < lifetime ? (wish as Wish<V>) : undefined
}

function write(name: string, wish: Wish<unknown> | undefined): void {
  unstored.delete(name)
  try {
    if (wish) localStorage.setItem(name, JSON.stringify(wish))
    else localStorage.removeItem(name)
  } catch {
    if (wish) unstored.set(name, JSON.stringify(wish))
  }
  for (const listener of listeners) listener()
}

/** Runs `act` in no other tab at the same time, so that two tabs cannot make two keys for one wish. */
async function alone<T>(act: () => T): Promise<T> {
  // Not there where the page is served without TLS, and denied where storage is.
  return navigator.locks ? navigator.locks.request('wishes', act).catch(act) : act()
}

/** Unanswered wishes of all members of this device. One entry each: what harms one entry harms no other wish. */
export const wishes = {
  /**
   * The wish of these values, about to go out: the one that is unanswered, with its key of before, or a new one.
   */
  take: <V>(place: Place, values: V): Promise<Wish<V>> =>
    alone(() => {
      for (const name of entryNames()) if (!read(name)) write(name, undefined)
      const name = nameOf(place)
      const earlier = read<V>(name)
      const wish = earlier
        ? { ...earlier, values, tries: earlier.tries + 1 }
        : { key: newKey(), values, startedAt: serverNow(), tries: 1, lost: false }
      if (!earlier) made.add(wish.key)
      write(name, wish)
      return wish
    }),

  /** A try of this key ended without an answer. */
  lose(place: Place, key: string): void {
    const name = nameOf(place)
    const wish = read(name)
    if (wish?.key === key && !wish.lost) write(name, { ...wish, lost: true })
  },

  /** A try of this key never left the device, or was turned away before it was read: without another try there is no wish. */
  drop(place: Place, key: string): void {
    if (read(nameOf(place))?.tries === 1) wishes.end(place, key)
    else wishes.lose(place, key)
  },

  /** What became of the wish of this key is known. @returns whether that is news: another tab may have heard it first */
  end(place: Place, key: string): boolean {
    const name = nameOf(place)
    if (read(name)?.key !== key) return false
    write(name, undefined)
    return true
  },

  /** The wishes of a member's call that the server can be asked about: all but those on their first try in this page. */
  open<V>(memberId: string, call: MoneyCall, idOf: (values: V) => string): OpenWish<V>[] {
    const start = nameOf({ memberId, call, id: '' })
    return entryNames().flatMap((name) => {
      const wish = name.startsWith(start) ? read<V>(name) : undefined
      const id = name.slice(start.length)
      if (!wish || isFirstTry(wish) || !isOf(wish, id, idOf)) return []
      return [{ ...wish, id, isUnsure: wish.lost || left.has(name) }]
    })
  },

  /** The calls of which a member has open wishes. */
  callsOf(memberId: string): MoneyCall[] {
    const start = `${prefix}${memberId}:`
    const calls = entryNames()
      .filter((name) => name.startsWith(start))
      .filter((name) => {
        const wish = read(name)
        return wish && !isFirstTry(wish)
      })
      .map((name) => name.slice(start.length).split(':', 1)[0] as MoneyCall)
    return [...new Set(calls)]
  },
}

export interface OpenWish<V> extends Wish<V> {
  id: string
  /** Nobody waits for its answer; one that is on its way from another tab is open, and not unsure. */
  isUnsure: boolean
}

const isFirstTry = ({ key, lost }: Wish<unknown>): boolean => made.has(key) && !lost

/** Whether the values are those that the entry is named after; what was changed by hand, or by another version, is not. */
function isOf<V>({ values }: Wish<V>, id: string, idOf: (values: V) => string): boolean {
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

/** All entries as they stand; the same text while nothing changes. */
const standing = (): string => JSON.stringify(entryNames().map((name) => [name, textAt(name)]))

/** A member's open wishes of one call, live across tabs. `idOf` must not depend on anything but its values. */
export function useOpenWishes<V>(
  memberId: string,
  call: MoneyCall,
  idOf: (values: V) => string,
): OpenWish<V>[] {
  const entries = useSyncExternalStore(follow, standing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew whenever an entry changed
  return useMemo(() => wishes.open(memberId, call, idOf), [entries, memberId, call, idOf])
}

/** The calls of which a member has open wishes, live across tabs. */
export function useCallsWithWishes(memberId: string): MoneyCall[] {
  const entries = useSyncExternalStore(follow, standing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew whenever an entry changed
  return useMemo(() => wishes.callsOf(memberId), [entries, memberId])
}
