import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { WifiOff } from 'lucide-react'
import { formatWhen } from '../ui/when.ts'
import { useLostAt } from './live.ts'

/**
 * Shows since when the console is not live, and whether its figures may be out of date. @param isOld the last
 * query failed
 */
export function NotLive({ isOld }: { isOld: boolean }) {
  const { t } = useTranslation()
  const lostAt = useLostAt()
  return (
    <div role="status">
      {lostAt && (
        <p className="flex items-start justify-center gap-2 bg-notice-soft px-4 py-1.5 text-center text-notice text-sm font-medium">
          <WifiOff className="mt-0.5 size-4 shrink-0" aria-hidden />
          {t(isOld ? 'ui.outOfDate' : 'ui.notLive', { at: formatWhen(lostAt.toISOString()) })}
        </p>
      )}
    </div>
  )
}
