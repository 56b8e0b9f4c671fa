import { useRef } from 'react'
import type { Round } from './round.ts'

/** Counts the rounds that were shown, from 1; 0 before the first. */
export function useTurns(round: Round | undefined): number {
  const seen = useRef<{ round: Round | undefined; turn: number }>({ round: undefined, turn: 0 })
  if (round !== seen.current.round) seen.current = { round, turn: seen.current.turn + 1 }
  return seen.current.turn
}
