import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { Refused } from '../../ui/refused.tsx'
import { sendByEnter } from '../../ui/send-by-enter.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { isReason } from './draft.ts'

/** What a person may do with a campaign beside making a version of it. */
export type Deed = 'approve' | 'refuse' | 'stop'

/**
 * Asks why, and does it.
 * @param version undefined: the campaign as a whole is meant
 * @param label of the button that does it
 */
export function DecideModal({
  deed,
  kind,
  code,
  version,
  title,
  label,
  onClose,
}: {
  deed: Deed
  kind: Kind
  code: string
  version: number | undefined
  title: string
  label: string
  onClose(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const formId = useId()
  const isMissing = !isReason(reason)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setFailure(undefined)
    if (isMissing) {
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    setBusy(true)
    try {
      await send()
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
      onClose()
      // The sheet's place in the history goes first.
      await settled()
      toast('positive', t(`campaign.done.${deed}`))
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (error instanceof ApiError && error.status === 409) {
        await queries.invalidateQueries({ queryKey: ['campaigns'] })
      }
    }
  }

  function send(): Promise<unknown> {
    if (deed === 'stop')
      return api('POST /api/console/campaigns/:kind/:code/stop', { params: { kind, code }, reason })
    const params = { kind, code, version: String(version) }
    return api(`POST /api/console/campaigns/:kind/:code/versions/:version/${deed}`, { params, reason })
  }

  const isOwn = failure instanceof ApiError && failure.code === 'SECOND_OPERATOR'
  return (
    <Dialog
      title={t(`campaign.ask.${deed}`, { title })}
      onClose={onClose}
      locked={busy}
      footer={
        <FormActions
          formId={formId}
          label={label}
          {...(deed !== 'approve' && { look: 'danger' as const })}
          busy={busy}
          busyLabel={t('campaign.sending')}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-ink-soft">{t(`campaign.meaning.${deed}`)}</p>
        <TextField
          label={t('campaign.reason')}
          maxLength={500}
          value={reason}
          error={tried && isMissing ? t('campaign.reasonMissing') : undefined}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={sendByEnter}
        />
        <Refused
          text={failure === undefined ? undefined : isOwn ? t('campaign.ownVersion') : errorText(failure)}
        />
      </form>
    </Dialog>
  )
}
