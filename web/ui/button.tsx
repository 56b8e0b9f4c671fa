import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

type Look = 'primary' | 'quiet' | 'plain' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:brightness-105 active:brightness-95',
  quiet: 'quiet text-ink hover:brightness-97 active:brightness-95 dark:hover:brightness-115',
  plain: 'bg-transparent text-link hover:bg-sunken',
  danger: 'bg-negative text-white dark:text-night-deep hover:brightness-105',
}

/** While its action runs, a button keeps its size and shows this verb: "Transferring…". */
type Busy = { busy: boolean; busyLabel: string } | { busy?: never; busyLabel?: never }

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Busy & {
    /** The look of the one primary action of a view. */
    look?: Look
    icon?: ReactNode
    wide?: boolean
  }

/** The look of a button, for links that act as one. */
export const buttonClass = (look: Look = 'primary', wide = false): string =>
  cx(
    'inline-flex min-h-12 items-center justify-center gap-2 rounded-2xl px-5 py-2.5 text-base font-semibold text-center',
    'transition-[filter,background-color,opacity] duration-150 disabled:not-aria-busy:opacity-45',
    looks[look],
    wide && 'w-full',
  )

/**
 * A button. While `busy` it cannot be pressed, is announced as busy, and shows a turning ring and a verb.
 * With reduced motion the ring does not turn.
 */
export function Button({
  look = 'primary',
  busy = false,
  busyLabel,
  icon,
  wide,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(buttonClass(look, wide), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? (
        <span className="grid items-center *:col-start-1 *:row-start-1">
          {/* Keeps the size, so that nothing around the button moves. */}
          <span className="invisible flex items-center justify-center gap-2">
            {icon}
            <span>{children}</span>
          </span>
          <span className="flex items-center justify-center gap-2">
            <LoaderCircle className="size-5 shrink-0 animate-spin" aria-hidden />
            <span>{busyLabel}</span>
          </span>
        </span>
      ) : (
        <>
          {icon}
          <span>{children}</span>
        </>
      )}
    </button>
  )
}

/** A round button with an icon only; `label` is for screen readers. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-current hover:bg-sunken disabled:opacity-45',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  )
}
