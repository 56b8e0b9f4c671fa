import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate, formatMoney, timeAgo } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { ArrowRight, ChevronDown, Clock } from 'lucide-react'
import { errorText } from '../../frame/calls/errors.ts'
import { Amount } from '../wallet/public.ts'
import { Status } from './look.tsx'
import { ReceiptButton } from './receipt/receipt-button.tsx'
import { type Change, changesOf, type Entry, hasReceipt, type Statement, useEntries } from './statement.ts'
import { useNames } from './use-names.ts'

/**
 * An opened row: what it changed on the member's accounts, when, and behind another press the ledger entries.
 */
export function RowDetails({
  row,
  now,
  onFollow,
}: {
  row: Statement
  now: Date
  /** Opens the sheet of what is under way. */
  onFollow: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const { statusText } = useNames()
  const { data, error, refetch } = useEntries(row._id)
  const { unit, count } = timeAgo(row.createdAt, now)
  return (
    <div className="grid grid-cols-1 gap-2 rounded-2xl bg-sunken px-[min(1rem,4vw)] py-3 text-sm">
      {error && <Failed text={errorText(error)} onRetry={refetch} />}
      {!error && !data && (
        <Loading>
          {Array.from({ length: row.statementType === 'transfer' ? 2 : 1 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
            <Skeleton key={at} className="my-1 h-5 bg-card" />
          ))}
        </Loading>
      )}
      {data && (
        <dl className="grid gap-1">
          {changesOf(data.entries).map((change) => (
            <ChangeLine key={change.account} change={change} currency={row.currency} />
          ))}
        </dl>
      )}
      {/* Any other status is in the row already, and in columns this one, too. */}
      {row.status === 'SUCCESS' && (
        <span className="@3xl:hidden">
          <Status status={row.status} text={statusText(row)} />
        </span>
      )}
      <p className="text-xs wrap-anywhere text-ink-soft">
        <time dateTime={row.createdAt}>{formatDate(row.createdAt)}</time>
        {` · ${t(`ui.ago.${unit}`, { count })}`}
        <br />
        {t('statement.number', { id: row._id })}
      </p>
      {(onFollow || hasReceipt(row)) && (
        <div className="-mx-3 flex flex-wrap">
          {onFollow && (
            <button
              type="button"
              onClick={onFollow}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-link hover:bg-card"
            >
              <Clock className="size-4.5 shrink-0" aria-hidden />
              {t('statement.follow')}
            </button>
          )}
          {hasReceipt(row) && <ReceiptButton id={row._id} />}
        </div>
      )}
      {data && (
        <details className="group">
          <summary className="-mx-2 flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-xl px-2 text-link hover:bg-card">
            {t('statement.entries')}
            <ChevronDown
              className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180"
              aria-hidden
            />
          </summary>
          <ol className="divide-y divide-line">
            {data.entries.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added, at the end
              <EntryLine key={at} entry={entry} currency={row.currency} />
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

/** Words and an amount, which takes a line of its own where both do not fit. */
const line = 'flex flex-wrap items-baseline gap-x-3'

function ChangeLine({ change, currency }: { change: Change; currency: Statement['currency'] }) {
  const { t } = useTranslation()
  const { accountName } = useNames()
  return (
    <div className={line}>
      <dt className="min-w-20 flex-1 font-medium">{accountName(change.account)}</dt>
      <dd className="ml-auto flex flex-wrap items-center justify-end gap-x-1.5">
        <span className="text-right whitespace-nowrap text-ink-soft">
          <Amount text={formatMoney(change.before, currency)} />
        </span>
        <ArrowRight className="size-4 shrink-0 text-ink-soft" aria-hidden />
        <span className="sr-only">{t('statement.becomes')}</span>
        <span className="text-right font-semibold whitespace-nowrap">
          <Amount text={formatMoney(change.after, currency)} />
        </span>
      </dd>
    </div>
  )
}

function EntryLine({ entry, currency }: { entry: Entry; currency: Statement['currency'] }) {
  const { t } = useTranslation()
  const { accountName } = useNames()
  const [own, other] = [accountName(entry.account), accountName(entry.counterpart)]
  const [from, to] = entry.amount < 0 ? [own, other] : [other, own]
  return (
    <li className="py-2">
      <span className={line}>
        <span className="min-w-20 flex-1 font-medium">{t('statement.move', { from, to })}</span>
        <span className="ml-auto text-right font-semibold whitespace-nowrap">
          <Amount text={`${entry.amount > 0 ? '+' : ''}${formatMoney(entry.amount, currency)}`} />
        </span>
      </span>
      <span className={cx(line, 'text-ink-soft')}>
        <span className="min-w-20 flex-1">{t('statement.balanceAfter', { account: own })}</span>
        <span className="ml-auto text-right whitespace-nowrap">
          <Amount text={formatMoney(entry.balanceAfter, currency)} />
        </span>
      </span>
      <time dateTime={entry.at} className="text-xs text-ink-soft">
        {formatDate(entry.at)}
      </time>
    </li>
  )
}
