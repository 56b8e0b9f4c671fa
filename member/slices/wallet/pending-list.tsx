import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { minutesAndSeconds } from '../../app/countdown.ts'
import { useCountdown } from '../../app/use-countdown.ts'
import { FirstRows } from './first-rows.tsx'
import { type Pending, pendingKey, usePendingName } from './pending.ts'
import { RowLook } from './row-look.tsx'

/** Money under way, one row each: kind, status, amount; pressing a row opens it. */
export const PendingList = ({ rows, onOpen }: { rows: Pending[]; onOpen(row: Pending): void }) => (
  <FirstRows rows={rows} keyOf={({ key }) => key}>
    {(row) => <PendingRow row={row} onOpen={onOpen} />}
  </FirstRows>
)

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
