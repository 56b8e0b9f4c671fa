import { type ClientEvents, memberRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { gather } from '@krapao/web/live/gather.ts'
import { keepJoined } from '@krapao/web/live/join-room.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Socket } from 'socket.io-client'
import { whenIdle } from '../load/when-idle.ts'
import { ownToken } from './session.ts'

/** All events within this many milliseconds lead to one request. */
const throttle = 300

/** Resolves when the events of what has just been done have made their queries out of date. */
export const eventsOfNow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2 * throttle))

/** Milliseconds before a failed download of the socket's code is repeated; doubled after each failure. */
const pauses = { first: 1000, max: 30_000 }

/**
 * The queries that any event of the member's room makes out of date, by their slices: wallet, deposit and
 * withdrawal options, statement, and the rewards and coins, which deposits and play change.
 */
const liveKeys = [
  'wallet',
  'deposit',
  'withdraw',
  'statement',
  'bonus',
  'invite',
  'refund',
  'spinwheel',
  'outcome',
].map((slice) => [slice])

/**
 * Keeps the money on a page current while the page is shown, and asks about logins from new devices. Events
 * may be lost while the connection is down, so each time the socket joins the room both are loaded again.
 * Leaving the page, or logging out, leaves the room.
 */
export function useLive(memberId: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    const token = ownToken()
    if (!memberId || !token) return
    let left = false
    let socket: Socket<ServerEvents, ClientEvents> | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let stopJoining = () => {}
    const changed = gather(() => {
      for (const queryKey of liveKeys) queries.invalidateQueries({ queryKey })
    }, throttle)

    async function connect(room: string, token: string, pause = pauses.first): Promise<void> {
      const client = await import('@krapao/web/live/socket-client.ts').catch(() => undefined)
      if (left) return
      if (!client) {
        // Without another try the open page would never receive an event.
        again = setTimeout(() => connect(room, token, Math.min(2 * pause, pauses.max)), pause)
        return
      }
      // A web socket at once: to begin with polling, as is usual, costs four round trips and as many tasks.
      socket = client.io({ transports: ['websocket', 'polling'], tryAllTransports: true })
      const newLogin = () => dispatchEvent(new Event('new-login'))
      stopJoining = keepJoined(socket, { room, token }, () => {
        changed()
        newLogin()
      })
      for (const event of ['changed', 'wallet-changed', 'deposits-changed', 'withdrawals-changed'] as const) {
        socket.on(event, changed)
      }
      socket.on('new-login', newLogin)
    }

    const cancel = whenIdle(() => connect(memberRoom(memberId), token))
    return () => {
      left = true
      cancel()
      changed.cancel()
      clearTimeout(again)
      stopJoining()
      socket?.disconnect()
    }
  }, [memberId, queries])
}
