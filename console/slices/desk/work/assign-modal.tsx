import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Frame } from '@krapao/web/ui/field.tsx'
import { Select } from '@krapao/web/ui/select.tsx'
import { useId, useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormModal } from '../../../app/form-modal.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { sendByEnter } from '../../../ui/send-by-enter.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toasts.ts'
import type { QueueName } from '../queries.ts'
import { changeWork, useColleagues } from './queries.ts'

/** Gives a waiting item to somebody who may decide, with a note, or back to everybody. */
export function AssignModal({
  queue,
  id,
  to,
  onClose,
}: {
  queue: QueueName
  id: string
  /** Who has it now, by id; empty: nobody. */
  to: string
  onClose(): void
}) {
  const { t } = useTranslation()
  const { data: colleagues = [] } = useColleagues()
  const able = colleagues.filter(({ role }) => may(role, 'decide'))
  const [chosen, setChosen] = useState(to)
  const [note, setNote, forget] = useDraft(`${queue}/${id}/assign`)
  const form = useForm()
  const select = useId()

  async function assign(): Promise<void> {
    const body = { operatorId: chosen || null, note: note.trim() }
    await changeWork(() =>
      api('PUT /api/console/desk/:queue/:id/assignment', { params: { queue, id }, ...body }),
    )
    forget()
    const name = able.find(({ _id }) => _id === chosen)?.name
    toast('positive', name ? t('work.assign.done', { name }) : t('work.assign.back'))
    onClose()
  }

  return (
    <FormModal
      title={t('work.assign.title')}
      label={t('work.assign.send')}
      busyLabel={t('desk.sending')}
      form={form}
      onSubmit={(event) => form.submit(event, true, assign)}
      onClose={onClose}
    >
      <Frame id={select} label={t('work.assign.to')}>
        <Select id={select} value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{t('work.assign.nobody')}</option>
          {able.map(({ _id, name, isYou }) => (
            <option key={_id} value={_id}>
              {isYou ? t('work.assign.you', { name }) : name}
            </option>
          ))}
        </Select>
      </Frame>
      {chosen && (
        <TextField
          label={t('work.assign.note')}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={sendByEnter}
        />
      )}
    </FormModal>
  )
}
