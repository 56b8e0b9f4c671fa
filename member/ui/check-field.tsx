import type { InputHTMLAttributes, ReactNode } from 'react'

/** A check box with its text as the touch target. */
export function CheckField({
  label,
  ...input
}: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-base">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  )
}
