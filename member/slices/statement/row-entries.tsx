import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../app/errors.ts'
import { type Entry, type Statement, useEntries } from './statement.ts'
import { useNames } from './use-names.ts'

/** The ledger entries of a row: from, to, amount, and the balance of the member's account afterwards. */
export function RowEntries({ row }: { row: Statement }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useEntries(row._id)
  if (error) return <Failed text={errorText(error)} onRetry={refetch} />
  // A hold and its end have two entries each.
  const expected = row.statementType === 'transfer' ? 4 : row.statementType === 'withdraw' ? 3 : 1
  return (
    <div className="grid grid-cols-1 gap-2 rounded-2xl bg-sunken px-[min(1rem,4vw)] py-3">
      <p className="text-sm font-semibold">{t('statement.entries')}</p>
      {data ? (
        <ol className="divide-y divide-line">
          {data.entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added, at the end
            <EntryLine key={at} entry={entry} currency={row.currency} />
          ))}
        </ol>
      ) : (
        <Loading>
          {Array.from({ length: row.status === 'PENDING' ? 2 : expected }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
            <Skeleton key={at} className="my-2 h-17 bg-card" />
          ))}
        </Loading>
      )}
      <p className="text-xs wrap-anywhere text-ink-soft">{t('statement.number', { id: row._id })}</p>
    </div>
  )
}

/** Words and an amount, which takes a line of its own where both do not fit. */
const line = 'flex flex-wrap items-baseline gap-x-3'

function EntryLine({ entry, currency }: { entry: Entry; currency: Statement['currency'] }) {
  const { t } = useTranslation()
  const { accountName } = useNames()
  const [own, other] = [accountName(entry.account), accountName(entry.counterpart)]
  const [from, to] = entry.amount < 0 ? [own, other] : [other, own]
  return (
    <li className="py-2 text-sm">
      <span className={line}>
        <span className="min-w-20 flex-1 font-medium">{t('statement.move', { from, to })}</span>
        <span className="ml-auto text-right font-semibold whitespace-nowrap">
          {entry.amount > 0 && '+'}
          {formatMoney(entry.amount, currency)}
        </span>
      </span>
      <span className={cx(line, 'text-ink-soft')}>
        <span className="min-w-20 flex-1">{t('statement.balanceAfter', { account: own })}</span>
        <span className="ml-auto text-right whitespace-nowrap">
          {formatMoney(entry.balanceAfter, currency)}
        </span>
      </span>
      <time dateTime={entry.at} className="text-xs text-ink-soft">
        {formatDate(entry.at)}
      </time>
    </li>
  )
}
