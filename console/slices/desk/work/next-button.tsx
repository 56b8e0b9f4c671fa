import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { SkipForward } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { errorText } from '../../../app/errors.ts'
import { useKeys } from '../../../app/keys.tsx'
import { toast } from '../../../ui/toasts.ts'
import { takeNext, type WorkQueue } from './queries.ts'

/** Opens the oldest item of a queue that is free, also by the key N. @param query of the list's address */
export function NextButton({ queue, query = '' }: { queue: WorkQueue; query?: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)

  async function goOn(): Promise<void> {
    setBusy(true)
    try {
      const path = await takeNext(queue)
      if (path) navigate(`${path}${query}`)
      else toast('neutral', t('work.nothingFree'))
    } catch (error) {
      toast('negative', errorText(error))
    }
    setBusy(false)
  }

  useKeys(t('desk.queues'), [{ key: 'n', label: t('work.next'), when: !busy, run: goOn }])

  return (
    <Button
      look="quiet"
      className="min-h-11 px-4 text-sm"
      icon={<SkipForward className="size-4.5" aria-hidden />}
      busy={busy}
      busyLabel={t('desk.sending')}
      onClick={goOn}
    >
      {t('work.next')}
    </Button>
  )
}
