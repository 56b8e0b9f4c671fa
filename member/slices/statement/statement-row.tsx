import { inBangkok } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { ChevronDown, ReceiptText } from 'lucide-react'
import { useId, useState } from 'react'
import { usePreferences } from '../../app/preferences.ts'
import { Amount } from '../wallet/public.ts'
import { KindIcon, Status } from './look.tsx'
import { Receipt } from './receipt/receipt-part.ts'
import { RowDetails } from './row-details.tsx'
import { hasReceipt, type Statement, signedAmount } from './statement.ts'
import { useNames } from './use-names.ts'

/** The columns on wide screens: icon, time, what, from and to, status, amount, arrow; and beside them the receipt. */
const columns =
  'wide:grid wide:grid-cols-[2.25rem_2.75rem_minmax(0,1fr)_minmax(0,1.1fr)_7rem_7.5rem_1rem] wide:gap-x-3'
const receiptColumn = 'hidden w-12 shrink-0 wide:flex'

/** The names of the columns; every row says by itself what its figures are, so they are for the eyes alone. */
export function ColumnNames() {
  const { t } = useTranslation()
  return (
    <div aria-hidden className="hidden px-0 text-xs text-ink-soft wide:flex">
      <div className={cx('flex-1 pl-4', columns)}>
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
 * One transaction (product.md §2 Statement). Its day is in the heading above, so it has the time alone; a status is shown
 * where it is not the usual one, and always read to screen readers. On wide screens the same parts are in columns.
 */
export function StatementRow({ row, now }: { row: Statement; now: Date }) {
  const { t } = useTranslation()
  const { activity, way, statusText } = useNames()
  const { hideBalance } = usePreferences()
  const [open, setOpen] = useState(false)
  const [receipt, setReceipt] = useState(false)
  const ends = way(row)
  const id = useId()
  const description = (row.bonus ?? row.promotion ?? row.invite ?? row.refund ?? row.luckydraw)?.description
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
            'flex min-h-15 min-w-0 flex-1 items-start gap-[min(0.75rem,3vw)] px-[min(1rem,3vw)] py-2 text-left wide:items-center wide:pr-0',
            columns,
          )}
        >
          <KindIcon kind={row.statementType} />
          <span className="min-w-0 flex-1 wide:contents">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3 wide:contents">
              <span className="min-w-28 flex-1 font-medium wide:order-2 wide:min-w-0">{activity(row)}</span>
              <span
                className={cx(
                  'font-semibold whitespace-nowrap wide:order-5 wide:text-right',
                  row.status === 'FAILED'
                    ? 'text-ink-soft line-through'
                    : signedAmount(row).startsWith('+') && 'text-positive',
                )}
              >
                <Amount text={signedAmount(row)} />
              </span>
            </span>
            <span className="flex items-start justify-between gap-2 text-sm text-ink-soft wide:contents">
              <span className="flex min-w-0 flex-wrap gap-x-2 wide:contents">
                <time dateTime={row.createdAt} className="wide:order-1 wide:text-sm wide:text-ink-soft">
                  {inBangkok(row.createdAt).time.slice(0, 5)}
                </time>
                {description && (
                  <span className="min-w-0 wide:order-3 wide:text-sm wide:text-ink-soft">{description}</span>
                )}
                {!description && (
                  <span aria-hidden className="hidden text-sm text-ink-soft wide:order-3 wide:block">
                    {ends && t('statement.move', ends)}
                  </span>
                )}
                <span
                  className={cx(
                    'min-w-0 wide:order-4',
                    row.status === 'SUCCESS' && 'sr-only wide:not-sr-only',
                  )}
                >
                  <Status status={row.status} text={statusText(row)} />
                </span>
              </span>
              <ChevronDown
                className={cx(
                  'mt-1 size-4 shrink-0 transition-transform duration-150 wide:order-6 wide:mt-0 wide:text-ink-soft',
                  open && 'rotate-180',
                )}
                aria-hidden
              />
            </span>
          </span>
        </button>
        {/* On a phone it is in the opened row, where there is room for its name. */}
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
          <RowDetails row={row} now={now} />
        </div>
      )}
    </li>
  )
}
