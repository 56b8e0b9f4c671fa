import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useMedia } from '@krapao/web/ui/use-media.ts'
import { Clock } from 'lucide-react'
import { usePreferences } from '../../frame/device/preferences.ts'
import { Figure } from '../../ui/figure.tsx'
import { Amount } from './amount.tsx'
import { HideButton } from './hide-button.tsx'
import { inGames, totalOf, useWallet } from './wallet.ts'

/** The balance beside a list of what moved it, in windows that have room for it. */
export const BalanceBeside = () => useMedia('(min-width: 1180px)') && <Balance />

/**
 * Its figures are those that the bell asks for on every page; nothing is shown before they are there, and
 * what is below it in its column keeps its place.
 */
function Balance() {
  const { t } = useTranslation()
  const { hideBalance } = usePreferences()
  const { data: wallet } = useWallet()
  const money = (amount: number) => (wallet ? formatMoney(amount, wallet.currency) : '')
  const total = wallet ? money(totalOf(wallet)) : ''
  return (
    <section
      aria-label={t('wallet.total')}
      aria-busy={!wallet}
      className="rounded-card bg-linear-to-br from-night to-night-deep px-4 pt-2 pb-3 text-on-night shadow-card"
    >
      <div className="flex items-center justify-between gap-1 text-sm text-on-night-soft">
        {t('wallet.total')}
        <span className="-mr-3">
          <HideButton />
        </span>
      </div>
      <div className="min-h-9.5">
        {wallet && (
          <Figure text={total} rem={1.75} className="font-bold">
            <Amount text={total} />
          </Figure>
        )}
      </div>
      {wallet && wallet.inTransit > 0 && (
        <p className="flex items-center gap-1.5 text-sm font-semibold text-accent">
          <Clock className="size-4 shrink-0" aria-hidden />
          {hideBalance
            ? t('wallet.someInTransit')
            : t('wallet.plusInTransit', { amount: money(wallet.inTransit) })}
        </p>
      )}
      <dl className="mt-2 grid gap-1 border-t border-white/15 pt-2 text-sm">
        <Part label={t('wallet.mainWallet')} figure={wallet && money(wallet.wallet.amount)} />
        <Part label={t('wallet.inGames')} figure={wallet && money(inGames(wallet))} />
      </dl>
    </section>
  )
}

const Part = ({ label, figure }: { label: string; figure: string | undefined }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt className="text-on-night-soft">{label}</dt>
    <dd className="ml-auto font-semibold whitespace-nowrap">{figure && <Amount text={figure} />}</dd>
  </div>
)
