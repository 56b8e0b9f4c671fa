import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from './class-names.ts'

type Look = 'primary' | 'quiet' | 'plain' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:brightness-105 active:brightness-95',
  quiet: 'bg-sunken text-ink hover:brightness-97 active:brightness-95 dark:hover:brightness-115',
  plain: 'bg-transparent text-link hover:bg-sunken',
  danger: 'bg-negative text-white dark:text-night-deep hover:brightness-105',
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary action per view. */
  look?: Look
  /** While the action runs: the button stays, keeps its width and says so. */
  busy?: boolean
  icon?: ReactNode
  wide?: boolean
}

/** Look of a button, for links that act as one. */
export const buttonClass = (look: Look = 'primary', wide = false): string =>
  cx(
    'inline-flex min-h-12 items-center justify-center gap-2 rounded-2xl px-5 py-2.5 text-base font-semibold text-center',
    'transition-[filter,background-color,opacity] duration-150 disabled:not-aria-busy:opacity-45',
    looks[look],
    wide && 'w-full',
  )

/** A button; while `busy` it cannot be pressed again and is announced as busy. */
export function Button({
  look = 'primary',
  busy = false,
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
      {icon}
      <span className={busy ? 'animate-pulse' : undefined}>{children}</span>
    </button>
  )
}

/** A round button with an icon only; `label` is what a screen reader says. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
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
