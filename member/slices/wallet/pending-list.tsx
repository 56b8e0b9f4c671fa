import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  ChevronRight,
  Gift,
  HandCoins,
  type LucideIcon,
  Megaphone,
  QrCode,
  ReceiptText,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { minutesAndSeconds } from '../../app/countdown.ts'
import { useCountdown } from '../../app/use-countdown.ts'
import { type Pending, pendingKey, usePendingName } from './pending.ts'

const icons: Record<Pending['kind'], LucideIcon> = {
  slip: ReceiptText,
  qr: QrCode,
  gift: Gift,
  announcement: Megaphone,
  withdrawal: HandCoins,
  transfer: ArrowLeftRight,
}

/** The number of rows shown before "show all" is pressed. */
const first = 3

/** Money under way, one row each: kind, status, amount; pressing a row opens it. */
export function PendingList({ rows, onOpen }: { rows: Pending[]; onOpen(row: Pending): void }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  return (
    <>
      <ul className="divide-y divide-line">
        {(all ? rows : rows.slice(0, first)).map((row) => (
          <li key={row.key}>
            <Row row={row} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {!all && rows.length > first && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-11 w-full border-t border-line px-4 text-sm font-semibold text-link hover:bg-sunken"
        >
          {t('wallet.under.all', { total: rows.length })}
        </button>
      )}
    </>
  )
}

function Row({ row, onOpen }: { row: Pending; onOpen(row: Pending): void }) {
  const { t } = useTranslation()
  const nameOf = usePendingName()
  const Icon = icons[row.kind]
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunken/60"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-notice-soft text-notice">
        <Icon className="size-5" aria-hidden />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-28 flex-1">
          <span className="block text-sm font-semibold">{nameOf(row)}</span>
          <span className="block text-sm text-notice">
            {row.state === 'OPEN' ? (
              <TimeLeft until={row.expireIn ?? row.createdAt} />
            ) : (
              t(`wallet.under.state.${row.state}`)
            )}
          </span>
        </span>
        {row.amount === null ? (
          <span className="sr-only">{t('wallet.under.noAmount')}</span>
        ) : (
          <span className="font-semibold whitespace-nowrap">{formatMoney(row.amount, row.currency)}</span>
        )}
      </span>
      <ChevronRight className="size-4 shrink-0 text-ink-soft" aria-hidden />
    </button>
  )
}

/** An expired code leaves the list with the next answer, which is requested at that moment. */
function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const left = useCountdown(until)
  useEffect(() => {
    if (left === 0) queries.invalidateQueries({ queryKey: pendingKey })
  }, [left, queries])
  return left > 0 ? t('wallet.under.left', { time: minutesAndSeconds(left) }) : t('wallet.under.ran')
}
