import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { SkipForward } from 'lucide-react'
import { errorText } from '../../../app/errors.ts'
import { useKeys } from '../../../app/keys.tsx'
import { toast } from '../../../ui/toasts.ts'
import type { NextFilter, WorkQueue } from './queries.ts'
import { useNext } from './use-next.ts'

/**
 * Opens what comes first in a queue and is free, also by the key N.
 * @param name heading of the key in the list of keys
 * @param filter how the operator's list is narrowed and ordered
 * @param query of the list's address
 */
export function NextButton({
  queue,
  name,
  filter,
  query,
}: {
  queue: WorkQueue
  name: string
  filter?: NextFilter
  query?: string
}) {
  const { t } = useTranslation()
  const { open, busy } = useNext(queue, { ...(filter && { filter }), ...(query && { query }) })

  async function goOn(): Promise<void> {
    try {
      if (!(await open())) toast('neutral', t('work.nothingFree'))
    } catch (error) {
      toast('negative', errorText(error))
    }
  }

  useKeys(name, [{ key: 'n', label: t('work.next'), when: !busy, run: goOn }])

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
