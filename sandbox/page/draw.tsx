import { useState } from 'react'
import { Reel } from './reel.tsx'
import type { GameProps } from './round.ts'
import { useTexts } from './texts.tsx'
import { useTurns } from './turns.ts'

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Two digits are picked, two are drawn. */
export function Draw({ stake, canPlay, isRunning, round, play, stakeField, money }: GameProps) {
  const { t } = useTexts()
  const [picked, setPicked] = useState<[number, number]>([0, 7])
  const turn = useTurns(round)
  const drawn = round?.show.game === 'lotto' ? round.show.drawn : undefined
  const set = (place: 0 | 1, digit: number) =>
    setPicked(([tens, ones]) => {
      const next = (digit + 10) % 10
      return place === 0 ? [next, ones] : [tens, next]
    })
  const luck = () => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    setPicked([Math.floor((random % 100) / 10), random % 10])
  }
  const places = [0, 1] as const

  return (
    <>
      <div
        className="balls"
        role="img"
        aria-label={isRunning ? t('lotto.drawing') : drawn ? t('lotto.drawn', { digits: drawn }) : t('lotto')}
      >
        {places.map((place) => (
          <Reel key={place} place={place} turn={turn} before={digits}>
            {drawn?.[place] ?? '?'}
          </Reel>
        ))}
      </div>
      <fieldset className="digits" disabled={isRunning}>
        <legend>{t('lotto.choose')}</legend>
        {places.map((place) => {
          const field = t(place === 0 ? 'lotto.tens' : 'lotto.ones')
          return (
            <div key={place} className="digit">
              <button
                type="button"
                className="quiet"
                aria-label={t('lotto.less', { field })}
                onClick={() => set(place, picked[place] - 1)}
              >
                −
              </button>
              <input
                inputMode="numeric"
                autoComplete="off"
                aria-label={field}
                value={picked[place]}
                onFocus={(event) => event.target.select()}
                onChange={(event) => {
                  const typed = event.target.value.replace(/\D/g, '').at(-1)
                  if (typed !== undefined) set(place, Number(typed))
                }}
              />
              <button
                type="button"
                className="quiet"
                aria-label={t('lotto.more', { field })}
                onClick={() => set(place, picked[place] + 1)}
              >
                +
              </button>
            </div>
          )
        })}
        <button type="button" className="quiet lucky" onClick={luck}>
          {t('lotto.lucky')}
        </button>
      </fieldset>
      {stakeField}
      <button type="button" className="primary go" disabled={!canPlay} onClick={() => play(picked.join(''))}>
        {t('lotto.play', { amount: money(stake) })}
      </button>
      <p className="hint">{t('lotto.pays')}</p>
    </>
  )
}
