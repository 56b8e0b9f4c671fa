import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { control } from '@krapao/web/ui/field.tsx'
import { useState } from 'react'
import { type GameProps, useTurns } from './game.ts'
import { Legend, PlayButton, stageClass } from './game-parts.tsx'
import { Reel } from './reel.tsx'
import { SmallButton } from './small-button.tsx'

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
const places = [0, 1] as const

/** The lottery: the player picks two digits, and two are drawn. */
export function Draw({ stake, canPlay, isRunning, round, play, stakeField, money }: GameProps) {
  const { t } = useTranslation()
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
  const said = drawn ? t('lotto.drawn', { digits: drawn }) : t('category.lotto')

  return (
    <>
      <div
        className={cx(stageClass, 'flex justify-center gap-2 *:rounded-full')}
        role="img"
        aria-label={isRunning ? t('lotto.drawing') : said}
      >
        {places.map((place) => (
          <Reel key={place} place={place} turn={turn} before={digits}>
            {drawn?.[place] ?? '?'}
          </Reel>
        ))}
      </div>
      <fieldset disabled={isRunning} className="flex flex-wrap gap-2">
        <Legend>{t('lotto.choose')}</Legend>
        {places.map((place) => (
          <Digit
            key={place}
            name={t(place === 0 ? 'lotto.tens' : 'lotto.ones')}
            digit={picked[place]}
            onChange={(digit) => set(place, digit)}
          />
        ))}
        <SmallButton className="flex-[1_1_100px]" onClick={luck}>
          {t('lotto.lucky')}
        </SmallButton>
      </fieldset>
      {stakeField}
      <PlayButton canPlay={canPlay} isRunning={isRunning} onPlay={() => play(picked.join(''))}>
        {t('lotto.play', { amount: money(stake) })}
      </PlayButton>
      <p className="text-ink-soft text-sm">{t('lotto.pays')}</p>
    </>
  )
}

/** A field for one digit, with buttons for the next and the previous digit; zero follows nine. */
function Digit({
  name,
  digit,
  onChange,
}: {
  name: string
  digit: number
  onChange: (digit: number) => void
}) {
  const { t } = useTranslation()
  const step = 'w-11 px-0! text-xl!'
  return (
    <div className="flex flex-[1_1_150px] gap-1">
      <SmallButton
        className={step}
        aria-label={t('lotto.less', { field: name })}
        onClick={() => onChange(digit - 1)}
      >
        −
      </SmallButton>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={name}
        value={digit}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          const typed = event.target.value.replace(/\D/g, '').at(-1)
          if (typed !== undefined) onChange(Number(typed))
        }}
        className={cx(control, 'min-w-0 flex-1 border-field-line px-1! text-center text-2xl! font-bold')}
      />
      <SmallButton
        className={step}
        aria-label={t('lotto.more', { field: name })}
        onClick={() => onChange(digit + 1)}
      >
        +
      </SmallButton>
    </div>
  )
}
