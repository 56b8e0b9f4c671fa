import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { memo, useState } from 'react'
import { homeRoom } from '../../frame/home-room.ts'
import { Amount, type GameAccount, type Wallet } from '../wallet/public.ts'
import { hideBroken } from './hide-broken.ts'
import { useCardLabel } from './use-card-label.ts'

const most = 6

/**
 * What was played last; before anything was, the games with the member's money and then the first ones of
 * all.
 */
export function recentOf(slots: GameAccount[]): { isPlayed: boolean; games: GameAccount[] } {
  const played = slots
    .filter(({ isActive, playedAt }) => isActive && playedAt !== null)
    .sort((a, b) => (b.playedAt ?? '').localeCompare(a.playedAt ?? ''))
  const others = [...slots].sort((a, b) => Number(b.isActive) - Number(a.isActive) || b.amount - a.amount)
  return { isPlayed: played.length > 0, games: (played.length > 0 ? played : others).slice(0, most) }
}

/** The games that are one press away, above all others. */
export const RecentGames = memo(function RecentGames({
  wallet,
  onOpen,
  onAll,
}: {
  wallet: Wallet | undefined
  onOpen(code: string): void
  /** Shows all games; absent where they are shown already. */
  onAll?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const label = useCardLabel(wallet?.currency ?? 'THB')
  const [{ played: playedBefore }] = useState(homeRoom)
  const { isPlayed, games } = wallet ? recentOf(wallet.slots) : { isPlayed: playedBefore > 0, games: [] }
  // Where all games are shown already, those that were never played would be there twice.
  if ((wallet && games.length === 0) || (!isPlayed && !onAll)) return null
  return (
    <section
      aria-label={t(isPlayed ? 'game.recent' : 'game.some')}
      data-room={isPlayed ? 'played' : undefined}
    >
      <div className="flex min-h-11 low:-my-1.5 flex-wrap items-center justify-between gap-x-2">
        <h2 className="text-xl font-semibold">{t(isPlayed ? 'game.recent' : 'game.some')}</h2>
        {onAll && (
          <button
            type="button"
            data-opens="all-games"
            onClick={onAll}
            className="-mr-2 min-h-11 rounded-xl px-2 text-sm font-semibold text-link hover:bg-sunken"
          >
            {t('game.all')}
          </button>
        )}
      </div>
      {wallet ? (
        <ul data-moves className="-mx-4 flex gap-1 overflow-x-auto overscroll-x-contain px-2.5 pb-1">
          {games.map((slot) => (
            <li key={slot.code} className="shrink-0">
              <button
                type="button"
                aria-label={label(slot)}
                data-opens="game"
                onClick={() => onOpen(slot.code)}
                className="flex min-w-20 flex-col items-center rounded-2xl px-1.5 py-1.5 hover:bg-sunken"
              >
                {/* The place stays with a letter where its picture does not come, as without a network. */}
                <span className="grid size-14 place-items-center rounded-2xl bg-sunken text-xl font-semibold text-ink-soft shadow-card *:[grid-area:1/1]">
                  <span aria-hidden>{slot.name.charAt(0)}</span>
                  <img
                    src={slot.logo}
                    alt=""
                    width={56}
                    height={56}
                    className="size-14 rounded-2xl"
                    draggable={false}
                    onError={hideBroken}
                  />
                </span>
                <span className="mt-1 text-xs font-medium whitespace-nowrap">{slot.name}</span>
                <span className="text-xs whitespace-nowrap text-ink-soft">
                  {slot.isActive ? (
                    <Amount text={formatMoney(slot.amount, wallet.currency)} />
                  ) : (
                    t('game.open')
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Loading>
          <div className="-mx-4 flex gap-1 overflow-hidden px-2.5 pb-1">
            {Array.from({ length: playedBefore || most }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
              <div key={at} className="flex min-w-20 shrink-0 flex-col items-center px-1.5 py-1.5">
                <Skeleton className="size-14 rounded-2xl" />
                <span className="mt-1 text-xs">
                  <Skeleton className="inline-block! h-2.5 w-12 align-middle" />
                </span>
                <span className="text-xs">
                  <Skeleton className="inline-block! h-2.5 w-14 align-middle" />
                </span>
              </div>
            ))}
          </div>
        </Loading>
      )}
    </section>
  )
})
