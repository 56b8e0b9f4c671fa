import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { dayInWords, monthInWords, today } from '@krapao/web/ui/dates.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { Figure } from '../../ui/figure.tsx'
import { type Period, useSums } from './statement.ts'

/** What came in and went out in the time that is shown; without one, in the current month. */
export function Sums({ period }: { period: Period }) {
  const { t, i18n } = useTranslation()
  const { month, from, until } = period
  const isChosen = month !== undefined || from !== undefined || until !== undefined
  const shown = isChosen ? period : { month: today().slice(0, 7) }
  const { data, error } = useSums(shown)
  // The list below says what is wrong, and has the button to try again.
  if (error && !data) return null
  const inWords = (day: string) => dayInWords(day, i18n.language)
  const title = shown.month
    ? monthInWords(shown.month, i18n.language)
    : from === until && from
      ? inWords(from)
      : t('statement.sums.days', { from: from ? inWords(from) : '…', until: inWords(until ?? today()) })
  const net = data && fromMinor(toMinor(data.in) - toMinor(data.out))
  const money = (amount: number) => (data ? formatMoney(amount, data.currency) : '')
  return (
    <section
      aria-label={t('statement.sums.title', { time: title })}
      className="rounded-card bg-card px-4 py-2 shadow-card"
    >
      <h2 className="pb-0.5 text-sm font-semibold min-[1180px]:py-1">{title}</h2>
      <dl className="grid grid-cols-3 gap-3 min-[1180px]:grid-cols-1 min-[1180px]:gap-2 min-[1180px]:pb-2">
        <Sum name={t('statement.sums.in')} text={data && money(data.in)} />
        <Sum name={t('statement.sums.out')} text={data && money(data.out)} />
        <Sum
          name={t('statement.sums.net')}
          text={net === undefined ? undefined : `${net > 0 ? '+' : ''}${money(net)}`}
        />
      </dl>
    </section>
  )
}

function Sum({ name, text }: { name: string; text: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="font-semibold">
        {text === undefined ? <Skeleton className="h-5 w-20 max-w-full" /> : <Figure text={text} rem={1} />}
      </dd>
    </div>
  )
}
