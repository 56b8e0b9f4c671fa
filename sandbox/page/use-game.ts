import type { GameCategory } from '@krapao/contract/game.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account, PlayedRound } from '../wire.ts'
import { api } from './api.ts'
import { pollMs } from './polled.ts'

/** The duration of a round's animation in ms, as long as that of the slowest reel (style.css). */
const showMs = 1_700

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The account of a ticket, with the category of its game. */
export type Session = Account & { category: GameCategory }

/**
 * Why a game cannot be played: the ticket is no longer valid, the game is unknown, or the server does not
 * answer.
 */
export type Closed = 'expired' | 'noGame' | 'away'

const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0)

const closedBy = (error: unknown): Closed => {
  const status = statusOf(error)
  return status === 401 ? 'expired' : status === 404 ? 'noGame' : 'away'
}

/** Why a round was not played; undefined for an invalid ticket, which the session reports. */
function problemOf(error: Error | null): 'insufficient' | 'failed' | undefined {
  const status = statusOf(error)
  if (!error || status === 401) return undefined
  return status === 422 ? 'insufficient' : 'failed'
}

/** The game of the account whose ticket is in the page's address; `play` plays a round. */
export function useGame(code: string) {
  const [round, setRound] = useState<PlayedRound>()
  const { data: session, refetch } = useQuery({
    queryKey: ['session', code],
    queryFn: (): Promise<Session | Closed> =>
      api('GET /sandbox/api/games/:code/session', { params: { code } }).catch(closedBy),
    refetchInterval: ({ state }) => (state.data === 'away' ? pollMs : false),
    // No other refetches, because a new balance would give away the outcome while the round is still
    // animated.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { mutate, isPending, error } = useMutation({
    async mutationFn(stake: { stake: number; choice?: string }) {
      setRound(await api('POST /sandbox/api/games/:code/rounds', { params: { code }, ...stake }))
      await wait(prefersStill() ? 0 : showMs)
    },
    onSettled: () => refetch(),
  })
  return {
    session,
    /** The round being shown, or the last one. */
    round,
    isRunning: isPending,
    problem: problemOf(error),
    play: mutate,
  }
}
