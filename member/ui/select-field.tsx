import { describe, Frame, type Framed } from '@krapao/web/ui/field.tsx'
import { Select } from '@krapao/web/ui/select.tsx'
import { type SelectHTMLAttributes, useId } from 'react'

/** A select with its label above, hint and error below. */
export function SelectField({
  label,
  quiet,
  error,
  hint,
  children,
  ...select
}: Framed & SelectHTMLAttributes<HTMLSelectElement>) {
  const own = useId()
  const id = select.id ?? own
  return (
    <Frame id={id} label={label} quiet={quiet} error={error} hint={hint}>
      <Select {...select} {...describe(id, { error, hint })} invalid={error !== undefined}>
        {children}
      </Select>
    </Frame>
  )
}
