import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { errorText } from '../../../app/errors.ts'
import { useDraft } from '../../../app/use-draft.ts'
import { FormActions } from '../../../ui/form-actions.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { toast } from '../../../ui/toasts.ts'
import type { QueueName } from '../queries.ts'
import { sendReversal } from '../send/send-decision.ts'
import type { Decision } from '../words/decided-text.ts'
import { isReasonMissing, ReasonInput } from '../work/reason-input.tsx'

/** Asks why a credit or payment is to be taken back; a second operator confirms it in a queue of its own. */
export function ReverseModal({
  queue,
  id,
  decision,
  onClose,
}: {
  queue: QueueName
  id: string
  decision: Decision
  onClose(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [reason, setReason, forgetReason] = useDraft(`${queue}/${id}/reverse`)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const isMissing = isReasonMissing(reason)
  const amount = decision.amount === null ? undefined : formatMoney(decision.amount, decision.currency)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setFailure(undefined)
    if (isMissing) {
      form.current?.querySelector<HTMLElement>('[name=reason]')?.focus()
      return
    }
    setBusy(true)
    try {
      await sendReversal({ queue, id }, reason.trim())
      toast('positive', t('desk.reverse.asked'))
      await queries.invalidateQueries({ queryKey: ['desk'] })
      forgetReason()
      onClose()
    } catch (error) {
      await queries.invalidateQueries({ queryKey: ['desk'] })
      setFailure(error)
      setBusy(false)
    }
  }

  const isOut = queue === 'withdrawal' || queue === 'payout'
  return (
    <Dialog
      title={t('desk.reverse.ask')}
      onClose={onClose}
      locked={busy}
      footer={
        <FormActions
          formId={formId}
          label={amount ? t('desk.reverse.askAmount', { amount }) : t('desk.reverse.ask')}
          look="danger"
          busy={busy}
          busyLabel={t('desk.sending')}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <Note>{t(isOut ? 'desk.reverse.meaningOut' : 'desk.reverse.meaning')}</Note>
        <ReasonInput
          hint={t('desk.reasonHint')}
          value={reason}
          isMissing={tried && isMissing}
          onChange={setReason}
        />
        <Refused text={failure === undefined ? undefined : errorText(failure)} />
      </form>
    </Dialog>
  )
}
