import { Button, type ButtonProps } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'

/** A button for a list item: smaller than the app's buttons, with a border. */
export function SmallButton({ look = 'quiet', className, ...rest }: ButtonProps) {
  const edge = look === 'quiet' ? 'border-field-line' : 'border-transparent'
  return <Button look={look} className={cx('border px-4! text-sm!', edge, className)} {...rest} />
}
