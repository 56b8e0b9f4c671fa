import { startTransition, useEffect, useState } from 'react'

/**
 * False while a component is drawn for the first time, true from the next frame on: what is less urgent is drawn then, so
 * that a slow phone shows the urgent part first and handles input in between.
 */
export function useDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return isDrawn
}
