import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { formatWhen } from '../../../ui/when.ts'
import type { Subject } from './queries.ts'
import { TakeOverModal } from './take-over-modal.tsx'
import { useClaim, useOthersClaim } from './use-claim.ts'

/**
 * Claims an item or conversation while it is open, and shows who else looks at it.
 * @param mayWork whether the operator may decide or answer; others only look
 */
export function ClaimBanner({ queue, id, mayWork }: Subject & { mayWork: boolean }) {
  const { t } = useTranslation()
  useClaim({ queue, id }, mayWork)
  const other = useOthersClaim({ queue, id })
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <div role="status">
        {other && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-notice-soft px-5 py-1.5 text-sm font-medium text-notice">
            <Eye className="size-4.5 shrink-0" aria-hidden />
            <p className="min-w-0 flex-1 wrap-anywhere">
              {t('work.claim.other', { name: other.operator.name, at: formatWhen(other.since) })}
            </p>
            {mayWork && (
              <Button
                look="plain"
                className="min-h-11 px-3 text-sm text-notice underline"
                onClick={() => setIsAsked(true)}
              >
                {t('work.claim.takeOver')}
              </Button>
            )}
          </div>
        )}
      </div>
      {isAsked && other && (
        <TakeOverModal queue={queue} id={id} name={other.operator.name} onClose={() => setIsAsked(false)} />
      )}
    </>
  )
}

/** In a list: who else looks at it. */
export function ClaimMark({ queue, id }: Subject) {
  const { t } = useTranslation()
  const other = useOthersClaim({ queue, id })
  if (!other) return null
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-notice">
      <Eye className="size-3.5 shrink-0" aria-hidden />
      <span className="sr-only">{t('work.claim.looks')} </span>
      {other.operator.name}
    </span>
  )
}
