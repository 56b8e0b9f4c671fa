import { cx } from '@krapao/web/ui/class-names.ts'
import { control, describe, Frame, type Framed } from '@krapao/web/ui/field.tsx'
import { type SelectHTMLAttributes, useId } from 'react'

/** The platform's own select, which works well on cheap phones. */
export function SelectField({
  label,
  error,
  hint,
  className,
  children,
  ...select
}: Framed & SelectHTMLAttributes<HTMLSelectElement>) {
  const own = useId()
  const id = select.id ?? own
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <select
        {...select}
        {...describe(id, { error, hint })}
        className={cx(
          control,
          'select-arrow appearance-auto pr-3',
          error ? 'border-negative' : 'border-field-line',
          className,
        )}
      >
        {children}
      </select>
    </Frame>
  )
}
