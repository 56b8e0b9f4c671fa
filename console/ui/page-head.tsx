import type { ReactNode } from 'react'

/** The head of a page: its title, with what is done with the whole page beside it, and a line about it. */
export const PageHead = ({ title, lead, action }: { title: string; lead: string; action?: ReactNode }) => (
  <div>
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">{title}</h1>
      {action}
    </div>
    <p className="text-sm text-ink-soft">{lead}</p>
  </div>
)
