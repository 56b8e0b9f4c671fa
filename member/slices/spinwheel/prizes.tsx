import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import type { CSSProperties } from 'react'
import { Card } from '../../ui/card.tsx'
import { prizeIcons } from './prize-icons.ts'
import { sliceColours } from './slice-colours.ts'
import { type Slice, type Spinwheel, shareOf } from './wheel.ts'

/** Every slice with its published share of the draw, and how often it can be won still (rules.md §11.2). */
export function Prizes({ wheel: { slices, fallback } }: { wheel: Spinwheel }) {
  const { t } = useTranslation()
  const colours = sliceColours(slices)
  const limited = slices.some(({ stock }) => stock !== null)
  const taker = slices.find(({ code }) => code === fallback)
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-xl font-semibold">{t('spin.prizes.title')}</h2>
      <p className="text-sm text-pretty text-ink-soft">{t('spin.prizes.lead')}</p>
      <ul className="divide-y divide-line">
        {slices.map((slice, at) => (
          <li key={slice.code} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2">
            <Chip prize={slice.prize} colours={{ backgroundColor: colours[at], color: slice.textColor }} />
            <span className="text-base font-medium">{slice.label}</span>
            <span className="text-base font-semibold">
              {t('spin.prizes.share', { share: shareOf(slice.weight, slices) })}
            </span>
            {slice.stock !== null && (
              <span className="col-start-2 text-sm text-ink-soft">
                {slice.stock > 0 ? t('spin.prizes.stock', { count: slice.stock }) : t('spin.prizes.gone')}
              </span>
            )}
            {slice.htmlDescription && (
              <div className="col-span-2 col-start-2">
                <Html html={slice.htmlDescription} className="text-sm! text-ink-soft!" />
              </div>
            )}
          </li>
        ))}
      </ul>
      {limited && taker && (
        <p className="text-sm text-pretty text-ink-soft">
          {t('spin.prizes.fallback', { label: taker.label })}
        </p>
      )}
    </Card>
  )
}

/** The slice's colours on the wheel, with the kind of its prize. */
function Chip({ prize, colours }: { prize: Slice['prize']; colours: CSSProperties }) {
  const Icon = prizeIcons[prize]
  return (
    <span
      aria-hidden
      className="flex size-9 items-center justify-center rounded-xl border border-line"
      style={colours}
    >
      <Icon className="size-5" />
    </span>
  )
}
