import { startTransition, useEffect, useState } from 'react'

/**
 * Draws a component in parts, each in a turn of its own after the one before was shown, so that a slow phone
 * shows the urgent part first and handles input in between.
 * @param later how many parts follow the first
 * @returns how many of them may be drawn by now: 0 while the component is drawn for the first time
 */
export function useParts(later: number): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (drawn < later) startTransition(() => setDrawn(drawn + 1))
  }, [drawn, later])
  return drawn
}
