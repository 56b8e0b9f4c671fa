import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMinute, timeAgo } from '@krapao/web/ui/format.ts'
import { useEffect, useState } from 'react'
import { useConnection } from '../../frame/calls/connection.ts'

/**
 * How long ago the balances were read, kept current; a press says when that was. Within the first minute it
 * was just now: a figure that ticks each second draws the eye to nothing. Without a network it says when:
 * "just now" would contradict the notice that all of it may be out of date.
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
  const now = useNow()
  const [pressed, setPressed] = useState(false)
  const exact = useConnection() !== 'online' || pressed
  if (refreshing) return <p className="text-sm text-on-night-soft">{t('wallet.refreshing')}</p>
  if (!at) return <p className="text-sm text-on-night-soft">{t('wallet.notUpdated')}</p>
  const { unit, count } = timeAgo(at, now, ['year', 'month', 'day', 'hour', 'minute'])
  return (
    <button
      type="button"
      aria-expanded={exact}
      onClick={() => setPressed(!pressed)}
      className="min-h-11 min-w-0 rounded-lg text-left text-sm text-on-night-soft outline-accent"
    >
      <time dateTime={at}>
        {t('wallet.updated', { date: exact ? formatMinute(at) : t(`ui.ago.${unit}`, { count }) })}
      </time>
      {except.length > 0 && (
        <span className="block text-xs">{t('wallet.except', { games: except.join(', ') })}</span>
      )}
    </button>
  )
}

/** The current time, updated each half minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
