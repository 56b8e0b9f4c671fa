import { toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Coins } from 'lucide-react'
import { Link } from 'wouter'
import { Card } from '../../ui/card.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import type { Setup, Spinwheel } from './wheel.ts'

/**
 * What coins are for, what brings one, how many today has brought, and the two sums that it goes by (rules.md
 * §11.1). Without a coin it offers what the next one lacks.
 */
export function CoinsCard({
  setup,
  wheel,
  onDeposit,
}: {
  setup: Setup
  wheel: Spinwheel
  onDeposit(): void
}) {
  const { t } = useTranslation()
  const money = (amount: number) => formatMoney(amount, wheel.currency)
  // What was deposited is enough for a further coin.
  const lacksPlay = toMinor(setup.depositedToday) >= toMinor(setup.coinPrice) * (setup.coinsToday + 1)
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="flex items-center gap-2 text-xl font-semibold">
        <Coins className="size-5.5 shrink-0 text-link" aria-hidden />
        {t('spin.coin.title')}
      </h2>
      {wheel.description && <Html html={wheel.description} />}
      <p className="text-base text-pretty">{t('spin.coin.price', { price: money(setup.coinPrice) })}</p>
      <dl className="grid grid-cols-2 gap-3 text-center">
        {(
          [
            ['spin.coin.now', setup.userCoin],
            ['spin.coin.today', setup.coinsToday],
          ] as const
        ).map(([label, count]) => (
          <div key={label} className="flex flex-col-reverse justify-end rounded-2xl bg-sunken px-3 py-3">
            <dt className="text-sm text-ink-soft">{t(label)}</dt>
            <dd className="text-2xl font-bold">{count}</dd>
          </div>
        ))}
      </dl>
      <Receipt
        id={undefined}
        lines={[
          [t('spin.coin.deposited'), money(setup.depositedToday)],
          [t('spin.coin.staked'), money(setup.stakedToday)],
        ]}
      />
      {setup.userCoin === 0 &&
        (lacksPlay ? (
          <Link href="/user/home" className={buttonClass('primary', true)}>
            {t('spin.coin.play')}
          </Link>
        ) : (
          <Button wide onClick={onDeposit}>
            {t('spin.coin.deposit')}
          </Button>
        ))}
    </Card>
  )
}
