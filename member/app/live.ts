import { type ClientEvents, memberRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { keepJoined } from '@krapao/web/live/join-room.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Socket } from 'socket.io-client'
import { walletKey } from '../slices/wallet/public.ts'
import { ownToken } from './session.ts'
import { whenIdle } from './when-idle.ts'

/** Many changes within this many milliseconds ask the server once. */
const throttle = 300

/** Milliseconds before the code of the socket is asked for again where it did not come; twice as long after each failure. */
const pauses = { first: 1000, max: 30_000 }

/** What every event of a member's room makes out of date: the wallet, the ways in and out, the statement. */
const liveKeys = [walletKey, ['deposit'], ['withdraw'], ['statement']]

/**
 * Keeps what a page shows of the member's money current while it is mounted. Events may be lost while the line is
 * down, so each join asks too. Leaving the page, and with it logging out, leaves the room.
 */
export function useLive(memberId: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    const token = ownToken()
    if (!memberId || !token) return
    let left = false
    let socket: Socket<ServerEvents, ClientEvents> | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let stopJoining = () => {}
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const queryKey of liveKeys) queries.invalidateQueries({ queryKey })
      }, throttle)
    }

    async function connect(room: string, token: string, pause = pauses.first): Promise<void> {
      const client = await import('socket.io-client').catch(() => undefined)
      if (left) return
      if (!client) {
        // Nothing else brings it: the page would be told of nothing for as long as it is open.
        again = setTimeout(() => connect(room, token, Math.min(2 * pause, pauses.max)), pause)
        return
      }
      socket = client.io()
      stopJoining = keepJoined(socket, { room, token }, changed)
      for (const event of ['changed', 'wallet-changed', 'deposits-changed', 'withdrawals-changed'] as const) {
        socket.on(event, changed)
      }
    }

    const cancel = whenIdle(() => connect(memberRoom(memberId), token))
    return () => {
      left = true
      cancel()
      clearTimeout(timer)
      clearTimeout(again)
      stopJoining()
      socket?.disconnect()
    }
  }, [memberId, queries])
}
