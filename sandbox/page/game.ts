import type { ReactNode } from 'react'
import { useRef } from 'react'
import type { PlayedRound } from '../wire.ts'

/** The props of each game. */
export interface GameProps {
  stake: number
  /** Whether the balance covers the stake. */
  canPlay: boolean
  /** True while a round is shown. */
  isRunning: boolean
  /** The round being shown, or the last one. */
  round: PlayedRound | undefined
  play(choice?: string): void
  /** The field for choosing the stake, to be shown directly before the play button. */
  stakeField: ReactNode
  /** An amount with the sign of the account's currency. */
  money(amount: number): string
}

/** The number of rounds shown so far, including the current one. */
export function useTurns(round: PlayedRound | undefined): number {
  const seen = useRef<{ round: PlayedRound | undefined; turn: number }>({ round: undefined, turn: 0 })
  if (round !== seen.current.round) seen.current = { round, turn: seen.current.turn + 1 }
  return seen.current.turn
}
