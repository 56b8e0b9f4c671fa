import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatWhen } from '../ui/when.ts'
import { useIdleEnd } from './attended.ts'

/**
 * Says beforehand that the session ends because nobody does anything; doing anything keeps it, so the button
 * does nothing else.
 */
export function IdleNote({ idleMinutes }: { idleMinutes: number | undefined }) {
  const { t } = useTranslation()
  const endsAt = useIdleEnd(idleMinutes)
  return (
    <div role="alert">
      {endsAt && (
        <div className="flex flex-wrap items-center justify-center gap-3 bg-notice-soft px-4 py-1.5 text-notice text-sm font-medium">
          <p>{t('operator.idle.ends', { at: formatWhen(endsAt.toISOString()) })}</p>
          <Button look="quiet">{t('operator.idle.stay')}</Button>
        </div>
      )}
    </div>
  )
}
