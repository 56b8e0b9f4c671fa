import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { FormModal } from '../../../app/form-modal.tsx'
import { useDraft } from '../../../app/use-draft.ts'
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
  const form = useForm()
  const isMissing = isReasonMissing(reason)
  const amount = decision.amount === null ? undefined : formatMoney(decision.amount, decision.currency)

  async function ask(): Promise<void> {
    try {
      await sendReversal({ queue, id }, reason.trim())
    } finally {
      await queries.invalidateQueries({ queryKey: ['desk'] })
    }
    toast('positive', t('desk.reverse.asked'))
    forgetReason()
    onClose()
  }

  const isOut = queue === 'withdrawal' || queue === 'payout'
  return (
    <FormModal
      title={t('desk.reverse.ask')}
      label={amount ? t('desk.reverse.askAmount', { amount }) : t('desk.reverse.ask')}
      look="danger"
      busyLabel={t('desk.sending')}
      form={form}
      onSubmit={(event) => form.submit(event, !isMissing, ask)}
      onClose={onClose}
    >
      <Note>{t(isOut ? 'desk.reverse.meaningOut' : 'desk.reverse.meaning')}</Note>
      <ReasonInput
        hint={t('desk.reasonHint')}
        value={reason}
        isMissing={form.tried && isMissing}
        onChange={setReason}
      />
    </FormModal>
  )
}
