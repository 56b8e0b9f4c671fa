import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { ChevronRight, CircleCheck, Info } from 'lucide-react'
import type { Wallet } from '../wallet/public.ts'
import type { Bonus } from './bonus.ts'
import { useObstacle } from './obstacle.tsx'
import { offerWords } from './offer-words.ts'

/**
 * A bonus on offer, over its first banner; one that was received as often as it is given cannot be opened,
 * and one for which the member has too much is opened to read.
 */
export function BonusCard({ bonus, wallet, onOpen }: { bonus: Bonus; wallet: Wallet; onOpen(): void }) {
  const { t } = useTranslation()
  const obstacle = useObstacle(wallet, { maxTotal: bonus.maxTotal })
  const { title, banners, isReceived } = bonus
  const mark = isReceived
    ? { icon: CircleCheck, text: t('bonus.mark.received') }
    : obstacle?.isTooMuch
      ? {
          icon: Info,
          text: t('bonus.mark.tooMuch', { maximum: formatMoney(bonus.maxTotal, bonus.currency) }),
        }
      : undefined
  return (
    <button
      type="button"
      disabled={isReceived}
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
        className={cx('absolute inset-0 size-full object-cover', mark && 'opacity-40 grayscale')}
      />
      {mark && (
        <span className="absolute top-3 right-3 left-3 ml-auto flex w-fit items-center gap-1.5 rounded-full bg-night-deep px-3 py-1 text-xs font-semibold">
          <mark.icon className="size-3.5 shrink-0 text-accent" aria-hidden />
          {mark.text}
        </span>
      )}
      {/* The words have a ground of their own, whatever the picture is. */}
      <span className="relative flex items-center gap-2 bg-linear-to-t from-night-deep/95 via-night-deep/85 via-75% to-transparent px-4 pt-8 pb-3">
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="text-base leading-snug font-semibold">{title}</span>
          <span className="text-sm leading-snug text-balance text-on-night-soft">{offerWords(t, bonus)}</span>
        </span>
        {!isReceived && <ChevronRight className="size-5 shrink-0" aria-hidden />}
      </span>
    </button>
  )
}
