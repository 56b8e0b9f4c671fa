import { useMedia } from '@krapao/web/ui/use-media.ts'
import { useEffect, useRef, useState } from 'react'

const query = '(prefers-reduced-motion: reduce)'

export const isMotionReduced = (): boolean => matchMedia(query).matches

/** Whether the person asked for less motion; follows the setting. */
export const useReducedMotion = (): boolean => useMedia(query)

/** Milliseconds in which a figure counts to its new value. */
export const countingTime = 240

/** The figure to show after some time, to two decimals: ease-out, exact at the end. */
export function countAt(from: number, to: number, milliseconds: number): number {
  const t = Math.min(1, Math.max(0, milliseconds / countingTime))
  return t === 1 ? to : Math.round((from + (to - from) * (1 - (1 - t) ** 3)) * 100) / 100
}

/** Counts to each new value; shows it at once with reduced motion, and at the first render. */
export function useCounting(value: number | undefined): number | undefined {
  const [shown, setShown] = useState(value)
  const current = useRef(value)
  useEffect(() => {
    const from = current.current
    const show = (next: number | undefined) => {
      current.current = next
      setShown(next)
    }
    if (from === undefined || value === undefined || from === value || isMotionReduced()) return show(value)
    let frame = 0
    let start: number | undefined
    const step = (now: number) => {
      start ??= now
      show(countAt(from, value, now - start))
      if (now - start < countingTime) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}
