import type { ReactNode } from 'react'

/** Shown in place of an empty list: what will appear here, and the first step. */
export function Empty({
  art,
  title,
  text,
  action,
}: {
  art?: string
  title: string
  text?: string
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-8 text-center">
      {art && <img src={art} alt="" width={160} height={120} />}
      <p className="text-base font-semibold">{title}</p>
      {text && <p className="max-w-xs text-sm text-balance text-ink-soft">{text}</p>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}
