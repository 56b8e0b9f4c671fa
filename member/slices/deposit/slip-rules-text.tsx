import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../app/server-time.ts'
import { Note, Skeleton } from '../../ui/states.tsx'
import { isClosed, megabytes } from './slip-rules.ts'
import { useSlipRules } from './slips.ts'

/** What a slip must be, and when it is taken. */
export function SlipRules() {
  const { t } = useTranslation()
  const { data: rules, isError } = useSlipRules()
  if (isError && !rules) return <p className="text-sm text-ink-soft">{t('deposit.slip.real')}</p>
  if (!rules) {
    return (
      <div className="grid h-17 content-start gap-1.5">
        <Skeleton className="h-4.5 w-full" />
        <Skeleton className="h-4.5 w-3/4" />
      </div>
    )
  }
  const closed = isClosed(rules, new Date(serverNow()))
  const hours = { from: rules.closedFrom, until: rules.closedUntil }
  return (
    <div className="grid gap-2">
      <p className="min-h-17 text-sm text-pretty text-ink-soft">
        {t('deposit.slip.real')}{' '}
        {t('deposit.slip.rules', { minutes: rules.uploadWithinMinutes, size: megabytes(rules.maxBytes) })}
        {rules.closedFrom !== rules.closedUntil && !closed && <> {t('deposit.slip.hours', hours)}</>}
      </p>
      {closed && (
        <Note icon={<Clock className="mt-0.5 size-5 shrink-0" aria-hidden />}>
          {t('deposit.slip.closed', hours)}
        </Note>
      )}
    </div>
  )
}
