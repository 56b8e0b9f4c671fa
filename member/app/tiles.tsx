import { cx } from '@krapao/web/ui/class-names.ts'
import { Download, type LucideIcon, RefreshCw, Upload, Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const look =
  'flex h-full min-h-24 w-full flex-col items-center justify-start gap-2 rounded-card bg-card px-2 py-3 text-center text-xs leading-snug font-medium text-balance shadow-card ' +
  'transition-transform duration-150 motion-safe:active:scale-97'

/** Short ways to what the dashboard offers; a tile appears with its feature. */
export function Tiles({
  onRefresh,
  refreshing,
  onDeposit,
  onWithdraw,
  onAllToGame,
}: {
  onRefresh(): void
  onDeposit(): void
  onWithdraw(): void
  refreshing: boolean
  onAllToGame(): void
}) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('wallet.shortcuts')} className="@container">
      <ul className="grid grid-cols-2 gap-3 @min-[20rem]:grid-cols-4">
        <li>
          <button type="button" className={look} onClick={onDeposit}>
            <Icon icon={Download} />
            {t('wallet.deposit')}
          </button>
        </li>
        <li>
          <button type="button" className={look} onClick={onWithdraw}>
            <Icon icon={Upload} />
            {t('wallet.withdraw')}
          </button>
        </li>
        <li>
          <button type="button" className={look} onClick={onAllToGame}>
            <Icon icon={Wallet} />
            {t('wallet.allToGame')}
          </button>
        </li>
        <li>
          <button type="button" className={look} onClick={onRefresh} disabled={refreshing}>
            <Icon icon={RefreshCw} spinning={refreshing} />
            {t('wallet.refresh')}
          </button>
        </li>
      </ul>
    </nav>
  )
}

const Icon = ({ icon: Shape, spinning }: { icon: LucideIcon; spinning?: boolean }) => (
  <span className="flex size-11 items-center justify-center rounded-full bg-sunken text-link">
    <Shape className={cx('size-5', spinning && 'animate-spin')} aria-hidden />
  </span>
)
