import { dayInShort } from '@krapao/contract/dates.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Receipt } from '../../ui/receipt.tsx'
import type { Invite } from './invite.ts'

/** What the friends brought, newest first; a row opens to what it was calculated from. */
export function InviteTable({ rows, currency }: { rows: Invite[]; currency: Currency }) {
  const { t } = useTranslation()
  return (
    <div className="@container">
      <table className="block w-full table-fixed text-sm @min-[18rem]:table">
        <caption className="sr-only">{t('invite.list')}</caption>
        <thead className="block text-left text-ink-soft @min-[18rem]:table-header-group">
          <tr className={line}>
            <th scope="col" className="w-[30%] py-1 pr-2 font-medium">
              {t('invite.from')}
            </th>
            <th scope="col" className="w-[27%] py-1 pr-2 text-right font-medium">
              {t('invite.amount')}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {t('invite.date')}
            </th>
          </tr>
        </thead>
        <tbody className="block divide-y divide-line border-t border-line @min-[18rem]:table-row-group">
          {rows.map((row) => (
            <InviteRow key={row._id} row={row} currency={currency} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function InviteRow({ row, currency }: { row: Invite; currency: Currency }) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { from, amount, createdAt, day, stake, win, bonusLoss, carried, percent } = row
  const money = (value: number) => formatMoney(value, currency)
  return (
    <>
      <tr className={line}>
        <td className="pr-2 align-top">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={t('invite.details', { name: from.name })}
            onClick={() => setOpen(!open)}
            className="flex min-h-11 w-full items-start gap-1 py-2.5 text-left font-medium"
          >
            <ChevronDown
              className={cx('mt-0.5 size-4 shrink-0 transition-transform duration-150', open && 'rotate-180')}
              aria-hidden
            />
            <span className="min-w-0 break-words">{from.name}</span>
          </button>
        </td>
        <td className="py-2.5 text-right align-top font-semibold whitespace-nowrap text-positive @min-[18rem]:pr-2">
          {money(amount)}
        </td>
        <td className="py-2.5 text-right align-top text-ink-soft">
          <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
        </td>
      </tr>
      {open && (
        <tr id={id} className={cx(line, 'border-t-0!')}>
          <td colSpan={3} className="w-full pb-3">
            <Receipt
              id={undefined}
              lines={[
                [t('invite.day'), dayInShort(day, i18n.language)],
                [t('invite.stake'), money(stake)],
                [t('invite.win'), money(win)],
                ...(bonusLoss > 0 ? [[t('invite.bonusLoss'), money(-bonusLoss)] as const] : []),
                ...(carried > 0 ? [[t('invite.carried'), money(-carried)] as const] : []),
                [t('invite.percent'), `${percent}%`],
              ]}
            />
          </td>
        </tr>
      )}
    </>
  )
}

/** With large letters the cells of a row take as many lines as they need. */
const line = 'flex flex-wrap items-baseline justify-between gap-x-3 @min-[18rem]:table-row'
