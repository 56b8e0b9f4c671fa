import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatDate } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText, tieText } from '../../app/errors.ts'
import { useOperator } from '../../app/use-operator.ts'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'
import { ApproveRequestModal } from './approve-request-modal.tsx'
import type { Given } from './one-time-modal.tsx'
import { type StaffRequest, useStaffRequests } from './queries.ts'
import { useRequestText } from './use-request-text.ts'

/** What owners asked for and another owner has to approve; nothing where nothing waits. */
export function StaffRequests({ onGiven }: { onGiven(given: Given): void }) {
  const { t } = useTranslation()
  const { data = [] } = useStaffRequests()
  const [approving, setApproving] = useState<StaffRequest>()
  if (data.length === 0) return null
  return (
    <section aria-labelledby="staff-requests" className="mb-5">
      <h2 id="staff-requests" className="mb-2 text-base font-semibold">
        {t('operator.request.title')}
      </h2>
      <ul className="grid gap-3">
        {data.map((request) => (
          <li key={request._id} className="rounded-card bg-card p-5 shadow-card ring-2 ring-notice">
            <Request request={request} onApprove={() => setApproving(request)} />
          </li>
        ))}
      </ul>
      {approving && (
        <ApproveRequestModal request={approving} onClose={() => setApproving(undefined)} onGiven={onGiven} />
      )}
    </section>
  )
}

function Request({ request, onApprove }: { request: StaffRequest; onApprove(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { operator } = useOperator()
  const { busy, failure, send } = useSend()
  const { _id, person, askedBy, askedAt, until } = request
  const isOwn = askedBy._id === operator?._id
  const tie = operator?.ties.find((one) => one._id === askedBy._id)
  const why = isOwn
    ? t('operator.request.own')
    : person._id === operator?._id
      ? t('operator.request.self')
      : tie && tieText(tie)

  async function refuse(): Promise<void> {
    try {
      await api('POST /api/console/staff/requests/:id/refuse', { params: { id: _id } })
      toast('positive', t(isOwn ? 'operator.request.takenBack' : 'operator.request.refused'))
    } finally {
      await queries.invalidateQueries({ queryKey: ['staff'] })
    }
  }

  return (
    <div className="grid gap-3">
      <div className="text-sm">
        <p className="text-base font-semibold wrap-break-word">{useRequestText(request)}</p>
        <p className="wrap-anywhere text-ink-soft">{person.email}</p>
        <p className="text-ink-soft">
          {t('operator.request.by', { name: askedBy.name, at: formatDate(askedAt) })} ·{' '}
          {t('operator.request.until', { at: formatDate(until) })}
        </p>
      </div>
      {why && <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>{why}</Note>}
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
      <div className="flex flex-wrap gap-3">
        {!why && <Button onClick={onApprove}>{t('operator.request.approve')}</Button>}
        <Button look="quiet" busy={busy} busyLabel={t('operator.staff.saving')} onClick={() => send(refuse)}>
          {t(isOwn ? 'operator.request.takeBack' : 'operator.request.refuse')}
        </Button>
      </div>
    </div>
  )
}
