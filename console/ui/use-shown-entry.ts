import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls the chosen entry of a menu into view when another one is chosen: on phones a menu is a row that may
 * be longer than the window is wide.
 * @returns what the chosen entry takes as its `ref`
 */
export function useShownEntry<Entry extends HTMLElement>(
  chosen: string | undefined,
): RefObject<Entry | null> {
  const entry = useRef<Entry>(null)
  useEffect(() => {
    if (chosen) entry.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen])
  return entry
}
