import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The buttons of a view, which stay at the lower edge of the dialog, in reach of the thumb, while the rest
 * scrolls. With letters of some sizes the edge is within a pixel, so the ground goes on below it.
 */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="sticky -bottom-5 z-1 -mx-5 mt-auto -mb-5 grid gap-2 border-t [@media(max-height:30rem)]:auto-cols-fr [@media(max-height:30rem)]:grid-flow-col border-line bg-card px-5 pt-3 shadow-[0_2px_var(--card)] pb-[max(1rem,env(safe-area-inset-bottom))]">
    {children}
  </div>
)

/**
 * Two buttons side by side, or one above the other if the text is so large that a word would break. The
 * primary one is the last: right, or lowest, because people press by place.
 */
export const ButtonPair = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2 *:min-w-[min(8.25rem,100%)] *:flex-1">{children}</div>
)

/** For a button that says what is missing: that is to be read, so it is not pale. */
export const saysMissing = { look: 'quiet', className: 'opacity-100! text-ink-soft!' } as const

/**
 * The part of a view above its buttons. It scrolls a focused element out from behind them, and takes the
 * focus itself if the button that led here is gone.
 */
export function Body({ children }: { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const at = document.activeElement
    if (!at || at === document.body || at.tagName === 'DIALOG') own.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={own}
      tabIndex={-1}
      className="grid grid-cols-1 content-start gap-4 pb-5 outline-none [&_:is(input,select,button)]:scroll-mb-28"
    >
      {children}
    </div>
  )
}
