import { useState } from 'react'
import type { GameProps } from './round.ts'
import { useTexts } from './texts.tsx'
import { useTurns } from './turns.ts'

/** What each end pays, times the stake (sandbox/luck.ts). */
const odds = { home: 2.45, draw: 3.6, away: 2.6 } as const
type End = keyof typeof odds
const ends = ['home', 'draw', 'away'] as const

/** A match of two made-up teams with three ends. */
export function Match({ stake, canPlay, isRunning, round, play, stakeField, money }: GameProps) {
  const { t } = useTexts()
  const [guess, setGuess] = useState<End>('home')
  const turn = useTurns(round)
  const teams = t('sport.teams').split('|')
  // Another pair for each next match; the one that was just played stays until then.
  const pair = Math.max(turn - 1, 0)
  const home = teams[pair % teams.length] ?? ''
  const away = teams[(pair + 1 + (pair % (teams.length - 1))) % teams.length] ?? ''
  const show = round?.show.game === 'sport' ? round.show : undefined
  const isShown = show !== undefined && !isRunning
  const [homeScore, awayScore] = show?.score ?? [0, 0]
  const names = {
    home: t('sport.wins', { team: home }),
    draw: t('sport.draw'),
    away: t('sport.wins', { team: away }),
  }

  return (
    <>
      <div
        className="match"
        role="img"
        aria-label={
          isRunning
            ? t('sport.playing')
            : isShown
              ? t('sport.score', { home, homeScore, away, awayScore })
              : `${home} – ${away}`
        }
      >
        <div className="score">
          <span>{home}</span>
          <strong>
            {isShown ? homeScore : '–'}
            <i>:</i>
            {isShown ? awayScore : '–'}
          </strong>
          <span>{away}</span>
        </div>
        <svg className="pitch" viewBox="0 0 320 120" aria-hidden="true">
          <rect width="320" height="120" rx="10" fill="#2e7d57" />
          <path d="M0 0h40v120H0zM80 0h40v120H80zM160 0h40v120h-40zM240 0h40v120h-40z" fill="#2a7350" />
          <path
            d="M160 8v104M12 8h296v104H12zM12 36h34v48H12zM308 36h-34v48h34z"
            fill="none"
            stroke="#dff2e7"
            strokeWidth="2"
          />
          <circle cx="160" cy="60" r="22" fill="none" stroke="#dff2e7" strokeWidth="2" />
          <g key={turn} className={show ? `ball ball-${show.end} ${turn > 0 ? 'ball-runs' : ''}` : 'ball'}>
            <circle cx="160" cy="60" r="8" fill="#fff" stroke="#18211f" strokeWidth="1.500" />
            <path d="m160 56 4 3-1.500 4.500h-5L156 59z" fill="#18211f" />
          </g>
        </svg>
      </div>
      <fieldset className="ends" disabled={isRunning}>
        <legend>{t('sport.choose')}</legend>
        {ends.map((end) => (
          <label key={end}>
            <input type="radio" name="end" checked={guess === end} onChange={() => setGuess(end)} />
            <span>
              {names[end]}
              <strong>×{odds[end].toFixed(2)}</strong>
            </span>
          </label>
        ))}
      </fieldset>
      {stakeField}
      <button type="button" className="primary go" disabled={!canPlay} onClick={() => play(guess)}>
        {t('sport.play', { amount: money(stake) })}
      </button>
    </>
  )
}
