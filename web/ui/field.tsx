import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

/** The frame of every control. */
export interface Framed {
  label: string
  /** The label is for screen readers only, because the value says what the field is. */
  quiet?: boolean | undefined
  /** Shown under the field and announced; the field is marked invalid. */
  error?: string | undefined
  hint?: ReactNode
}

/** The look of a control inside the frame; the colour of its border is added. */
export const control =
  'block w-full min-h-12 rounded-2xl border bg-card px-4 py-2.5 text-base text-ink placeholder:text-ink-soft/70 ' +
  'disabled:bg-sunken disabled:text-ink-soft'

/** A control with its label above, hint and error below. @param id the id of the control */
export function Frame({
  id,
  label,
  quiet,
  error,
  hint,
  children,
}: Framed & { id: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className={quiet ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
      </label>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </div>
      )}
      {/* Always rendered, so that a screen reader announces its changes. */}
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

/** Describes the control of this id by its hint and error, for screen readers. */
export function describe(id: string, { error, hint }: Pick<Framed, 'error' | 'hint'>) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': cx(hint ? `${id}-hint` : '', error ? `${id}-error` : '') || undefined,
  }
}

export type FieldProps = Framed &
  InputHTMLAttributes<HTMLInputElement> & { unit?: ReactNode; action?: ReactNode }

/**
 * A text field with its label above, hint and error below; `unit` is shown inside on the left, `action` on
 * the right.
 */
export function Field({ label, quiet, error, hint, unit, action, className, ...input }: FieldProps) {
  const own = useId()
  const id = input.id ?? own
  return (
    <Frame id={id} label={label} quiet={quiet} error={error} hint={hint}>
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
            // Only for inputs, because `:read-only` matches a select as well.
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
