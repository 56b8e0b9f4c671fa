import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { codeIn } from './code-typed.ts'

/**
 * Boxes for a one-time code, drawn over one real input: pasting, the keyboard's suggestion and screen readers
 * work as with any field. It takes the focus when it appears, because there is nothing else to do. Calls
 * `onComplete` when the last digit is in.
 */
export function CodeField({
  label,
  digits,
  value,
  onChange,
  onComplete,
  error,
  note,
  disabled,
}: {
  label: string
  digits: number
  value: string
  onChange(value: string): void
  onComplete?(value: string): void
  error?: string | undefined
  /** Below the error. */
  note?: string | undefined
  disabled?: boolean
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          ref={input}
          id={id}
          className="peer absolute inset-0 z-10 w-full cursor-text opacity-0"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            const next = codeIn(event.target.value, digits)
            onChange(next)
            if (next.length === digits && next !== value) onComplete?.(next)
          }}
        />
        <div
          aria-hidden
          className="grid auto-cols-fr grid-flow-col gap-2 rounded-2xl peer-focus-visible:outline-3 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-link"
        >
          {Array.from({ length: digits }, (_, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are their places
              key={at}
              className={cx(
                'flex h-14 items-center justify-center rounded-2xl border bg-card text-xl font-semibold',
                error
                  ? 'border-negative'
                  : at === Math.min(value.length, digits - 1)
                    ? 'border-link'
                    : 'border-field-line',
              )}
            >
              {value[at] ?? ''}
            </span>
          ))}
        </div>
      </div>
      {/* Its room is kept, so that the button below stays where it was pressed. */}
      <div className="min-h-[2.8rem] text-sm">
        <div id={`${id}-error`} aria-live="polite" className="text-negative">
          {error && (
            <span className="flex items-start gap-1.5">
              <CircleAlert className="mt-1 size-3.5 shrink-0" aria-hidden />
              {error}
            </span>
          )}
        </div>
        {note && <p className="text-ink-soft">{note}</p>}
      </div>
    </div>
  )
}
