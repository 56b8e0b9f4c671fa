import type { ClientEvents, ServerEvents } from '@krapao/contract/events.ts'
import type { Socket } from 'socket.io-client'

/** Milliseconds before a failed join is tried again; doubled after each failure. */
export interface Pauses {
  first: number
  max: number
}

/** What hears of the network; nothing does where there is no page. */
type Page = Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> & object

/**
 * Joins a room after each connect, connects at once when the device's network is back, and tries again if the
 * server could not answer: a connected socket that is in no room would never receive an event. An invalid
 * token ends the connection.
 * @param joined called after each join, because events may have been missed before
 * @returns a function that stops it
 */
export function keepJoined(
  socket: Socket<ServerEvents, ClientEvents>,
  request: { room: string } & ({ token: string } | { guestToken: string }),
  joined: () => void,
  { first, max }: Pauses = { first: 1000, max: 30_000 },
): () => void {
  let pause = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => clearTimeout(timer)

  function again(): void {
    wait()
    timer = setTimeout(join, pause)
    pause = Math.min(2 * pause, max)
  }

  function join(): void {
    wait()
    socket.timeout(max).emit('join', request, (unanswered, answer) => {
      if (!socket.connected) return
      if (unanswered) return again()
      if (answer.ok) {
        pause = first
        joined()
      } else if (answer.message === 'invalid-token') socket.disconnect()
      else again()
    })
  }

  // Its own next try may be seconds away, and a connection of the network before may seem alive for half a
  // minute.
  function begin(): void {
    if (socket.active) socket.disconnect().connect()
  }

  socket.on('connect', join)
  socket.on('disconnect', wait)
  const page: Page = globalThis
  page.addEventListener?.('online', begin)
  return () => {
    wait()
    page.removeEventListener?.('online', begin)
  }
}
