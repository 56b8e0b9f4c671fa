import { useEffect, useState } from 'react'

/** A value once it has rested for some milliseconds. */
export function useSettled(value: string, milliseconds: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}
