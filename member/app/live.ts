import { type ClientEvents, memberRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Socket } from 'socket.io-client'
import { walletKey } from '../slices/wallet/public.ts'
import { readToken } from './session.ts'

/** Many changes within this many milliseconds ask the server once. */
const throttle = 300

/** What every event of a member's room makes out of date: the wallet, the ways in and out, the statement. */
const liveKeys = [walletKey, ['deposit'], ['withdraw'], ['statement']]

/**
 * Keeps what a page shows of the member's money current while it is mounted. Events may be lost while the line is
 * down, so each join asks too. Leaving the page, and with it logging out, leaves the room.
 */
export function useLive(memberId: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    const token = readToken()
    if (!memberId || !token) return
    let left = false
    let socket: Socket<ServerEvents, ClientEvents> | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const queryKey of liveKeys) queries.invalidateQueries({ queryKey })
      }, throttle)
    }

    async function connect(room: string, token: string): Promise<void> {
      const { io } = await import('socket.io-client')
      if (left) return
      socket = io()
      const joining = socket
      joining.on('connect', () => {
        joining.emit('join', { room, token }, ({ ok, message }) => {
          if (ok) changed()
          else if (message === 'invalid-token') joining.disconnect()
        })
      })
      for (const event of ['wallet-changed', 'deposits-changed', 'withdrawals-changed'] as const) {
        joining.on(event, changed)
      }
    }

    const cancel = whenIdle(() => connect(memberRoom(memberId), token).catch(() => {}))
    return () => {
      left = true
      cancel()
      clearTimeout(timer)
      socket?.disconnect()
    }
  }, [memberId, queries])
}

/** Runs once the page has painted and has nothing better to do. Returns what calls it off. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}
