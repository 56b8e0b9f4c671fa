import { dayInWords, monthInWords, today } from '@krapao/contract/dates.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
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
    <section aria-label={t('statement.sums.title', { time: title })} className="@container">
      <div className="rounded-card bg-card px-4 py-2 shadow-card">
        <h2 className="pb-0.5 text-sm font-semibold min-[1180px]:py-1">{title}</h2>
        {/* Side by side where three sums have room in letters of their size, with large letters in rows. */}
        <dl
          className={cx(
            'grid gap-x-3 gap-y-0.5 min-[1180px]:gap-2 min-[1180px]:pb-2',
            names.length > 1 && (longest > 11 ? '@min-[26rem]:grid-cols-3' : '@min-[20rem]:grid-cols-3'),
            'min-[1180px]:grid-cols-1!',
          )}
        >
          {names.map((name) => (
            <Sum key={name} name={t(`statement.sums.${name}`)} text={texts[name]} isBelow={longest <= 11} />
          ))}
        </dl>
      </div>
    </section>
  )
}

/** @param isBelow whether a narrower place already has room for the sums side by side */
function Sum({ name, text, isBelow }: { name: string; text: string | undefined; isBelow: boolean }) {
  return (
    <div
      className={cx(
        'flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 min-[1180px]:block',
        isBelow ? '@min-[20rem]:block' : '@min-[26rem]:block',
      )}
    >
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="font-semibold whitespace-nowrap">
        {text === undefined ? <Skeleton className="h-5 w-20 max-w-full" /> : <Amount text={text} />}
      </dd>
    </div>
  )
}
