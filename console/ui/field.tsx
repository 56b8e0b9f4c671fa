import { CircleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { cx } from './class-names.ts'

interface Framed {
  label: string
  /** Shown under the field and announced; the field is marked invalid. */
  error?: string | undefined
  hint?: string | undefined
}

const control =
  'block w-full rounded-2xl border bg-card px-4 py-2.5 text-base text-ink placeholder:text-ink-soft disabled:bg-sunken'

function Frame({ id, label, error, hint, children }: Framed & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </div>
      )}
      {/* Always there, so that a screen reader hears it change. */}
      <div id={`${id}-error`} aria-live="polite" className={cx('text-sm text-negative', !error && 'sr-only')}>
        {error && (
          <span className="flex items-start gap-1.5">
            <CircleAlert className="mt-1 size-3.5 shrink-0" aria-hidden />
            {error}
          </span>
        )}
      </div>
    </div>
  )
}

function describe(id: string, { error, hint }: Omit<Framed, 'label'>) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': cx(hint ? `${id}-hint` : '', error ? `${id}-error` : '') || undefined,
  }
}

/** A text field with its label above, hint and error below; `unit` stands inside on the left. */
export function Field({
  label,
  error,
  hint,
  unit,
  ...input
}: Framed & InputHTMLAttributes<HTMLInputElement> & { unit?: string }) {
  const own = useId()
  const id = input.id ?? own
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        {unit && (
          <span aria-hidden className="absolute inset-y-0 left-4 flex items-center text-ink-soft">
            {unit}
          </span>
        )}
        <input
          {...input}
          {...describe(id, { error, hint })}
          className={cx(
            control,
            'min-h-12',
            unit && 'pl-10',
            error ? 'border-negative' : 'border-field-line',
          )}
        />
      </div>
    </Frame>
  )
}

/** A field for a sentence or two. */
export function TextField({
  label,
  error,
  hint,
  ...input
}: Framed & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const own = useId()
  const id = input.id ?? own
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <textarea
        rows={3}
        {...input}
        {...describe(id, { error, hint })}
        className={cx(control, error ? 'border-negative' : 'border-field-line')}
      />
    </Frame>
  )
}
