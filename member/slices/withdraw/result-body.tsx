import type { ReactNode } from 'react'

/** The layout of a result: the outcome above, the bank account below. */
export const ResultBody = ({ children }: { children: ReactNode }) => (
  <div className="grid flex-1 grid-cols-1 content-between gap-6 pb-5">{children}</div>
)
