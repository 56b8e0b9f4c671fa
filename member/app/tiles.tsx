import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  FerrisWheel,
  Gift,
  HandCoins,
  type LucideIcon,
  RefreshCw,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { memo, useEffect } from 'react'
import { Link } from 'wouter'
import { api } from '../frame/calls/api.ts'

const surface =
  'h-full w-full rounded-card bg-card text-balance shadow-card transition-transform duration-150 motion-safe:active:scale-97'
const look = `${surface} flex min-h-24 flex-col items-center justify-start gap-2 px-1 py-3 text-center text-xs leading-snug font-medium`
const large = `${surface} flex min-h-15 low:min-h-12 low:py-1 items-center justify-center gap-x-2.5 px-3 py-2 text-left text-sm leading-snug font-semibold`
const pair = 'grid grid-cols-1 gap-3 @min-[18.5rem]:grid-cols-2'
const grid = 'grid grid-cols-2 gap-3 @min-[18.5rem]:grid-cols-4'

/** The place of the tiles while they are not drawn. */
export const MoveTilesRoom = () => (
  <div aria-hidden className="@container">
    <div className={pair}>
      <Skeleton className="h-15 rounded-card low:h-12" />
      <Skeleton className="h-15 rounded-card low:h-12" />
    </div>
  </div>
)
export const TilesRoom = () => (
  <div aria-hidden className="@container">
    <div className={grid}>
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-24 rounded-card" />
    </div>
  </div>
)

/** What is done most often beside paying in and out: moving money between wallet and games. */
export const MoveTiles = memo(function MoveTiles({
  onTransfer,
  onAllToGame,
}: {
  onTransfer(): void
  onAllToGame(): void
}) {
  const { t } = useTranslation()
  return (
    <div className="@container">
      <ul className={pair}>
        <li>
          <button type="button" className={large} data-opens="transfer" onClick={onTransfer}>
            <ArrowLeftRight className="size-5 shrink-0 text-link" aria-hidden />
            <span className="min-w-0">{t('wallet.transfer')}</span>
          </button>
        </li>
        <li>
          <button type="button" className={large} data-opens="transfer" onClick={onAllToGame}>
            <Wallet className="size-5 shrink-0 text-link" aria-hidden />
            <span className="min-w-0">{t('wallet.allToGame')}</span>
          </button>
        </li>
      </ul>
    </div>
  )
})

/** Shortcuts to what else the dashboard offers. */
export const Tiles = memo(function Tiles({
  onRefresh,
  refreshing,
  onInvite,
  onRefund,
}: {
  onRefresh(): void
  refreshing: boolean
  onInvite(): void
  onRefund(): void
}) {
  const { t } = useTranslation()
  const wheel = useWheel()
  return (
    <nav aria-label={t('wallet.shortcuts')} className="@container">
      <ul className={grid}>
        <li>
          {wheel === undefined && (
            <span className={look}>
              <Skeleton className="size-11 rounded-full!" />
              <Skeleton className="h-4 w-12" />
            </span>
          )}
          {wheel === true && (
            <Link href="/user/spin" className={look}>
              <Icon icon={FerrisWheel} />
              {t('wallet.spin')}
            </Link>
          )}
          {wheel === false && (
            <button type="button" className={look} onClick={onRefresh} disabled={refreshing}>
              <Icon icon={RefreshCw} spinning={refreshing} />
              {t('wallet.refresh')}
            </button>
          )}
        </li>
        <li>
          <button type="button" className={look} data-opens="invite" onClick={onInvite}>
            <Icon icon={UsersRound} />
            {t('wallet.inviteFriends')}
          </button>
        </li>
        <li>
          <Link href="/user/bonus" className={look}>
            <Icon icon={Gift} />
            {t('wallet.bonus')}
          </Link>
        </li>
        <li>
          <button type="button" className={look} data-opens="refund" onClick={onRefund}>
            <Icon icon={HandCoins} />
            {t('wallet.refund')}
          </button>
        </li>
      </ul>
    </nav>
  )
})

/** Where this browser keeps whether there was a wheel. */
const entry = 'wheel'

/**
 * Whether a wheel is active; undefined until that is known. Without an answer it is as it was when there last
 * was one.
 */
function useWheel(): boolean | undefined {
  const { data, error } = useQuery({
    queryKey: ['spinwheel', 'active'],
    queryFn: ({ signal }) => api('GET /api/spinwheel/active', { signal }),
    staleTime: 300_000,
    // The other tile serves as well, so it does not have to wait.
    retry: false,
  })
  const isActive = data?.isActive
  useEffect(() => {
    if (isActive !== undefined) local.keep(entry, isActive ? 'active' : 'none')
  }, [isActive])
  return isActive ?? (error ? local.read(entry) === 'active' : undefined)
}

const Icon = ({ icon: Shape, spinning }: { icon: LucideIcon; spinning?: boolean }) => (
  <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sunken text-link">
    <Shape className={cx('size-5', spinning && 'animate-spin')} aria-hidden />
  </span>
)
