import { useRef } from 'react'

/** A value that stands still while something runs: figures of the moment of sending, not those that its effects bring. */
export function useFrozen<T>(value: T, frozen: boolean): T {
  const kept = useRef(value)
  if (!frozen) kept.current = value
  return kept.current
}
