import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { minutesAndSeconds } from '../../app/countdown.ts'
import { useCountdown } from '../../app/use-countdown.ts'
import { type Pending, pendingKey, usePendingName } from './pending.ts'
import { RowLook } from './row-look.tsx'

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
            <PendingRow row={row} onOpen={onOpen} />
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

/** One row of them. */
export function PendingRow({ row, onOpen }: { row: Pending; onOpen(row: Pending): void }) {
  const { t } = useTranslation()
  const nameOf = usePendingName()
  return (
    <RowLook
      kind={row.kind}
      tone="notice"
      title={nameOf(row)}
      line={
        row.state === 'OPEN' ? (
          <TimeLeft until={row.expireIn ?? row.createdAt} />
        ) : (
          t(`wallet.under.state.${row.state}`)
        )
      }
      amount={row.amount === null ? undefined : formatMoney(row.amount, row.currency)}
      onPress={() => onOpen(row)}
    />
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
