import { useEffect, useRef, useState } from 'react'
import { isMotionReduced } from '../../ui/motion.ts'
import { restingAngle, sliceUnder } from './geometry.ts'
import { tick } from './sound.ts'
import { createTurning } from './turning.ts'

/**
 * Turns a canvas. With reduced motion it does not turn: it fades to the angle at which it rests. The resting angle is
 * in `data-angle` of the canvas.
 * @param count of the slices
 */
export function useWheel(count: number, withSound: boolean) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef({ count, withSound })
  latest.current = { count, withSound }
  const [turning] = useState(() => {
    let last = 0
    return createTurning(
      () => canvas.current,
      (angle) => {
        const slice = sliceUnder(angle, latest.current.count)
        if (latest.current.withSound && slice !== last) tick()
        last = slice
      },
    )
  })
  useEffect(() => () => turning.stop(), [turning])

  function restHere(): void {
    if (canvas.current) canvas.current.dataset.angle = turning.angle().toFixed(3)
  }

  return {
    canvas,
    begin(): void {
      canvas.current?.removeAttribute('data-angle')
      if (!isMotionReduced()) turning.begin()
    },
    /** Resolves when the slice rests under the pointer. */
    async land(index: number): Promise<void> {
      const { count } = latest.current
      if (isMotionReduced()) {
        turning.place(restingAngle(turning.angle(), { index, count, turns: 0, luck: 0.5 }))
        // The rules for reduced motion stop animations of style sheets; this one is the short fade that they ask for.
        await canvas.current?.animate([{ opacity: 0.2 }, { opacity: 1 }], 200).finished.catch(() => {})
      } else await turning.land(index, count)
      restHere()
    },
    /** Comes to rest because nothing was won. */
    async rest(): Promise<void> {
      if (!isMotionReduced()) await turning.rest()
      restHere()
    },
  }
}
