import type { ReactNode } from 'react'

/** What can be done in a view, in thumb reach: stays at the lower edge of the dialog while the rest scrolls. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="sticky -bottom-5 z-1 -mx-5 mt-auto -mb-5 grid gap-2 border-t border-line bg-card px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
    {children}
  </div>
)

/** The part of a view above its actions; what gets the focus is not left behind them. */
export const Body = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 content-start gap-4 pb-5 [&_:is(input,select,button)]:scroll-mb-28">
    {children}
  </div>
)
