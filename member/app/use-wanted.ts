import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Milliseconds of rest after which what nobody has come near is there all the same: for lists of headings,
 * and to be among what the browser keeps of the app (main.tsx).
 */
const restMs = 4000

/** What a person does with a page that is shown: the part below may be seen next. */
const uses = ['pointerdown', 'wheel', 'keydown', 'scroll'] as const

/**
 * Whether a part below the first view is wanted: it comes near the visible area, the person begins to use the
 * page, or the page has rested for a while. Until then its code and its pictures would take line and
 * processor from what is seen.
 * @param isBelow whether the page is laid out so that the part is below
 * @returns `room`, for the element that keeps the part's place
 */
export function useWanted(isBelow: boolean): { room: RefObject<HTMLDivElement | null>; isWanted: boolean } {
  const room = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isBelow || isWanted || !room.current) return
    const want = () => setWanted(true)
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && want(), {
      rootMargin: '100px',
    })
    near.observe(room.current)
    const timer = setTimeout(want, restMs)
    for (const use of uses) addEventListener(use, want, { capture: true, passive: true })
    return () => {
      near.disconnect()
      clearTimeout(timer)
      for (const use of uses) removeEventListener(use, want, { capture: true })
    }
  }, [isBelow, isWanted])
  return { room, isWanted }
}
