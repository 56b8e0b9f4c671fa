import { inBangkok, today } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatClock, formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { minutesAndSeconds } from '../../frame/time/countdown.ts'
import { useCountdown } from '../../frame/time/use-countdown.ts'
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
          <StateLine state={row.state} since={row.createdAt} />
        )
      }
      amount={row.amount === null ? undefined : formatMoney(row.amount, row.currency)}
      onPress={() => onOpen(row)}
    />
  )
}

/** How it stands and since when; below, how long that takes where it is known. */
export function StateLine({
  state,
  since,
}: {
  state: Exclude<Pending['state'], 'OPEN'> | 'UNSURE'
  since: string
}) {
  const { t } = useTranslation()
  const time = inBangkok(since).day === today() ? formatClock(since, 'minute') : formatMinute(since)
  return (
    <>
      <span className="flex flex-wrap gap-x-2">
        <span>{t(`wallet.under.state.${state}`)}</span>
        <span className="text-ink-soft">{t('wallet.under.since', { time })}</span>
      </span>
      {(state === 'AT_BANK' || state === 'IN_TRANSIT') && (
        <span className="block text-xs text-ink-soft">{t(`wallet.under.usual.${state}`)}</span>
      )}
    </>
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
