import { local } from '@krapao/web/storage/stored.ts'
import { type HomeRoom, homeRoomEntry } from '../frame/home-room.ts'

/**
 * Keeps the room of what stands on the dashboard for the next visit, whenever its height changes. In a file
 * of its own, because the first view does not need it. @returns a function that stops it
 */
export function keepHomeRoom(page: HTMLElement): () => void {
  const watched = new ResizeObserver(() => local.keep(homeRoomEntry, JSON.stringify(roomOf(page))))
  watched.observe(page)
  return () => watched.disconnect()
}

/** The room that it would have if it were opened now: then nothing has ended while it was looked at. */
function roomOf(page: HTMLElement): HomeRoom {
  // With their fractions: rounded, two rows would move what is below them by a pixel.
  const heights = (of: string) =>
    Array.from(page.querySelectorAll(of), (row) => row.getBoundingClientRect().height)
  const ended = heights('[data-row="ended"]')
  return {
    bonus: heights('[data-room="bonus"]')[0] ?? 0,
    waiting: heights('[data-row="waiting"]'),
    ended: ended.slice(0, 1),
    isMore: ended.length > 1 || page.querySelector('[data-more]') !== null,
    played: heights('[data-room="played"] li').length,
  }
}
