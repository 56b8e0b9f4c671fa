import { local } from '@krapao/web/storage/stored.ts'
import { type RefObject, useEffect } from 'react'

const entry = 'bonus-room'

/** What stood above the offers at the last visit of their page; heights in pixels. */
export interface OwnRoom {
  /** Whether it was a bonus of the member's. */
  isBonus: boolean
  height: number
  /** Of the heading of the offers, with what is said below it. */
  head: number
}

/** Undefined where none is kept; so are broken and foreign values. */
export function ownRoom(): OwnRoom | undefined {
  try {
    const { isBonus, height, head }: Record<keyof OwnRoom, unknown> = JSON.parse(local.read(entry) ?? '{}')
    if (typeof isBonus === 'boolean' && isHeight(height) && isHeight(head)) return { isBonus, height, head }
  } catch {}
  return undefined
}

const isHeight = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 3000

/**
 * Keeps the room of an element above the offers for the next visit, whenever a height changes.
 * @param offers the element with their heading, then their list
 * @param isBonus undefined while it is not known
 */
export function useKeptRoom(
  own: RefObject<HTMLElement | null>,
  offers: RefObject<HTMLElement | null>,
  isBonus: boolean | undefined,
): void {
  useEffect(() => {
    const above = own.current
    const below = offers.current
    if (!above || !below || isBonus === undefined) return
    const watched = new ResizeObserver(() => {
      const { height } = above.getBoundingClientRect()
      const first = below.querySelector('ul')?.getBoundingClientRect().top
      if (first === undefined) return
      const head = first - below.getBoundingClientRect().top
      local.keep(entry, JSON.stringify({ isBonus, height, head } satisfies OwnRoom))
    })
    for (const element of [above, below]) watched.observe(element)
    return () => watched.disconnect()
  }, [own, offers, isBonus])
}
