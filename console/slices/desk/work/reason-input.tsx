import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import type { ComponentProps } from 'react'
import { sendByEnter } from '../../../ui/send-by-enter.ts'
import { TextField } from '../../../ui/text-field.tsx'

/** Whether a reason in own words says too little. */
export const isReasonMissing = (reason: string): boolean => reason.replace(/\s/g, '').length < 3

/** A reason in own words, which has to be given. */
export function ReasonInput({
  isMissing,
  onChange,
  ...field
}: Pick<ComponentProps<typeof TextField>, 'hint' | 'rows'> & {
  value: string
  isMissing: boolean
  onChange(reason: string): void
}) {
  const { t } = useTranslation()
  return (
    <TextField
      {...field}
      label={t('desk.reasonLabel')}
      name="reason"
      maxLength={500}
      required
      error={isMissing ? t('desk.reasonMissing') : undefined}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={sendByEnter}
    />
  )
}
