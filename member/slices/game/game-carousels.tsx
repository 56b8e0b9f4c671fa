import { type GameCategory, gameCategories } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../frame/load/when-idle.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { Amount, type GameAccount, type Wallet } from '../wallet/public.ts'
import { CarouselRoom } from './carousel-rooms.tsx'
import { GameCard } from './game-card.tsx'
import { hideBroken } from './hide-broken.ts'
import { useCardLabel } from './use-card-label.ts'

/** The member's games by category, each category a carousel (product.md §2 Home dashboard). */
const GameCarousels = memo(function GameCarousels({
  wallet,
  onOpen,
}: {
  wallet: Wallet
  onOpen(code: string): void
}) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-1 gap-6" onErrorCapture={hideBroken}>
      {gameCategories.map((category, at) => {
        const slots = wallet.slots.filter((slot) => slot.category === category)
        if (slots.length === 0) return null
        const first = at === 0
        return (
          <WhenNear key={category} category={category}>
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
  // The member's own accounts come first; the order is fixed while the page is open, so that no card moves
  // when an account is opened.
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
        side: <Side slot={slot} wallet={wallet} />,
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

/** Name and balance of a card at the side. */
function Side({ slot, wallet }: { slot: GameAccount; wallet: Wallet }) {
  const { t } = useTranslation()
  return (
    <>
      <img
        src={slot.logo}
        alt=""
        width={24}
        height={24}
        loading="lazy"
        className="size-6"
        draggable={false}
      />
      <span className="text-base leading-tight font-semibold wrap-anywhere">{slot.name}</span>
      <span className="text-sm leading-tight font-semibold">
        {slot.isActive ? <Amount text={formatMoney(slot.amount, wallet.currency)} /> : t('game.open')}
      </span>
    </>
  )
}

const ownFirst = (slots: GameAccount[]): string[] =>
  [...slots.filter((slot) => slot.isActive), ...slots.filter((slot) => !slot.isActive)].map(
    (slot) => slot.code,
  )

/**
 * Starts a carousel when it comes near the visible area or the page is idle, whichever is first: starting
 * three at once, or one together with the games above it, slows a cheap phone down just when the wallet has
 * arrived.
 */
function WhenNear({ category, children }: { category: GameCategory; children: ReactNode }) {
  const [started, setStarted] = useState(false)
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
      <CarouselRoom category={category} />
    </div>
  )
}

export default GameCarousels
