import { cx } from '@krapao/web/ui/class-names.ts'
import { type ReactNode, useId } from 'react'

/** Something that is on or off, changed at once by a press on any part of its row. */
export function SwitchField({
  label,
  hint,
  checked,
  busy = false,
  disabled = false,
  onChange,
}: {
  label: string
  hint?: ReactNode
  checked: boolean
  /** The change is on its way; a second press waits for it. */
  busy?: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}) {
  const id = useId()
  return (
    <label
      className={cx(
        'flex min-h-12 items-center justify-between gap-4 py-1',
        disabled ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <span className="min-w-0">
        <span className={cx('block text-base font-medium wrap-anywhere', disabled && 'text-ink-soft')}>
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </span>
      <span className="relative shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-label={label}
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-busy={busy || undefined}
          checked={checked}
          disabled={disabled}
          onChange={(event) => !busy && onChange(event.target.checked)}
          className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
        />
        <span
          aria-hidden
          className={cx(
            'flex h-8 w-13 items-center rounded-full border-2 p-0.5 transition-colors duration-150',
            'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-link peer-disabled:opacity-45',
            checked ? 'border-link bg-link' : 'border-field-line bg-sunken',
          )}
        >
          <span
            className={cx(
              'size-6 rounded-full transition-transform duration-150 motion-reduce:transition-none',
              checked ? 'translate-x-5 bg-card' : 'bg-field-line',
              busy && 'opacity-45',
            )}
          />
        </span>
      </span>
    </label>
  )
}
