import { type Currency, formatAmount } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { ChevronRight, Clock, Plus, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Figure } from '../../ui/figure.tsx'
import { Amount, type GameAccount, useBalance } from '../wallet/public.ts'
import { creditOf, hasCredit } from './credit.ts'
import { hideBroken } from './hide-broken.ts'
import { useCardLabel } from './use-card-label.ts'

/**
 * A game account as a card of 300×211: art, name with logo, balance, or the offer to open an account.
 * Memoised, because its carousel renders at each step.
 */
export const GameCard = memo(function GameCard({
  slot,
  currency,
  eager,
  starred = false,
  tabIndex,
  onOpen,
}: {
  slot: GameAccount
  currency: Currency
  /** The card is visible at once, so its pictures are loaded at once. */
  eager: boolean
  /** A star lies in its corner, so the marks are below it. */
  starred?: boolean
  tabIndex: 0 | -1
  onOpen(code: string): void
}) {
  const { t } = useTranslation()
  const label = useCardLabel(currency)
  const amount = formatMoney(slot.amount, currency)
  const balance = useBalance(currency)
  const loading = eager ? 'eager' : 'lazy'
  return (
    <button
      type="button"
      aria-label={label(slot)}
      tabIndex={tabIndex}
      data-opens="game"
      onClick={() => onOpen(slot.code)}
      className="relative flex h-full min-h-[calc(var(--card-width)*211/300)] w-full flex-col justify-between overflow-hidden rounded-card bg-night-deep p-4 text-left text-white shadow-card outline-offset-[-6px] focus-visible:outline-white"
    >
      <img
        src={slot.background}
        alt=""
        width={300}
        height={211}
        loading={loading}
        draggable={false}
        className="pointer-events-none absolute inset-0 size-full object-cover"
        onError={hideBroken}
      />
      <span className={cx('relative flex w-full flex-col items-end gap-1', starred && 'pt-7')}>
        {slot.inTransit > 0 && (
          <Mark icon={<Clock className="size-3.5 shrink-0" aria-hidden />}>
            {t('game.inTransit', { amount: balance(slot.inTransit) })}
          </Mark>
        )}
        {slot.isActive && slot.isStale && (
          <Mark icon={<TriangleAlert className="size-3.5 shrink-0" aria-hidden />}>{t('game.stale')}</Mark>
        )}
      </span>
      <span className="relative block w-full">
        <span className="mb-1 flex items-center gap-2 text-base leading-snug font-semibold">
          <img
            src={slot.logo}
            alt=""
            width={28}
            height={28}
            loading={loading}
            draggable={false}
            className="pointer-events-none size-7 rounded-lg ring-1 ring-white/40"
            onError={hideBroken}
          />
          <span className="min-w-0 wrap-anywhere">{slot.name}</span>
        </span>
        {slot.isActive && (
          <Figure text={amount} rem={1.25} className="leading-snug font-bold">
            <Amount text={amount} />
          </Figure>
        )}
        <span className="mt-1 flex w-full flex-wrap items-center justify-between gap-x-2 text-xs leading-normal">
          <span>
            {slot.isActive && hasCredit(slot) && (
              <>
                {t('game.credit')} <Amount text={formatAmount(creditOf(slot), currency)} />
              </>
            )}
          </span>
          {slot.isActive ? (
            <span className="flex shrink-0 items-center font-semibold">
              {t('game.view')}
              <ChevronRight className="size-4" aria-hidden />
            </span>
          ) : (
            <span className="flex shrink-0 items-center gap-1 rounded-full bg-white py-1 pr-3 pl-2 font-semibold text-night">
              <Plus className="size-4" aria-hidden />
              {t('game.open')}
            </span>
          )}
        </span>
      </span>
    </button>
  )
})

/**
 * A state with icon and word on a background of its own, because the art behind the upper third is bright.
 */
const Mark = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="flex items-center gap-1 rounded-full bg-night-deep/90 px-2 py-0.5 text-xs font-medium">
    {icon}
    {children}
  </span>
)
