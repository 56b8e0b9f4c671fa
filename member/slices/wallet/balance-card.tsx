import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Clock, Coins, RefreshCw, TriangleAlert, Upload } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { usePreferences } from '../../frame/device/preferences.ts'
import { fitting } from '../../ui/figure.tsx'
import { useCounting } from '../../ui/motion.ts'
import { Amount } from './amount.tsx'
import { DepositButton } from './deposit-button.tsx'
import { HideButton } from './hide-button.tsx'
import { LastRefresh } from './last-refresh.tsx'
import { inGames, staleGames, totalOf, type Wallet } from './wallet.ts'

/** A second button beside the gold one, on the dark card. */
const onNight =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-2xl px-5 py-2.5 text-base font-semibold text-on-night outline-accent'

/**
 * The balances, and the two reasons to open the app: paying in and taking out. The total is the largest
 * element of the page; gold marks only the coins and the one primary button. While the wallet is loading
 * every line keeps its space.
 */
export const BalanceCard = memo(function BalanceCard({
  wallet,
  refreshing,
  lastSync,
  onRefresh,
  onDeposit,
  onWithdraw,
}: {
  wallet: Wallet | undefined
  refreshing: boolean
  lastSync: string | null
  onRefresh(): void
  onDeposit(): void
  onWithdraw(): void
}) {
  const { t } = useTranslation()
  const money = (amount: number) => wallet && formatMoney(amount, wallet.currency)
  const { hideBalance } = usePreferences()
  const before = wallet ? staleGames(wallet) : []
  const [main, games] = wallet ? [money(wallet.wallet.amount), money(inGames(wallet))] : []
  const size = fitting('0'.repeat(Math.max(main?.length ?? 0, games?.length ?? 0)), 1)
  return (
    <section
      aria-busy={!wallet}
      className="relative overflow-hidden rounded-card bg-linear-to-br from-night to-night-deep p-[min(1.25rem,5.6vw)] low:p-[min(1rem,4.5vw)] wide:p-5 text-on-night shadow-card"
    >
      <img src="/art/brand/festival.svg" alt="" width={720} height={320} className="hero-picture" />
      <div className="@container relative">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h1
            className="line-clamp-3 min-w-0 flex-1 basis-32 text-base text-on-night-soft @min-[16rem]:line-clamp-1"
            title={wallet?.profile.name}
          >
            <Hold ready={wallet !== undefined} room="Krapao Krapao">
              {wallet && t('wallet.hello', { name: wallet.profile.name })}
            </Hold>
          </h1>
          <span className="flex shrink-0 items-center gap-1.5 rounded-full bg-night-deep/70 px-3 py-1 text-sm font-semibold text-accent">
            <Coins className="size-4" aria-hidden />
            <span>
              <Hold ready={wallet !== undefined} room="00">
                {wallet && (
                  <>
                    {/* Large letters have no room for the word. */}
                    <span aria-hidden className="hidden @max-[16rem]:inline">
                      {wallet.profile.coin}
                    </span>
                    <span className="@max-[16rem]:sr-only">
                      {t('wallet.coins', { count: wallet.profile.coin })}
                    </span>
                  </>
                )}
              </Hold>
            </span>
          </span>
        </div>
        <div className="mt-2 low:-my-1 flex flex-wrap items-center gap-x-3 text-sm text-on-night-soft">
          <span className="flex items-center gap-x-1">
            {t('wallet.total')}
            <HideButton />
          </span>
          {/* Shown beside the total, because the total covers wallet and games only and falls while money is
              between them. */}
          {wallet && wallet.inTransit > 0 && (
            <span className="flex items-center gap-1.5 font-semibold text-accent">
              <Clock className="size-4 shrink-0" aria-hidden />
              <span>
                {hideBalance
                  ? t('wallet.someInTransit')
                  : t('wallet.plusInTransit', { amount: money(wallet.inTransit) })}
              </span>
            </span>
          )}
        </div>
        <Total amount={wallet && totalOf(wallet)} currency={wallet?.currency} />
        {/* Letters of one size, however long each figure is. */}
        <dl className="mt-[min(1rem,18px)] low:mt-2 grid grid-cols-2 gap-3 border-t border-white/15 pt-[min(0.75rem,14px)] low:pt-2">
          <Part label={t('wallet.mainWallet')} figure={main} size={size} />
          <Part
            label={t('wallet.inGames')}
            figure={games}
            size={size}
            mark={before.length > 0 ? t('wallet.olderFigure', { games: before.join(', ') }) : undefined}
          />
        </dl>
        <div className="mt-1 low:mt-0 flex min-h-[min(2.75rem,48px)] items-center justify-between gap-2">
          {/* The time of the last visit's refresh says nothing of figures that are still loading. */}
          <LastRefresh
            at={lastSync ?? wallet?.lastRefreshAt ?? null}
            refreshing={refreshing || !wallet}
            except={before}
          />
          <button
            type="button"
            aria-label={t('wallet.refresh')}
            title={t('wallet.refresh')}
            onClick={onRefresh}
            disabled={refreshing}
            className="-mr-2.5 inline-flex size-[min(2.75rem,48px)] shrink-0 items-center justify-center rounded-full outline-accent hover:bg-white/10"
          >
            <RefreshCw className={cx('size-5', refreshing && 'animate-spin')} aria-hidden />
          </button>
        </div>
        {/* Large letters take the room of the pictures, so that both ways stay side by side above the menu. */}
        <div className="mt-[min(0.5rem,10px)] flex flex-wrap gap-[min(0.5rem,10px)] *:min-w-[min(5.25rem,100%)] *:flex-1 low:mt-0 @max-[15rem]:*:min-h-[min(3rem,56px)] @max-[15rem]:*:px-1.5! @max-[15rem]:*:py-1! @max-[15rem]:[&_svg]:hidden">
          <button
            type="button"
            className={cx(onNight, 'bg-white/14 hover:bg-white/20')}
            data-opens="withdraw"
            onClick={onWithdraw}
          >
            <Upload className="size-5 shrink-0" aria-hidden />
            {t('wallet.withdraw')}
          </button>
          <DepositButton onDeposit={onDeposit} />
        </div>
      </div>
    </section>
  )
})

/** The total, counting up or down to each new value, as large as fits the card. */
function Total({
  amount,
  currency,
}: {
  amount: number | undefined
  currency: Wallet['currency'] | undefined
}) {
  const { t } = useTranslation()
  const { hideBalance } = usePreferences()
  const shown = useCounting(amount)
  const isKnown = shown !== undefined && currency !== undefined
  const text = isKnown ? formatMoney(shown, currency) : '000,000.00'
  return (
    <div className="@container">
      {/* Screen readers read the value itself, not the figures on the way to it. */}
      {amount !== undefined && currency && (
        <span className="sr-only">{hideBalance ? t('wallet.hidden') : formatMoney(amount, currency)}</span>
      )}
      <p
        aria-hidden
        className="min-h-[min(3.125rem,18cqi)] text-4xl leading-tight font-bold whitespace-nowrap"
        style={{ fontSize: fitting(text, 2.5) }}
      >
        <Hold ready={isKnown} room={text}>
          <Amount text={text} />
        </Hold>
      </p>
    </div>
  )
}

/** @param mark why the balance may be out of date */
function Part({
  label,
  figure,
  size,
  mark,
}: {
  label: string
  figure: string | undefined
  /** Of the letters. */
  size: string
  mark?: string | undefined
}) {
  return (
    <div className="@container min-w-0">
      <dt className="flex items-center gap-1.5 text-sm text-on-night-soft">
        {label}
        {mark && (
          <span title={mark}>
            <TriangleAlert className="size-4 text-accent" aria-hidden />
            <span className="sr-only">{mark}</span>
          </span>
        )}
      </dt>
      <dd className="min-h-6.5 text-base font-semibold whitespace-nowrap" style={{ fontSize: size }}>
        <Hold ready={figure !== undefined} room="00,000.00">
          {figure !== undefined && <Amount text={figure} />}
        </Hold>
      </dd>
    </div>
  )
}

/** Keeps the space of a text on the dark card while the text is loading. */
function Hold({ ready, room, children }: { ready: boolean; room: string; children: ReactNode }) {
  if (ready) return children
  return (
    <span aria-hidden className="inline-block animate-pulse rounded-lg bg-white/15 align-middle leading-none">
      <span className="invisible">{room}</span>
    </span>
  )
}
