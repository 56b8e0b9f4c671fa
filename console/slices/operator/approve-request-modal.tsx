import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'
import type { Given } from './one-time-modal.tsx'
import type { StaffRequest } from './queries.ts'
import { useRequestText } from './use-request-text.ts'

/**
 * Says what an approval means for who gives it, and gives it. @param onGiven receives the one-time password,
 * if there is one
 */
export function ApproveRequestModal({
  request,
  onClose,
  onGiven,
}: {
  request: StaffRequest
  onClose(): void
  onGiven(given: Given): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { busy, failure, send } = useSend()
  const { kind, person, tieDays } = request

  async function approve(): Promise<void> {
    try {
      const params = { id: request._id }
      const { staff, oneTime } = await api('POST /api/console/staff/requests/:id/approve', { params })
      if (oneTime) onGiven({ name: staff.name, ...oneTime })
      else toast('positive', t('operator.staff.saved'))
    } finally {
      await queries.invalidateQueries({ queryKey: ['staff'] })
    }
    await queries.invalidateQueries({ queryKey: ['operator'] })
    onClose()
  }

  return (
    <Dialog
      title={useRequestText(request)}
      onClose={onClose}
      locked={busy}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" className="flex-[1_1_7rem]" disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            className="flex-[2_1_9rem]"
            busy={busy}
            busyLabel={t('operator.staff.saving')}
            onClick={() => send(approve)}
          >
            {t('operator.request.approve')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4 text-sm">
        <p className="wrap-anywhere">{person.email}</p>
        {kind !== 'change' && <p>{t('operator.request.shown', { name: person.name })}</p>}
        <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>
          {t('operator.request.tie', { name: person.name, count: tieDays })}
        </Note>
        <Refused text={failure === undefined ? undefined : errorText(failure)} />
      </div>
    </Dialog>
  )
}
