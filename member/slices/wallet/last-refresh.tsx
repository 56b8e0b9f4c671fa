import { formatDate, timeAgo } from '@krapao/web/ui/format.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * When the balances were last read: date, time and how long ago, kept current.
 * @param except games that did not answer then
 */
export function LastRefresh({
  at,
  refreshing,
  except,
}: {
  at: string | null
  refreshing: boolean
  except: string[]
}) {
  const { t } = useTranslation()
  const now = useNow(at)
  if (refreshing) return <p className="text-sm text-on-night-soft">{t('wallet.refreshing')}</p>
  if (!at) return <p className="text-sm text-on-night-soft">{t('wallet.notUpdated')}</p>
  const { unit, count } = timeAgo(at, now)
  return (
    <p className="text-xs text-on-night-soft">
      <time dateTime={at}>{t('wallet.updated', { date: formatDate(at) })}</time>
      <span className="block">
        {t(`ui.ago.${unit}`, { count })}
        {except.length > 0 && ` · ${t('wallet.except', { games: except.join(', ') })}`}
      </span>
    </p>
  )
}

/** The current time, updated each second for the first minute after `since` and then each half minute. */
function useNow(since: string | null): Date {
  const [now, setNow] = useState(() => new Date())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick schedules the next
  useEffect(() => {
    const young = since !== null && Date.now() - Date.parse(since) < 60_000
    const timer = setTimeout(() => setNow(new Date()), young ? 1000 : 30_000)
    return () => clearTimeout(timer)
  }, [since, now])
  return now
}
