import { cx } from '@krapao/web/ui/class-names.ts'
import { control, describe, Frame, type Framed } from '@krapao/web/ui/field.tsx'
import { type SelectHTMLAttributes, useId } from 'react'

/** A native select element with the look of a field. */
export function Select({
  label,
  hint,
  ...select
}: Omit<Framed, 'error'> & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint}>
      <select
        {...select}
        {...describe(id, { hint })}
        className={cx(control, 'border-field-line py-2! pr-2')}
      />
    </Frame>
  )
}
