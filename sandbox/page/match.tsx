import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { useState } from 'react'
import { type End, ends } from '../odds.ts'
import { type GameProps, useTurns } from './game.ts'
import { Choice, Legend, PlayButton, stageClass } from './game-parts.tsx'

/** A match of two made-up teams: home win, draw or away win. */
export function Match({ stake, canPlay, isRunning, round, play, stakeField, money }: GameProps) {
  const { t } = useTranslation()
  const [guess, setGuess] = useState<End>('home')
  const turn = useTurns(round)
  const teams = t('sport.teams').split('|')
  // Each match has another pair of teams; the pair changes when the next match begins.
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
  const said = isShown ? t('sport.score', { home, homeScore, away, awayScore }) : `${home} – ${away}`

  return (
    <>
      <div
        className={cx(stageClass, 'grid gap-3')}
        role="img"
        aria-label={isRunning ? t('sport.playing') : said}
      >
        <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 text-center text-sm">
          <span>{home}</span>
          <strong className="flex gap-2.5 text-4xl">
            {isShown ? homeScore : '–'}
            <span className="font-normal text-[#8f9d98]">:</span>
            {isShown ? awayScore : '–'}
          </strong>
          <span>{away}</span>
        </div>
        <svg className="w-full rounded-xl" viewBox="0 0 320 120" aria-hidden="true">
          <rect width="320" height="120" rx="10" fill="#2e7d57" />
          <path d="M0 0h40v120H0zM80 0h40v120H80zM160 0h40v120h-40zM240 0h40v120h-40z" fill="#2a7350" />
          <path
            d="M160 8v104M12 8h296v104H12zM12 36h34v48H12zM308 36h-34v48h34z"
            fill="none"
            stroke="#dff2e7"
            strokeWidth="2"
          />
          <circle cx="160" cy="60" r="22" fill="none" stroke="#dff2e7" strokeWidth="2" />
          <g key={turn} className={cx(show && `ball-${show.end}`, show && turn > 0 && 'ball-runs')}>
            <circle cx="160" cy="60" r="8" fill="#fff" stroke="#18211f" strokeWidth="1.500" />
            <path d="m160 56 4 3-1.500 4.500h-5L156 59z" fill="#18211f" />
          </g>
        </svg>
      </div>
      <fieldset disabled={isRunning} className="grid grid-cols-3 gap-2 text-sm">
        <Legend>{t('sport.choose')}</Legend>
        {ends.map(({ name, pays }) => (
          <Choice key={name} name="end" isChosen={guess === name} onChoose={() => setGuess(name)}>
            {names[name]}
            <strong className="block text-base">×{(pays / 100).toFixed(2)}</strong>
          </Choice>
        ))}
      </fieldset>
      {stakeField}
      <PlayButton canPlay={canPlay} isRunning={isRunning} onPlay={() => play(guess)}>
        {t('sport.play', { amount: money(stake) })}
      </PlayButton>
    </>
  )
}
