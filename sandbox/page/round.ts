import type { ReactNode } from 'react'
import type { SymbolName } from './symbols.tsx'

/** What a round showed; the server decides it (sandbox/luck.ts). */
export type Show =
  | { game: 'slot'; reels: [SymbolName, SymbolName, SymbolName] }
  | { game: 'sport'; end: 'home' | 'draw' | 'away'; score: [number, number] }
  | { game: 'lotto'; drawn: string }

export interface Round {
  show: Show
  stake: number
  win: number
  balance: number
}

/** What each game is given. */
export interface GameProps {
  stake: number
  /** False while a round runs, or when the balance does not cover the stake. */
  canPlay: boolean
  /** A round is being shown. */
  isRunning: boolean
  /** The round being shown, or the last one. */
  round: Round | undefined
  play(choice?: string): void
  /** Where the stake is chosen; it stands right before the button that plays. */
  stakeField: ReactNode
  /** An amount with the sign of the account's currency. */
  money(amount: number): string
}
