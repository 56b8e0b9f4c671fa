import { type Arc, arcsOf } from '@krapao/web/ui/wheel-arcs.ts'
import { useEffect, useRef, useState } from 'react'
import { isMotionReduced } from '../../ui/motion.ts'
import { restingAngle, sliceUnder } from './geometry.ts'
import { tick } from './sound.ts'
import { createTurning } from './turning.ts'
import type { Slice } from './wheel.ts'

/**
 * Turns a canvas. With reduced motion it does not turn: it fades to the angle at which it rests. The resting
 * angle is in `data-angle` of the canvas.
 */
export function useWheel(slices: readonly Slice[], withSound: boolean) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { arcs, arcsNow, hold } = useArcs(slices)
  const sounds = useRef(withSound)
  sounds.current = withSound
  const [turning] = useState(() => {
    let last = 0
    return createTurning(
      () => canvas.current,
      (angle) => {
        const slice = sliceUnder(angle, arcsNow())
        if (sounds.current && slice !== last) tick()
        last = slice
      },
    )
  })
  useEffect(() => () => turning.stop(), [turning])
  const [restsAt, setRestsAt] = useState(0)

  function restHere(): void {
    if (canvas.current) canvas.current.dataset.angle = turning.angle().toFixed(3)
    setRestsAt(turning.angle())
  }

  /** Comes to rest because nothing was won, or at a wheel that has changed meanwhile. */
  async function rest(): Promise<void> {
    if (!isMotionReduced()) await turning.rest()
    restHere()
  }

  return {
    canvas,
    /** Of the slices, as they are to be drawn. */
    arcs,
    /** The angle at which it rests, or rested before it began to turn. */
    restsAt,
    begin(): void {
      canvas.current?.removeAttribute('data-angle')
      hold()
      if (!isMotionReduced()) turning.begin()
    },
    /** Resolves when the slice rests under the pointer. */
    async land(index: number): Promise<void> {
      const arc = arcsNow()[index]
      if (!arc) return rest()
      if (isMotionReduced()) {
        turning.place(restingAngle(turning.angle(), { arc, turns: 0, luck: 0.5 }))
        // The rules for reduced motion stop animations of style sheets; this one is the short fade that they
        // ask for.
        await canvas.current?.animate([{ opacity: 0.2 }, { opacity: 1 }], 200).finished.catch(() => {})
      } else await turning.land(arc)
      restHere()
    },
    rest,
  }
}

/**
 * The arcs of slices by their chances. Chances change while the wheel turns, and after it has come to rest,
 * as the last of a stock is won: the slice under the pointer would then be another one. So a turn takes the
 * arcs of its beginning, and they stay until the next one begins.
 */
function useArcs(slices: readonly Slice[]) {
  const kept = useRef<{ wheel: string; arcs: Arc[]; isHeld: boolean }>(undefined)
  const latest = () => arcsOf(slices.map(({ weight }) => weight))
  // Another version has other slices.
  const wheel = slices.map(({ code }) => code).join(' ')
  if (!kept.current?.isHeld || kept.current.wheel !== wheel) {
    kept.current = { wheel, arcs: latest(), isHeld: kept.current?.isHeld ?? false }
  }
  const now = kept.current
  return {
    arcs: now.arcs,
    arcsNow: (): readonly Arc[] => kept.current?.arcs ?? now.arcs,
    hold(): void {
      kept.current = { wheel, arcs: latest(), isHeld: true }
    },
  }
}
