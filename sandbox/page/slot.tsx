import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { symbols } from '../odds.ts'
import { type GameProps, useTurns } from './game.ts'
import { PlayButton, stageClass, Table } from './game-parts.tsx'
import { Reel } from './reel.tsx'
import { Picture } from './symbols.tsx'

const inReel = 'size-[72%]'
const strip = symbols.map(({ name }) => <Picture key={name} name={name} className={inReel} />)

/** A slot machine with three reels. */
export function Slot({ stake, canPlay, isRunning, round, play, stakeField, money }: GameProps) {
  const { t } = useTranslation()
  const turn = useTurns(round)
  const reels = round?.show.game === 'slot' ? round.show.reels : (['lotus', 'elephant', 'mango'] as const)
  const hasWon = !isRunning && round !== undefined && round.win > 0
  const places = [0, 1, 2] as const
  return (
    <>
      <div
        className={cx(
          stageClass,
          'flex justify-center gap-2 transition-shadow',
          hasWon && 'ring-4 ring-gold',
        )}
        role="img"
        aria-label={isRunning ? t('slot.spinning') : reels.map((name) => t(`symbol.${name}`)).join(', ')}
      >
        {places.map((place) => (
          <Reel key={place} place={place} turn={turn} before={strip}>
            <Picture name={reels[place]} className={inReel} />
          </Reel>
        ))}
      </div>
      {stakeField}
      <PlayButton canPlay={canPlay} isRunning={isRunning} onPlay={() => play()}>
        {t('slot.spin', { amount: money(stake) })}
      </PlayButton>
      <details>
        <summary className="w-fit py-2.5 font-semibold text-sm">{t('slot.pays')}</summary>
        <Table head={[t('slot.symbol'), t('slot.first2'), t('slot.all3')]}>
          {symbols.map(({ name, two, three }) => (
            <tr key={name}>
              <th scope="row">
                <Picture name={name} className="inline size-7" /> {t(`symbol.${name}`)}
              </th>
              <td>×{two / 100}</td>
              <td>×{three / 100}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  )
}
