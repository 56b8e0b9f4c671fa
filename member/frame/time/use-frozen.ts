import { useRef } from 'react'

/**
 * Keeps the last value from before something began to run: while money is being sent, the figures of the
 * moment of sending stay on the screen.
 */
export function useFrozen<T>(value: T, frozen: boolean): T {
  const kept = useRef(value)
  if (!frozen) kept.current = value
  return kept.current
}
