import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { api } from '../../../app/api.ts'
import { useDraft } from '../../../app/use-draft.ts'
import { sendByEnter } from '../../../ui/send-by-enter.ts'
import { TextField } from '../../../ui/text-field.tsx'
import type { Subject } from './queries.ts'
import { useSend } from './use-send.ts'
import { WorkModal } from './work-modal.tsx'

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
  const { busy, failure, send } = useSend()

  async function submit(): Promise<void> {
    const body = { takeOver: true, note: note.trim() }
    const isDone = await send(() =>
      api('PUT /api/console/desk/:queue/:id/claim', { params: { queue, id }, ...body }),
    )
    if (!isDone) return
    forget()
    onClose()
  }

  return (
    <WorkModal
      title={t('work.claim.takeOver')}
      label={t('work.claim.takeOver')}
      busy={busy}
      failure={failure}
      onSubmit={submit}
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
    </WorkModal>
  )
}
