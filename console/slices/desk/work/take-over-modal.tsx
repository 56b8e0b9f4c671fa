import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { api } from '../../../app/api.ts'
import { FormModal } from '../../../app/form-modal.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { sendByEnter } from '../../../ui/send-by-enter.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { changeWork, type Subject } from './queries.ts'

/** Takes an item or conversation over from a colleague, who reads the note at once. */
export function TakeOverModal({
  queue,
  id,
  name,
  onClose,
}: Subject & {
  name: string
  onClose(): void
}) {
  const { t } = useTranslation()
  const [note, setNote, forget] = useDraft(`${queue}/${id}/take-over`)
  const form = useForm()

  async function takeOver(): Promise<void> {
    const body = { takeOver: true, note: note.trim() }
    await changeWork(() => api('PUT /api/console/desk/:queue/:id/claim', { params: { queue, id }, ...body }))
    forget()
    onClose()
  }

  return (
    <FormModal
      title={t('work.claim.takeOver')}
      label={t('work.claim.takeOver')}
      busyLabel={t('desk.sending')}
      form={form}
      onSubmit={(event) => form.submit(event, true, takeOver)}
      onClose={onClose}
    >
      <p>{t('work.claim.meaning', { name })}</p>
      <TextField
        label={t('work.noteTo', { name })}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={sendByEnter}
      />
    </FormModal>
  )
}
