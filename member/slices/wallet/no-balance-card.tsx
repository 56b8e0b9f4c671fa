import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { CircleAlert, CloudOff, RefreshCw } from 'lucide-react'
import { refused } from '../../frame/calls/refused.tsx'
import { ButtonPair } from '../../ui/actions.tsx'
import { DepositButton } from './deposit-button.tsx'

/**
 * In the place of the balances while they cannot be loaded: that the money is safe, why, and what can be done
 * all the same.
 * @param error of the call
 */
export function NoBalanceCard({
  error,
  isAsking,
  onRetry,
  onDeposit,
}: {
  error: unknown
  isAsking: boolean
  onRetry(): void
  onDeposit(): void
}) {
  const { t } = useTranslation()
  const Icon = navigator.onLine ? CircleAlert : CloudOff
  return (
    <section className="grid gap-4 rounded-card bg-linear-to-br from-night to-night-deep p-5 text-on-night shadow-card">
      <h1 className="sr-only">{t('wallet.title')}</h1>
      <div role="alert" className="grid justify-items-start gap-2">
        <Icon className="size-8 text-accent" aria-hidden />
        <p className="text-xl font-semibold text-balance">{t('wallet.noBalance')}</p>
        <p className="text-base text-pretty text-on-night-soft">{t('wallet.noBalanceText')}</p>
        <div className="text-sm text-on-night-soft">{refused(error)}</div>
      </div>
      <ButtonPair>
        <Button
          look="quiet"
          onClick={onRetry}
          busy={isAsking}
          busyLabel={t('ui.loading')}
          icon={<RefreshCw className="size-5 shrink-0" aria-hidden />}
        >
          {t('ui.retry')}
        </Button>
        <DepositButton onDeposit={onDeposit} />
      </ButtonPair>
    </section>
  )
}
