import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useEffect, useRef } from 'react'
import { api } from '../../../app/api.ts'
import { FormModal } from '../../../app/form-modal.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { sendByEnter } from '../../../ui/send-by-enter.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { changeWork, type Shift } from './queries.ts'
import { Decisions, Held, holdsAnything } from './shift-summary.tsx'

/**
 * Says what was decided in the shift, asks for the note to the next person where something stays open, and
 * closes it.
 */
export function CloseShiftModal({ shift: { summary }, onClose }: { shift: Shift; onClose(): void }) {
  const { t } = useTranslation()
  const [note, setNote, forget] = useDraft('shift')
  const form = useForm()
  const field = useRef<HTMLTextAreaElement>(null)
  const isAsked = holdsAnything(summary)
  const isMissing = isAsked && note.trim() === ''

  useEffect(() => {
    // On phones the keys would cover the sums.
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) field.current?.focus()
  }, [])

  async function closeShift(): Promise<void> {
    await changeWork(() => api('POST /api/console/shift/close', { note: note.trim() }))
    forget()
    toast('positive', t('work.shift.closed'))
    onClose()
  }

  return (
    <FormModal
      title={t('work.shift.closeTitle')}
      label={t('work.shift.close')}
      busyLabel={t('desk.sending')}
      form={form}
      onSubmit={(event) => form.submit(event, !isMissing, closeShift)}
      onClose={onClose}
    >
      <div className="grid gap-1.5 rounded-2xl bg-sunken px-4 py-3 text-sm">
        {summary.decisions.length === 0 && <p>{t('work.shift.nothingDecided')}</p>}
        <Decisions summary={summary} />
        <Held title={t('work.shift.held')} summary={summary} />
      </div>
      {isAsked && <p className="text-sm text-ink-soft">{t('work.shift.returns')}</p>}
      <TextField
        ref={field}
        label={t(isAsked ? 'work.shift.note' : 'work.shift.noteOptional')}
        hint={t('work.shift.noteHint')}
        name="handover"
        maxLength={1000}
        required={isAsked}
        error={form.tried && isMissing ? t('work.shift.noteMissing') : undefined}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={sendByEnter}
      />
    </FormModal>
  )
}
