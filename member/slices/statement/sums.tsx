import { dayInWords, monthInWords, today } from '@krapao/contract/dates.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Amount } from '../wallet/public.ts'
import { type Filter, sumsOf, useSums } from './statement.ts'

/** What came in and went out by the rows that are shown; nothing where rows have no such sum. */
export function Sums({ filter }: { filter: Filter }) {
  const names = sumsOf(filter)
  return names.length === 0 ? null : <Shown filter={filter} names={names} />
}

function Shown({ filter, names }: { filter: Filter; names: ReturnType<typeof sumsOf> }) {
  const { t, i18n } = useTranslation()
  const { month, from, until } = filter
  const { data, error } = useSums({
    ...(month && { month }),
    ...(from && { from }),
    ...(until && { until }),
  })
  // The list below says what is wrong, and has the button to try again.
  if (error && !data) return null
  const inWords = (day: string) => dayInWords(day, i18n.language)
  const title = month
    ? monthInWords(month, i18n.language)
    : from === until
      ? from
        ? inWords(from)
        : t('statement.allMonths')
      : t('statement.sums.days', { from: from ? inWords(from) : '…', until: inWords(until ?? today()) })
  const net = data && fromMinor(toMinor(data.in) - toMinor(data.out))
  const money = (amount: number) => (data ? formatMoney(amount, data.currency) : '')
  const texts = {
    in: data && money(data.in),
    out: data && money(data.out),
    net: net === undefined ? undefined : `${net > 0 ? '+' : ''}${money(net)}`,
  }
  const longest = Math.max(...names.map((name) => texts[name]?.length ?? 0))
  return (
    <section
      aria-label={t('statement.sums.title', { time: title })}
      className="rounded-card bg-card px-4 py-2 shadow-card"
    >
      <h2 className="pb-0.5 text-sm font-semibold min-[1180px]:py-1">{title}</h2>
      <dl className="grid grid-cols-3 gap-3 min-[1180px]:grid-cols-1 min-[1180px]:gap-2 min-[1180px]:pb-2">
        {names.map((name) => (
          <Sum key={name} name={t(`statement.sums.${name}`)} text={texts[name]} longest={longest} />
        ))}
      </dl>
    </section>
  )
}

/** @param longest of the sums, so that all of them have letters of one size */
function Sum({ name, text, longest }: { name: string; text: string | undefined; longest: number }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="font-semibold">
        {text === undefined ? (
          <Skeleton className="h-5 w-20 max-w-full" />
        ) : (
          <Figure text={text.padEnd(longest, '0')} rem={1}>
            <Amount text={text} />
          </Figure>
        )}
      </dd>
    </div>
  )
}
