import { Reel } from './reel.tsx'
import type { GameProps } from './round.ts'
import { Picture, type SymbolName } from './symbols.tsx'
import { useTexts } from './texts.tsx'
import { useTurns } from './turns.ts'

/** What three or the first two alike pay, times the stake (sandbox/luck.ts). */
const pays: [SymbolName, two: number, three: number][] = [
  ['elephant', 3, 60],
  ['lotus', 5, 25],
  ['mango', 4, 12],
  ['kite', 3, 6],
  ['leaf', 2, 4],
]
const strip = pays.map(([name]) => <Picture key={name} name={name} />)

/** Three reels. */
export function Slot({ stake, canPlay, isRunning, round, play, stakeField, money }: GameProps) {
  const { t } = useTexts()
  const turn = useTurns(round)
  const reels = round?.show.game === 'slot' ? round.show.reels : (['lotus', 'elephant', 'mango'] as const)
  const places = [0, 1, 2] as const
  return (
    <>
      <div
        className={`reels ${!isRunning && round && round.win > 0 ? 'reels-won' : ''}`}
        role="img"
        aria-label={isRunning ? t('slot.spinning') : reels.map((name) => t(`symbol.${name}`)).join(', ')}
      >
        {places.map((place) => (
          <Reel key={place} place={place} turn={turn} before={strip}>
            <Picture name={reels[place]} />
          </Reel>
        ))}
      </div>
      {stakeField}
      <button type="button" className="primary go" disabled={!canPlay} onClick={() => play()}>
        {t('slot.spin', { amount: money(stake) })}
      </button>
      <details className="pays">
        <summary>{t('slot.pays')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('slot.symbol')}</th>
              <th scope="col" className="figure">
                {t('slot.first2')}
              </th>
              <th scope="col" className="figure">
                {t('slot.all3')}
              </th>
            </tr>
          </thead>
          <tbody>
            {pays.map(([name, two, three]) => (
              <tr key={name}>
                <th scope="row">
                  <Picture name={name} /> {t(`symbol.${name}`)}
                </th>
                <td className="figure">×{two}</td>
                <td className="figure">×{three}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
