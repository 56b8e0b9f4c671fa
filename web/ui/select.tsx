import { cx } from '@krapao/web/ui/class-names.ts'
import { control } from '@krapao/web/ui/field.tsx'
import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'

/**
 * The platform's own select, which works well on cheap phones. Its arrow is ours, because the browser's
 * touches the border.
 * @param room the class of what it fills, where that is not the whole width
 */
export const Select = ({
  invalid = false,
  room,
  className,
  children,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & { invalid?: boolean; room?: string }) => (
  <div className={cx('relative', room)}>
    <select
      {...select}
      className={cx(
        control,
        'appearance-none truncate pr-10 max-[399px]:pr-7 max-[399px]:pl-3',
        invalid ? 'border-negative' : 'border-field-line',
        className,
      )}
    >
      {children}
    </select>
    <ChevronDown
      className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft max-[399px]:right-2 max-[399px]:size-4"
      aria-hidden
    />
  </div>
)
