import type { ReactNode } from 'react'

/** Room of the sheet: what became of a withdrawal above, where it is paid to below. */
export const ResultBody = ({ children }: { children: ReactNode }) => (
  <div className="grid flex-1 grid-cols-1 content-between gap-6 pb-5">{children}</div>
)
