import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormModal } from '../../../app/form-modal.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { fromField } from '../../../ui/bangkok-time.ts'
import { TimeField } from '../../../ui/date/time-field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { formatWhen } from '../../../ui/when.ts'
import { changeWork, type Subject } from './queries.ts'
import { isReasonMissing, ReasonInput } from './reason-input.tsx'
import { type SnoozeChoice, snoozeTimes } from './snooze-times.ts'

/**
 * Takes an item or conversation out of the lists until a time, with a reason. @param minutes the most that is
 * possible
 */
export function SnoozeModal({
  queue,
  id,
  minutes,
  onClose,
  onDone,
}: Subject & {
  minutes: number
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation()
  const [opened] = useState(() => new Date())
  const times = snoozeTimes(opened, minutes)
  const [choice, setChoice] = useState<SnoozeChoice>(times[0]?.choice ?? 'chosen')
  const [own, setOwn] = useState('')
  const [reason, setReason, forget] = useDraft(`${queue}/${id}/snooze`)
  const form = useForm()
  const latest = new Date(opened.getTime() + minutes * 60_000)
  const chosen = choice === 'chosen' ? timeIn(own) : times.find((one) => one.choice === choice)?.until
  const isTimeWrong = !chosen || !(chosen > opened) || chosen > latest
  const isMissing = isReasonMissing(reason)

  async function snooze(): Promise<void> {
    if (!chosen) return
    const body = { until: chosen.toISOString(), reason: reason.trim() }
    await changeWork(() => api('PUT /api/console/desk/:queue/:id/snooze', { params: { queue, id }, ...body }))
    forget()
    toast('positive', t('work.snooze.done', { at: formatWhen(body.until) }))
    onDone()
  }

  return (
    <FormModal
      title={t('work.snooze.title')}
      label={t('work.snooze.send')}
      busyLabel={t('desk.sending')}
      form={form}
      onSubmit={(event) => form.submit(event, !isTimeWrong && !isMissing, snooze)}
      onClose={onClose}
    >
      <p>{t('work.snooze.meaning')}</p>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{t('work.snooze.until')}</legend>
        {[...times.map((one) => one.choice), 'chosen' as const].map((one) => (
          <label
            key={one}
            className={cx(
              'flex min-h-11 items-center gap-3 rounded-xl border px-3 text-sm',
              one === choice ? 'border-link bg-sunken' : 'border-line',
            )}
          >
            <input
              type="radio"
              name="until"
              className="size-4.5 accent-link"
              checked={one === choice}
              onChange={() => setChoice(one)}
            />
            <span className="flex-1">{t(`work.snooze.choice.${one}`)}</span>
            <span className="text-ink-soft">
              {formatted(times.find((time) => time.choice === one)?.until)}
            </span>
          </label>
        ))}
      </fieldset>
      {choice === 'chosen' && (
        <TimeField
          label={t('work.snooze.day')}
          name="time"
          hint={t('work.snooze.latest', { at: formatWhen(latest.toISOString()) })}
          error={form.tried && isTimeWrong ? t('work.snooze.timeWrong') : undefined}
          value={own}
          onChange={setOwn}
        />
      )}
      <ReasonInput rows={2} value={reason} isMissing={form.tried && isMissing} onChange={setReason} />
    </FormModal>
  )
}

/** What is typed, as an instant; undefined: it is none. */
const timeIn = (field: string): Date | undefined => {
  const time = fromField(field)
  return time === null ? undefined : new Date(time)
}

const formatted = (time: Date | undefined): string => (time ? formatWhen(time.toISOString()) : '')
