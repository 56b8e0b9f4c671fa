import { inBangkok } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { ChevronDown, ReceiptText } from 'lucide-react'
import { useId, useState } from 'react'
import { usePreferences } from '../../frame/device/preferences.ts'
import { Amount, type Pending } from '../wallet/public.ts'
import { KindIcon, Status } from './look.tsx'
import { Receipt } from './receipt/receipt-part.ts'
import { RowDetails } from './row-details.tsx'
import { hasReceipt, type Statement, signedAmount } from './statement.ts'
import { useNames } from './use-names.ts'

/**
 * The columns where the list has room for them at the size of its letters: icon, time, what, from and to,
 * status, amount, arrow; and beside them the receipt.
 */
const columns =
  '@3xl:grid @3xl:grid-cols-[2.25rem_2.75rem_minmax(0,1.4fr)_minmax(0,1fr)_7rem_minmax(7.5rem,max-content)_1rem]'
const receiptColumn = 'hidden w-12 shrink-0 @3xl:flex'

/**
 * The names of the columns; every row says by itself what its figures are, so they are for the eyes alone.
 */
export function ColumnNames() {
  const { t } = useTranslation()
  return (
    <div aria-hidden className="hidden px-0 text-xs text-ink-soft @3xl:flex">
      <div className={cx('flex-1 gap-x-3 pl-4', columns)}>
        <span className="col-start-2">{t('statement.column.time')}</span>
        <span>{t('statement.column.what')}</span>
        <span>{t('statement.column.way')}</span>
        <span>{t('statement.column.status')}</span>
        <span className="text-right">{t('statement.column.amount')}</span>
      </div>
      <span className={receiptColumn} />
    </div>
  )
}

/**
 * One transaction (product.md §2 Statement). Its day is in the heading above, so it has the time alone; a
 * status is shown where it is not the usual one, and always read to screen readers. In a wide list the same
 * parts are in columns, at most two lines each: what is too long for them is whole in the opened row.
 */
export function StatementRow({
  row,
  now,
  waiting,
  onFollow,
}: {
  row: Statement
  now: Date
  /** What the row is about, while it is under way. */
  waiting: Pending | undefined
  onFollow(row: Pending): void
}) {
  const { t } = useTranslation()
  const { activity, way, statusText } = useNames()
  const { hideBalance } = usePreferences()
  const [open, setOpen] = useState(false)
  const [receipt, setReceipt] = useState(false)
  const ends = way(row)
  const status =
    waiting && waiting.state !== 'OPEN' ? t(`wallet.under.state.${waiting.state}`) : statusText(row)
  const id = useId()
  const description = (row.bonus ?? row.promotion ?? row.invite ?? row.refund ?? row.luckydraw)?.description
  /** Of a column, cut where it is too long for two lines. */
  const cell = open ? '' : '@3xl:line-clamp-2'
  return (
    // Paddings in parts of the screen's width: very large letters leave none of it for the amounts otherwise.
    <li>
      <div className="flex items-start hover:bg-sunken/60">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className={cx(
            'flex min-h-15 min-w-0 flex-1 items-start gap-[min(0.75rem,3vw)] px-[min(1rem,3vw)] py-2 text-left @3xl:items-center @3xl:pr-0',
            columns,
          )}
        >
          <KindIcon kind={row.statementType} />
          <span className="min-w-0 flex-1 @3xl:contents">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3 @3xl:contents">
              {/* Beside the amount only where its longest word fits, too. */}
              <span
                title={activity(row)}
                className={cx('min-w-28 flex-[1_1_min-content] font-medium @3xl:order-2 @3xl:min-w-0', cell)}
              >
                {activity(row)}
              </span>
              <span
                className={cx(
                  'ml-auto text-right font-semibold whitespace-nowrap @3xl:order-5',
                  row.status === 'FAILED'
                    ? 'text-ink-soft line-through'
                    : signedAmount(row).startsWith('+') && 'text-positive',
                )}
              >
                <Amount text={signedAmount(row)} />
              </span>
            </span>
            <span className="flex items-start justify-between gap-2 text-sm text-ink-soft @3xl:contents">
              <span className="flex min-w-0 flex-wrap gap-x-2 @3xl:contents">
                <time dateTime={row.createdAt} className="@3xl:order-1">
                  {inBangkok(row.createdAt).time.slice(0, 5)}
                </time>
                {description && (
                  <span title={description} className={cx('min-w-0 @3xl:order-3', cell)}>
                    {description}
                  </span>
                )}
                {!description && (
                  <span
                    aria-hidden
                    title={ends && t('statement.move', ends)}
                    className={cx('hidden @3xl:order-3', open ? '@3xl:block' : '@3xl:line-clamp-2')}
                  >
                    {ends && t('statement.move', ends)}
                  </span>
                )}
                <span
                  title={status}
                  className={cx(
                    'min-w-0 @3xl:order-4',
                    !open && '@3xl:[&_span]:truncate',
                    row.status === 'SUCCESS' && 'sr-only @3xl:not-sr-only',
                  )}
                >
                  <Status status={row.status} text={status} />
                </span>
              </span>
              <ChevronDown
                className={cx(
                  'mt-1 size-4 shrink-0 transition-transform duration-150 @3xl:order-6 @3xl:mt-0',
                  open && 'rotate-180',
                )}
                aria-hidden
              />
            </span>
          </span>
        </button>
        {/* Without columns it is in the opened row, where there is room for its name. */}
        <span className={cx(receiptColumn, 'min-h-15 items-center justify-center self-stretch')}>
          {hasReceipt(row) && (
            <button
              type="button"
              aria-label={t('statement.receipt.of', {
                what: activity(row),
                amount: hideBalance ? t('wallet.hidden') : signedAmount(row),
              })}
              onClick={() => setReceipt(true)}
              className="flex size-11 items-center justify-center rounded-full text-link hover:bg-sunken"
            >
              <ReceiptText className="size-5" aria-hidden />
            </button>
          )}
        </span>
      </div>
      {receipt && <Receipt id={row._id} onClose={() => setReceipt(false)} />}
      {open && (
        <div id={id} className="px-[min(1rem,4vw)] pb-4">
          <RowDetails row={row} now={now} onFollow={waiting && (() => onFollow(waiting))} />
        </div>
      )}
    </li>
  )
}
