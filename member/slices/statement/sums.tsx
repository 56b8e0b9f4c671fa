import { dayInShort, monthInWords, today } from '@krapao/contract/dates.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { Amount } from '../wallet/public.ts'
import { type Filter, netName, sumsOf, useSums } from './statement.ts'

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
  const inWords = (day: string) => dayInShort(day, i18n.language)
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
    net: net === undefined ? undefined : money(Math.abs(net)),
  }
  const letters = names.reduce((sum, name) => sum + (texts[name]?.length ?? 0), 0)
  const size = letters <= 30 ? 'few' : letters <= 36 ? 'some' : 'many'
  return (
    <section aria-label={t('statement.sums.title', { time: title })} className="@container">
      <div className="rounded-card bg-card px-4 py-2 shadow-card max-[359px]:py-1">
        {/* Of which rows they are the sums: of what time, and of which kinds. */}
        <div className="flex flex-wrap gap-x-1 pb-0.5 text-xs text-ink-soft min-[1180px]:block min-[1180px]:pb-1.5">
          <h2 className="font-semibold text-ink min-[1180px]:text-sm">{title}</h2>
          {names.length > 1 && <p>{t('statement.sums.without')}</p>}
        </div>
        {/* In one row where all sums have room, a little smaller if need be; else, and with large letters, one below the other. */}
        <dl
          className={cx(
            'grid gap-x-3 gap-y-0.5 min-[1180px]:gap-2 min-[1180px]:pb-2',
            names.length > 1 && rows[size],
            'min-[1180px]:grid-cols-1!',
          )}
        >
          {names.map((name) => (
            <Sum
              key={name}
              name={t(`statement.sums.${name === 'net' ? netName(net) : name}`)}
              text={texts[name]}
              size={size}
            />
          ))}
        </dl>
      </div>
    </section>
  )
}

/**
 * Columns from the width that has room for the letters of all sums, each as wide as its sum; a sum in them
 * stands below its name, at first in smaller letters.
 */
const rows = {
  few: '@min-[18rem]:grid-cols-[repeat(3,auto)] @min-[18rem]:justify-between',
  some: '@min-[20rem]:grid-cols-[repeat(3,auto)] @min-[20rem]:justify-between',
  many: '@min-[26rem]:grid-cols-[repeat(3,auto)] @min-[26rem]:justify-between',
}
const below = {
  few: '@min-[18rem]:block @min-[18rem]:*:text-left',
  some: '@min-[20rem]:block @min-[20rem]:*:text-left',
  many: '@min-[26rem]:block @min-[26rem]:*:text-left',
}
const smaller = {
  few: '@min-[18rem]:@max-[20rem]:text-sm',
  some: '@min-[20rem]:@max-[26rem]:text-sm',
  many: '',
}

/** @param size how many letters all sums have together */
function Sum({ name, text, size }: { name: string; text: string | undefined; size: keyof typeof rows }) {
  return (
    <div
      className={cx(
        'flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 min-[1180px]:block',
        below[size],
      )}
    >
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className={cx('text-right font-semibold whitespace-nowrap min-[1180px]:text-left!', smaller[size])}>
        {text === undefined ? <Skeleton className="h-5 w-20 max-w-full" /> : <Amount text={text} />}
      </dd>
    </div>
  )
}
