import { Field, type FieldProps } from '@krapao/web/ui/field.tsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

/** A password with a button that shows it. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...field
}: FieldProps & { showLabel: string; hideLabel: string }) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      action={
        <button
          type="button"
          className="inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-sunken"
          aria-label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="size-5" aria-hidden /> : <Eye className="size-5" aria-hidden />}
        </button>
      }
    />
  )
}
