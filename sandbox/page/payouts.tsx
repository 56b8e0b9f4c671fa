import type { Payout } from '../wire.ts'
import { call } from './api.ts'
import { Device, Latest } from './device.tsx'
import { usePolled } from './polled.ts'
import { money, useTexts } from './texts.tsx'

/** The bank that pays withdrawals out: what it was asked for, and what it did. */
export function Payouts() {
  const { t } = useTexts()
  const payouts = usePolled('payouts', () => call<Payout[]>('GET', 'bank/payouts?limit=10'))
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
  const { t, time } = useTexts()
  const { accountName, bankCode, accountNo, amount, currency, status, reason, asked, createdAt } = payout
  return (
    <li>
      <span className="latest-who">
        <strong>{accountName}</strong>
        <span>
          <time dateTime={createdAt}>{time(createdAt)}</time> · {bankCode} {accountNo}
        </span>
        <span>
          {status === 'SUCCESS' ? t('payouts.paid') : t('payouts.refused', { reason: reason ?? '' })}
        </span>
        {asked > 1 && <span>{t('payouts.asked', { count: asked })}</span>}
      </span>
      <strong className="figure">{money(amount, currency)}</strong>
    </li>
  )
}
