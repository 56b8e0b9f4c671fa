import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId, useState } from 'react'
import { cx } from './class-names.ts'

interface Framed {
  label: string
  /** Shown under the field and announced; the field is marked invalid. */
  error?: string | undefined
  hint?: ReactNode
}

const control =
  'block w-full min-h-12 rounded-2xl border bg-card px-4 py-2.5 text-base text-ink placeholder:text-ink-soft/70 ' +
  'disabled:bg-sunken disabled:text-ink-soft'

function Frame({ id, label, error, hint, children }: Framed & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink">
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

export type FieldProps = Framed &
  InputHTMLAttributes<HTMLInputElement> & { unit?: string; action?: ReactNode }

/** A text field with its label above, hint and error below; `unit` stands inside on the left, `action` on the right. */
export function Field({ label, error, hint, unit, action, className, ...input }: FieldProps) {
  const own = useId()
  const id = input.id ?? own
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        {unit && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-4 flex items-center text-ink-soft"
          >
            {unit}
          </span>
        )}
        <input
          {...input}
          {...describe(id, { error, hint })}
          className={cx(
            control,
            // Of inputs only: a select counts as read-only, too.
            'read-only:bg-sunken',
            error ? 'border-negative' : 'border-field-line',
            unit && 'pl-10',
            action && 'pr-14',
            className,
          )}
        />
        {action && <div className="absolute inset-y-0 right-1 flex items-center">{action}</div>}
      </div>
    </Frame>
  )
}

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

/** The platform's own select, which cheap phones do well. */
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

/** A check box with its text as the touch target. */
export function CheckField({
  label,
  ...input
}: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-base">
      <input type="checkbox" {...input} className="size-5 accent-link" />
      <span>{label}</span>
    </label>
  )
}
