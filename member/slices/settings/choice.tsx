import { cx } from '@krapao/web/ui/class-names.ts'
import { Check, type LucideIcon } from 'lucide-react'
import { useId } from 'react'

/** One of a few values, all in sight; arrow keys move between them. */
export function Choice<V extends string | number>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: { value: V; label: string; icon?: LucideIcon; lang?: string }[]
  value: V
  onChange(value: V): void
}) {
  const name = useId()
  return (
    <fieldset className="grid min-w-0 grid-cols-1">
      <legend className="pb-2 text-sm font-medium">{label}</legend>
      {/* As many columns as the words have room for, at any size of letters; four never leave one over. */}
      <div
        className={cx(
          'grid gap-2',
          options.length > 3
            ? 'grid-cols-[repeat(auto-fit,minmax(max(min(100%,8rem),40%),1fr))]'
            : 'grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))]',
        )}
      >
        {options.map(({ value: one, label, icon: Icon, lang }) => (
          <label
            key={one}
            lang={lang}
            className={cx(
              'relative flex min-h-12 min-w-0 cursor-pointer flex-col items-center justify-center gap-1 rounded-2xl border-2 px-2 py-2 text-center text-base leading-snug font-medium text-balance wrap-anywhere',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link',
              one === value ? 'border-link bg-sunken' : 'border-line text-ink-soft hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
              className="sr-only"
            />
            {Icon && <Icon className="size-5 shrink-0" aria-hidden />}
            {label}
            {one === value && <Check className="absolute top-1.5 right-1.5 size-3.5 text-link" aria-hidden />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
