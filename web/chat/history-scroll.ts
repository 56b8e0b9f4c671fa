import { chat } from '@krapao/contract/limits.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatState } from './chat-client.ts'

/** Pixels above and below what is seen within which messages are rendered. */
const around = 1500

/** Pixels from the upper edge of a row to the end of the history; undefined: the row is not rendered. */
function belowTop(scroller: HTMLElement, row: Element | null | undefined): number | undefined {
  const end = scroller.firstElementChild
  return row && end ? end.getBoundingClientRect().bottom - row.getBoundingClientRect().top : undefined
}

/** Where the reader is: at the end, or at a place that nothing below it may move. */
export function usePlace(scroller: RefObject<HTMLDivElement | null>, state: ChatState) {
  const [atEnd, setAtEnd] = useState(true)
  const toEnd = () => {
    if (scroller.current) scroller.current.scrollTop = 0
  }
  /** The first message that a reader further up sees, and how far above the end it is. */
  const place = useRef<{ key: string; below: number }>(undefined)
  const notePlace = useCallback(() => {
    const element = scroller.current
    place.current = undefined
    if (!element || -element.scrollTop <= chat.atEnd) return
    const { top } = element.getBoundingClientRect()
    for (const row of element.querySelectorAll<HTMLElement>('[data-key]')) {
      if (row.getBoundingClientRect().bottom <= top) continue
      place.current = { key: row.dataset.key ?? '', below: belowTop(element, row) ?? 0 }
      return
    }
  }, [scroller])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const scrolled = () => {
      // Below zero, because scrolling begins at the end.
      setAtEnd(-element.scrollTop <= chat.atEnd)
      notePlace()
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => element.removeEventListener('scroll', scrolled)
  }, [scroller, notePlace])

  const last = state.entries.at(-1)
  const formerLast = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const isNew = last?.key !== formerLast.current
    formerLast.current = last?.key
    if (isNew && last && last.deliver.status !== 'succeed') element.scrollTop = 0
    else if (place.current) {
      // More than the new messages: the time below the last one, "read" and "is writing" come and go, too.
      const { key, below } = place.current
      const now = belowTop(element, element.querySelector(`[data-key="${CSS.escape(key)}"]`))
      if (now !== undefined && now !== below) element.scrollTop -= now - below
    }
    notePlace()
  })
  return { atEnd, toEnd }
}

/** Says that the end is seen: while the reader is there and the page is shown. */
export function useSeen(
  scroller: RefObject<HTMLDivElement | null>,
  atEnd: boolean,
  state: ChatState,
  onEnd: () => void,
): void {
  const latest = useRef(onEnd)
  latest.current = onEnd
  const isUnread = state.status === 'ready' && state.unread > 0
  const newest = state.entries.at(-1)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is seen anew
  useEffect(() => {
    if (!atEnd || !isUnread) return
    const seen = () => {
      // A panel that is hidden has no size.
      const isShown = (scroller.current?.clientHeight ?? 0) > 0
      if (document.visibilityState === 'visible' && isShown) latest.current()
    }
    seen()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [atEnd, isUnread, newest])
}

/** Reports when an element comes near to the visible part or leaves it. @returns what stops that */
export type Watch = (element: Element, onChange: (isNear: boolean, height: number) => void) => () => void

/** One observer for all blocks. */
export function useWatch(scroller: RefObject<HTMLDivElement | null>): Watch {
  const observer = useRef<IntersectionObserver>(undefined)
  const watched = useRef(new Map<Element, (isNear: boolean, height: number) => void>())
  useEffect(() => () => observer.current?.disconnect(), [])
  return useCallback(
    (element, onChange) => {
      observer.current ??= new IntersectionObserver(
        (seen) => {
          // A panel that is hidden has no size: nothing is known about what is near.
          if (!scroller.current?.clientHeight) return
          for (const { target, isIntersecting, boundingClientRect } of seen) {
            watched.current.get(target)?.(isIntersecting, boundingClientRect.height)
          }
        },
        { root: scroller.current, rootMargin: `${around}px 0px` },
      )
      watched.current.set(element, onChange)
      observer.current.observe(element)
      return () => {
        watched.current.delete(element)
        observer.current?.unobserve(element)
      }
    },
    [scroller],
  )
}
