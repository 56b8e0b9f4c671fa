import { type RefObject, useEffect } from 'react'

/** Older browsers cannot say. */
const isShown = (element: Element): boolean => element.checkVisibility?.() ?? true

/**
 * Where what had the focus goes away, such as the button of a decision that is made, the browser gives the
 * focus to the whole page, and a keyboard begins anew at its top. This gives it to the last element in the
 * area with `data-focus-home` that shows.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null
    const focused = ({ target }: FocusEvent) => {
      last = target as Element
    }
    const keep = () => {
      if (last === null || document.activeElement !== document.body) return
      // What still shows has lost it because somebody pressed beside it.
      if (last.isConnected && isShown(last)) return
      if (document.querySelector('dialog[open]')) return
      // Read here, because the area may be there only when its data are.
      const homes = [...(area.current?.querySelectorAll<HTMLElement>('[data-focus-home]') ?? [])]
      homes.findLast(isShown)?.focus({ preventScroll: true })
    }
    document.addEventListener('focusin', focused)
    const changes = new MutationObserver(keep)
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['class', 'hidden'] })
    return () => {
      document.removeEventListener('focusin', focused)
      changes.disconnect()
    }
  }, [area])
}
