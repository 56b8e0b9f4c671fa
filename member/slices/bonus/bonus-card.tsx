import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleCheck, Sparkles } from 'lucide-react'
import type { Bonus } from './bonus.ts'
import { offerWords } from './offer-words.ts'

/** A bonus on offer, over its first banner; one that was received as often as it is given cannot be opened. */
export function BonusCard({ bonus, onOpen }: { bonus: Bonus; onOpen(): void }) {
  const { t } = useTranslation()
  const { title, banners, isReceived, userBonus } = bonus
  const isCurrent = userBonus?.isActive === true
  const mark = isCurrent ? 'current' : isReceived ? 'received' : undefined
  const Icon = isCurrent ? Sparkles : CircleCheck
  return (
    <button
      type="button"
      disabled={isReceived && !isCurrent}
      onClick={onOpen}
      className={cx(
        'relative flex min-h-44 w-full flex-col justify-end pt-14 overflow-hidden rounded-card text-left text-on-night shadow-card',
        'bg-linear-to-br from-night to-night-deep transition-transform duration-150 motion-safe:enabled:active:scale-98',
      )}
    >
      <img
        src={banners[0]?.image ?? '/art/brand/festival.svg'}
        alt=""
        width={1080}
        height={540}
        loading="lazy"
        className={cx(
          'absolute inset-0 size-full object-cover',
          mark === 'received' && 'opacity-40 grayscale',
        )}
      />
      {mark && (
        <span className="absolute top-3 right-3 flex items-center gap-1.5 rounded-full bg-night-deep px-3 py-1 text-xs font-semibold">
          <Icon className="size-3.5 text-accent" aria-hidden />
          {t(`bonus.mark.${mark}`)}
        </span>
      )}
      {/* The words have a ground of their own, whatever the picture is. */}
      <span className="relative grid gap-0.5 bg-linear-to-t from-night-deep/95 via-night-deep/85 via-75% to-transparent px-4 pt-8 pb-3">
        <span className="text-base leading-snug font-semibold">{title}</span>
        <span className="text-sm leading-snug text-on-night-soft">{offerWords(t, bonus)}</span>
      </span>
    </button>
  )
}
