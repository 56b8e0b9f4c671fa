import { useEffect, useState } from 'react'

/** The value after it has not changed for some milliseconds. */
export function useDebounced(value: string, milliseconds: number): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
