import type { ReactNode } from 'react'

/**
 * A page of the console that scrolls by itself, with what is for screen readers only: outside of it, that
 * would make the window scroll.
 */
export const Page = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <div className="relative flex-1 overflow-y-auto" tabIndex={0}>
    <div className="mx-auto max-w-6xl px-4 py-5">{children}</div>
  </div>
)
