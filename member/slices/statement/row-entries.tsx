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
    <div className="grid gap-2 rounded-2xl bg-sunken px-4 py-3">
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
      <p className="text-xs text-ink-soft">{t('statement.number', { id: row._id })}</p>
    </div>
  )
}

function EntryLine({ entry, currency }: { entry: Entry; currency: Statement['currency'] }) {
  const { t } = useTranslation()
  const { accountName } = useNames()
  const [own, other] = [accountName(entry.account), accountName(entry.counterpart)]
  const [from, to] = entry.amount < 0 ? [own, other] : [other, own]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 py-2 text-sm">
      <span className="font-medium">{t('statement.move', { from, to })}</span>
      <span className="text-right font-semibold whitespace-nowrap">
        {entry.amount > 0 && '+'}
        {formatMoney(entry.amount, currency)}
      </span>
      <span className="text-ink-soft">{t('statement.balanceAfter', { account: own })}</span>
      <span className="text-right whitespace-nowrap text-ink-soft">
        {formatMoney(entry.balanceAfter, currency)}
      </span>
      <time dateTime={entry.at} className="col-span-2 text-xs text-ink-soft">
        {formatDate(entry.at)}
      </time>
    </li>
  )
}
