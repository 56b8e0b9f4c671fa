import { useEffect } from 'react'
import type { Part } from '../frame/load/part.tsx'

/**
 * Loads a sheet when a finger, the mouse or the focus comes to a button that opens it, which has the sheet's
 * name as `data-opens`. Nothing is loaded on the chance that it might be opened: that is the member's data
 * and battery.
 * @param sheets by name; the same object at every render
 */
export function useSheetsAhead(sheets: Record<string, Pick<Part<object>, 'fetchAhead'>>): void {
  useEffect(() => {
    const approached = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      const name = target.closest<HTMLElement>('[data-opens]')?.dataset.opens
      if (name) sheets[name]?.fetchAhead()
    }
    const events = ['pointerover', 'focusin'] as const
    for (const event of events) document.addEventListener(event, approached)
    return () => {
      for (const event of events) document.removeEventListener(event, approached)
    }
  }, [sheets])
}
