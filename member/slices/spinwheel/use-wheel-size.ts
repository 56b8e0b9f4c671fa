import { delays } from '@krapao/contract/limits.ts'
import { useEffect, useState } from 'react'
import { wheelSize } from './geometry.ts'

/**
 * The wheel's size in CSS pixels, and the screen's density; both follow the window 500 ms after its last
 * change.
 */
export function useWheelSize(): { size: number; density: number } {
  const [measured, measure] = useState(readWindow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const resized = () => {
      clearTimeout(timer)
      timer = setTimeout(() => measure(readWindow()), delays.wheelResize)
    }
    addEventListener('resize', resized)
    return () => {
      clearTimeout(timer)
      removeEventListener('resize', resized)
    }
  }, [])
  return measured
}

const readWindow = () => ({ size: wheelSize(innerWidth), density: devicePixelRatio })
