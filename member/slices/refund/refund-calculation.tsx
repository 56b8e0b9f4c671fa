import { dayInShort } from '@krapao/contract/dates.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { ChevronDown } from 'lucide-react'
import { productName } from '../bonus/public.ts'
import type { RefundDay } from './refund.ts'

/** How each day's cashback was calculated, line by line (rules.md §10). */
export function RefundCalculation({ days, currency }: { days: RefundDay[]; currency: Currency }) {
  const { t } = useTranslation()
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-base font-semibold">{t('refund.calculation')}</h3>
      <p className="text-sm text-pretty text-ink-soft">{t('refund.carriedRule')}</p>
      {days.map((day, i) => (
        <Day key={day.day} day={day} currency={currency} isOpen={i === 0} />
      ))}
    </section>
  )
}

function Day({ day: result, currency, isOpen }: { day: RefundDay; currency: Currency; isOpen: boolean }) {
  const { t, i18n } = useTranslation()
  const { day, lines, loss, percent, max, amount } = result
  const money = (value: number) => formatMoney(value, currency)
  return (
    <details open={isOpen} className="group rounded-2xl bg-sunken">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center justify-between gap-x-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-1.5 text-sm font-medium">
          <ChevronDown
            className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180"
            aria-hidden
          />
          {t('refund.day', { day: dayInShort(day, i18n.language) })}
        </span>
        <span className="ml-auto font-semibold">{money(amount)}</span>
      </summary>
      <div className="grid gap-2 px-4 pb-3 text-sm">
        <ul className="grid divide-y divide-line border-y border-line">
          {lines.map(({ kind, product, stake, win, loss }) => (
            <li key={`${kind} ${product}`} className="py-2">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0 font-medium">
                  {kind === 'product' ? productName(t, product) : t(leftOut[kind])}
                </span>
                <span className="ml-auto font-semibold">{money(loss)}</span>
              </span>
              {kind !== 'carried' && (
                <span className="flex flex-wrap gap-x-3 text-ink-soft">
                  <span>
                    {t('refund.stake')} {money(stake)}
                  </span>
                  <span>
                    {t('refund.win')} {money(win)}
                  </span>
                </span>
              )}
            </li>
          ))}
        </ul>
        <dl className="grid gap-1">
          <Line label={t('refund.sum')} value={money(loss)} />
          <Line label={t('refund.rate')} value={`× ${percent}%`} />
          <Line label={t('refund.result')} value={money(amount)} isStrong />
        </dl>
        <p className="text-ink-soft">{t('refund.most', { max: money(max) })}</p>
      </div>
    </details>
  )
}

/** The lines that lessen the loss. */
const leftOut = { 'bonus-funded': 'refund.bonusFunded', carried: 'refund.carried' } as const

const Line = ({ label, value, isStrong }: { label: string; value: string; isStrong?: boolean }) => (
  <div className="flex flex-wrap justify-between gap-x-3">
    <dt className={isStrong ? 'font-semibold' : 'text-ink-soft'}>{label}</dt>
    <dd className="ml-auto font-semibold">{value}</dd>
  </div>
)
