import { describe, Frame } from '@krapao/web/ui/field.tsx'
import { Select } from '@krapao/web/ui/select.tsx'
import { type ReactNode, useId } from 'react'
import { useFormFacts } from './form-context.ts'

/** A choice of one of a few. */
export function Choice<Value extends string>({
  label,
  path,
  value,
  options,
  onChange,
  hint,
  disabled = false,
}: {
  label: string
  path: string
  value: Value
  options: readonly { value: Value; text: string }[]
  onChange(value: Value): void
  hint?: string
  disabled?: boolean
}) {
  const id = useId()
  const { errorOf } = useFormFacts()
  const error = errorOf(path)
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <Select
        {...describe(id, { error, hint })}
        name={path}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Value)}
        invalid={error !== undefined}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </Select>
    </Frame>
  )
}

/** Something that is so, or is not. */
export const Switch = ({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
    <input
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4.5 shrink-0 accent-link"
    />
    {label}
  </label>
)

/** A part of the form under a heading. */
export const Section = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <section className="rounded-card bg-card p-5 shadow-card">
    <h2 className="text-base font-semibold">{title}</h2>
    {hint && <p className="text-sm text-ink-soft">{hint}</p>}
    <div className="mt-4 grid gap-5">{children}</div>
  </section>
)

/** Fields beside each other where there is room. */
export const Beside = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
)
