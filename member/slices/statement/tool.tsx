import { Button } from '@krapao/web/ui/button.tsx'
import { LoaderCircle, type LucideIcon } from 'lucide-react'

/**
 * A button beside the title. On a phone it is an icon over a short word, so that the title and all tools
 * share a row and the list begins higher; screen readers always say the whole name.
 */
export function Tool({
  icon: Icon,
  name,
  short = name,
  busy = false,
  busyLabel = '',
  ...rest
}: {
  icon: LucideIcon
  name: string
  /** A part of the name, for the phone. */
  short?: string
  busy?: boolean
  /** What it does while it is busy. */
  busyLabel?: string
  disabled?: boolean
  onClick(): void
}) {
  return (
    <Button
      look="quiet"
      aria-label={busy ? busyLabel : name}
      aria-busy={busy || undefined}
      className="min-h-11! min-w-11 flex-col gap-0! rounded-xl! px-1.5! py-1! text-xs! leading-tight wide:flex-row wide:gap-1.5! wide:rounded-2xl! wide:px-2.5! wide:text-sm!"
      icon={
        busy ? (
          <LoaderCircle className="size-4.5 shrink-0 animate-spin" aria-hidden />
        ) : (
          <Icon className="size-4.5 shrink-0" aria-hidden />
        )
      }
      {...rest}
      disabled={rest.disabled || busy}
    >
      <span className="wide:hidden">{short}</span>
      <span className="max-wide:hidden">{busy ? busyLabel : name}</span>
    </Button>
  )
}
