import { cx } from '@krapao/web/ui/class-names.ts'
import { control, describe, Frame, type Framed } from '@krapao/web/ui/field.tsx'
import { type ComponentProps, useId } from 'react'

/** A field for one or two sentences. */
export function TextField({ label, quiet, error, hint, ...input }: Framed & ComponentProps<'textarea'>) {
  const own = useId()
  const id = input.id ?? own
  return (
    <Frame id={id} label={label} quiet={quiet} error={error} hint={hint}>
      <textarea
        rows={3}
        {...input}
        {...describe(id, { error, hint })}
        className={cx(control, error ? 'border-negative' : 'border-field-line')}
      />
    </Frame>
  )
}
