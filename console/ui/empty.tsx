import type { ReactNode } from 'react'

/** Shown in place of an empty list: why it is empty, and what will appear. */
export function Empty({ icon, title, text }: { icon?: ReactNode; title: string; text?: string }) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 py-10 text-center">
      {icon}
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-sm text-sm text-ink-soft">{text}</p>}
    </div>
  )
}
