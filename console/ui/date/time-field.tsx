import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { type ReactNode, useState } from 'react'
import { DateField } from './date-field.tsx'
import { readTime } from './typed-day.ts'

/**
 * A day and a time in Bangkok (YYYY-MM-DDTHH:mm). Where a day is chosen first, it is from its first minute
 * on; without a day it is ''.
 */
export function TimeField({
  label,
  value,
  onChange,
  name,
  hint,
  error,
}: {
  label: string
  value: string
  onChange(value: string): void
  name?: string
  hint?: ReactNode
  error?: string | undefined
}) {
  const { t } = useTranslation()
  const [day = '', time = ''] = value.split('T')
  /** What is being typed; undefined: the field shows its value. */
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && readTime(typed) === undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would say the label a second time
    <div
      role="group"
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-2 max-[339px]:grid-cols-1"
    >
      <DateField
        label={label}
        name={name}
        hint={hint}
        error={error}
        value={day}
        onChange={(next) => {
          if (next === '') setTyped(undefined)
          onChange(next === '' ? '' : `${next}T${time || '00:00'}`)
        }}
      />
      <Field
        label={t('ui.date.time')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        className="tabular-nums"
        placeholder="00:00"
        disabled={day === ''}
        value={typed ?? time}
        error={isWrong && typed.length > 3 ? t('ui.date.wrongTime') : undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          const next = readTime(target.value)
          if (next) onChange(`${day}T${next}`)
        }}
        onBlur={() => setTyped(undefined)}
      />
    </div>
  )
}
