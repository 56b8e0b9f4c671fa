import { type ClientEvents, chatRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { chat } from '@krapao/contract/limits.ts'
import type { Socket } from 'socket.io-client'
import { keepJoined } from '../live/join-room.ts'
import type { ChatLine } from './chat-client.ts'

/** A customer and what proves it: a member's token, or a visitor's guest token. */
export type Proof = { token: string } | { guestToken: string }

type Line = Socket<ServerEvents, ClientEvents>

/** The socket's code comes when a line is opened: whoever only looks at a page does not load it. */
const connectHere = async (): Promise<Line> =>
  (await import('../live/socket-client.ts')).io({ reconnectionDelayMax: chat.rejoin })

/**
 * A customer's line: the socket in the customer's room. It connects again without end, and joins again every
 * five seconds (product.md §9) until it is in the room.
 * @param id the member's `_id` or the guest id
 * @param connect opens a socket; by default to the page's own server
 */
export function customerLine(
  id: string,
  proof: Proof,
  connect: () => Line | Promise<Line> = connectHere,
): ChatLine {
  let current: Line | undefined
  return {
    open(events) {
      let isClosed = false
      let socket: Line | undefined
      let again: ReturnType<typeof setTimeout> | undefined
      let stopJoining = () => {}

      async function begin(): Promise<void> {
        try {
          socket = await connect()
        } catch {
          // The code of the socket could not be loaded.
          if (!isClosed) again = setTimeout(begin, chat.rejoin)
          return
        }
        if (isClosed) return void socket.disconnect()
        current = socket
        stopJoining = keepJoined(socket, { room: chatRoom(id), ...proof }, events.joined, {
          first: chat.rejoin,
          max: chat.rejoin,
        })
        socket.on('disconnect', events.lost)
        socket.on('messaging', events.message)
        socket.on('changed', events.changed)
        socket.on('messages-read', events.readByOther)
        socket.on('staff-typing', events.typing)
      }
      begin()

      return () => {
        isClosed = true
        clearTimeout(again)
        stopJoining()
        socket?.off()
        socket?.disconnect()
        if (current === socket) current = undefined
      }
    },
    typing() {
      // Not kept for later: by then nobody may be writing any more.
      if (current?.connected) current.emit('typing', {})
    },
  }
}
