import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { Payout } from '../wire.ts'
import { api } from './api.ts'
import { Device, Entry, Latest } from './device.tsx'
import { usePolled } from './polled.ts'
import { formatWhen } from './when.ts'

/** The bank that pays withdrawals out: a list of payouts with their results. */
export function Payouts() {
  const { t } = useTranslation()
  const payouts = usePolled(['payouts'], () =>
    api('GET /sandbox/api/bank/payouts', { query: { limit: '10' } }),
  )
  return (
    <Device id="payouts" away={payouts.failed}>
      <Latest
        title={t('payouts.latest')}
        empty={t('payouts.empty')}
        items={payouts.value}
        render={(payout) => <Paid key={payout.payoutId} payout={payout} />}
      />
    </Device>
  )
}

function Paid({ payout }: { payout: Payout }) {
  const { t } = useTranslation()
  const { accountName, bankCode, accountNo, amount, currency, status, reason, asked, createdAt } = payout
  const place = (
    <>
      <time dateTime={createdAt}>{formatWhen(createdAt)}</time> · {bankCode} {accountNo}
    </>
  )
  const state = status === 'SUCCESS' ? t('payouts.paid') : t('payouts.refused', { reason: reason ?? '' })
  return (
    <Entry lines={[accountName, place, state, asked > 1 && t('payouts.asked', { count: asked })]}>
      <strong>{formatMoney(amount, currency)}</strong>
    </Entry>
  )
}
