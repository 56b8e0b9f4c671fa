import { isClosed } from '@krapao/contract/closing-hours.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Note, Skeleton } from '@krapao/web/ui/states.tsx'
import { Clock } from 'lucide-react'
import { serverNow } from '../../../frame/calls/server-time.ts'
import { useSlipRules } from './slips.ts'

/**
 * What a slip must be, and the hours in which slips are accepted; short, because it is read before the first
 * deposit. The kinds and the size of a picture are shown if one does not fit.
 */
export function SlipRules() {
  const { t } = useTranslation()
  const { data: rules, isError } = useSlipRules()
  if (isError && !rules) return <p className="text-sm">{t('deposit.slip.real')}</p>
  if (!rules) {
    return (
      <div className="grid h-16 content-start gap-2">
        <Skeleton className="h-4.5 w-full" />
        <Skeleton className="h-4.5 w-3/4" />
        <Skeleton className="h-4.5 w-1/2" />
      </div>
    )
  }
  const closed = isClosed(rules, new Date(serverNow()))
  const hours = { from: rules.closedFrom, until: rules.closedUntil }
  return (
    <div className="grid gap-2">
      <ul className="grid list-disc gap-1 pl-5 text-sm text-pretty">
        <li>{t('deposit.slip.real')}</li>
        <li>
          {t('deposit.slip.within', { count: rules.uploadWithinMinutes })}
          {rules.closedFrom !== rules.closedUntil && !closed && <> {t('deposit.slip.hours', hours)}</>}
        </li>
        <li>{t('deposit.slip.after')}</li>
      </ul>
      {closed && (
        <Note icon={<Clock className="mt-0.5 size-5 shrink-0" aria-hidden />}>
          {t('deposit.slip.closed', hours)}
        </Note>
      )}
    </div>
  )
}
