import { type GameCategory, gameCategories } from '@krapao/contract/game.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whenIdle } from '../../app/when-idle.ts'
import { Carousel, carouselRoom } from '../../ui/carousel.tsx'
import type { GameAccount, Wallet } from '../wallet/public.ts'
import { GameCard } from './game-card.tsx'
import { useCardLabel } from './use-card-label.ts'

/** The member's games by category, each category a carousel (product.md §2 Home dashboard). */
export const GameCarousels = memo(function GameCarousels({
  wallet,
  onOpen,
}: {
  wallet: Wallet | undefined
  onOpen(code: string): void
}) {
  const { t } = useTranslation()
  if (!wallet) return <Waiting />
  return (
    <div className="grid grid-cols-1 gap-6">
      {gameCategories.map((category, at) => {
        const slots = wallet.slots.filter((slot) => slot.category === category)
        if (slots.length === 0) return null
        const first = at === 0
        return (
          <WhenNear key={category} category={category} now={first}>
            <Category {...{ category, slots, wallet, onOpen, first }} />
          </WhenNear>
        )
      })}
      {wallet.slots.length === 0 && <p className="text-base text-ink-soft">{t('errorMsg.NO_GAME')}</p>}
    </div>
  )
})

function Category({
  category,
  slots,
  wallet,
  first,
  onOpen,
}: {
  category: GameCategory
  slots: GameAccount[]
  wallet: Wallet
  first: boolean
  onOpen(code: string): void
}) {
  const { t } = useTranslation()
  const label = useCardLabel(wallet.currency)
  // The member's own accounts come first; the order is fixed while the page is open, so that no card moves when an
  // account is opened.
  const [order] = useState(() => ownFirst(slots))
  const title = t(`game.${category}`)
  const sorted = [...slots].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
  return (
    <Carousel
      title={title}
      role={t('game.carousel')}
      previous={t('game.previous', { category: title })}
      next={t('game.next', { category: title })}
      slides={sorted.map((slot, at) => ({
        id: slot.code,
        label: label(slot),
        render: (tabIndex) => (
          <GameCard
            slot={slot}
            currency={wallet.currency}
            eager={first && (at < 2 || at === sorted.length - 1)}
            tabIndex={tabIndex}
            onOpen={onOpen}
          />
        ),
      }))}
    />
  )
}

const ownFirst = (slots: GameAccount[]): string[] =>
  [...slots.filter((slot) => slot.isActive), ...slots.filter((slot) => !slot.isActive)].map(
    (slot) => slot.code,
  )

/**
 * Starts a carousel when it comes near the visible area or the page is idle, whichever is first: starting three at once
 * slows a cheap phone down just when the wallet has arrived.
 */
function WhenNear({
  category,
  now,
  children,
}: {
  category: GameCategory
  now: boolean
  children: ReactNode
}) {
  const [started, setStarted] = useState(now)
  const room = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (started || !room.current) return
    const start = () => startTransition(() => setStarted(true))
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && start(), {
      rootMargin: '100px',
    })
    near.observe(room.current)
    const cancel = whenIdle(start)
    return () => {
      near.disconnect()
      cancel()
    }
  }, [started])
  if (started) return children
  return (
    <div ref={room}>
      <Room category={category} />
    </div>
  )
}

function Waiting() {
  return (
    <Loading>
      <div className="grid grid-cols-1 gap-6">
        {gameCategories.map((category) => (
          <Room key={category} category={category} />
        ))}
      </div>
    </Loading>
  )
}

/** A placeholder with the exact size of a carousel. */
function Room({ category }: { category: GameCategory }) {
  const { t } = useTranslation()
  return (
    <div>
      <p aria-hidden className="flex min-h-11 items-center text-xl font-semibold">
        {t(`game.${category}`)}
      </p>
      <div className={cx(carouselRoom, '-mx-4 overflow-hidden wide:mx-auto wide:max-w-160')}>
        <Skeleton className="mx-auto aspect-[300/211] w-(--card) rounded-card" />
      </div>
    </div>
  )
}
