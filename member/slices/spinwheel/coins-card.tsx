import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Coins } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import type { Setup, Spinwheel } from './wheel.ts'

/** What coins are for, what brings one, and how many today's deposits have brought (rules.md §11.1). */
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
  const price = formatMoney(setup.coinPrice, wheel.currency)
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="flex items-center gap-2 text-xl font-semibold">
        <Coins className="size-5.5 shrink-0 text-link" aria-hidden />
        {t('spin.coin.title')}
      </h2>
      {wheel.description && <Html html={wheel.description} />}
      <p className="text-base text-pretty">{t('spin.coin.price', { price })}</p>
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
      {setup.userCoin === 0 && (
        <Button wide onClick={onDeposit}>
          {t('spin.coin.deposit')}
        </Button>
      )}
    </Card>
  )
}
