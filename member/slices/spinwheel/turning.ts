import { delays } from '@krapao/contract/limits.ts'
import type { Arc } from '@krapao/web/ui/wheel-arcs.ts'
import { easeOut, fading, fadingWay, landing, restingAngle, rise, waiting } from './geometry.ts'

/** How the wheel turns: at once on a click, and to its slice when the answer is known. */
export interface Turning {
  /** Turns until `land` or `rest` is called. */
  begin(): void
  /** Comes to rest with a slice under the pointer; from standing still, too. Resolves then. */
  land(slice: Arc): Promise<void>
  /** Comes to rest anywhere, because nothing was won. */
  rest(): Promise<void>
  /** Takes an angle at once, without an animation. */
  place(angle: number): void
  /** The angle at the moment. */
  angle(): number
  /** Ends the movement without an end; nothing resolves any more. */
  stop(): void
}

/**
 * Where the wheel is after so many milliseconds of a movement: degrees from its beginning, and degrees in a
 * millisecond.
 */
type Move = (passed: number) => { turned: number; speed: number }

/** The curves of `easeOut` and of the first part of `waiting`, as browsers name them. */
const slower = 'cubic-bezier(0.3333, 0.6667, 0.6667, 1)'
const faster = 'cubic-bezier(0.3333, 0, 0.6667, 0.3333)'
/** Milliseconds for which the wheel can turn: no call waits longer for its answer. */
const longest = delays.call + 10_000

const turnOf = (angle: number) => `rotate(${angle.toFixed(3)}deg)`

/**
 * Turns an element by the browser's own animations, which go on while scripts are busy: the answer that says
 * where to land also has the page rendered again.
 * @param seen called in each frame of a movement that scripts get, for the sound
 */
export function createTurning(element: () => HTMLElement | null, seen: (angle: number) => void): Turning {
  let at = 0
  let moving: { from: number; move: Move; animation: Animation } | undefined
  let frame = 0

  function now(): { angle: number; speed: number } {
    if (!moving) return { angle: at, speed: 0 }
    const { turned, speed } = moving.move(Number(moving.animation.currentTime ?? 0))
    return { angle: moving.from + turned, speed }
  }
  function place(angle: number): void {
    cancelAnimationFrame(frame)
    at = angle
    const shown = element()
    if (shown) shown.style.transform = turnOf(angle)
    moving?.animation.cancel()
    moving = undefined
    seen(angle)
  }
  /** Follows a movement from here on, in place of the one before. */
  function follow(move: Move, duration: number, keyframes: (from: number) => Keyframe[]) {
    cancelAnimationFrame(frame)
    const from = now().angle
    const animation = element()?.animate(keyframes(from), { duration, fill: 'forwards' })
    moving?.animation.cancel()
    moving = animation && { from, move, animation }
    at = from
    const look = () => {
      seen(now().angle)
      frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return animation
  }
  async function slowDown(way: number, duration: number): Promise<void> {
    const move: Move = (passed) => ({
      turned: way * easeOut(passed / duration),
      speed: ((2 * way) / duration) * Math.max(0, 1 - passed / duration),
    })
    const target = now().angle + way
    const animation = follow(move, duration, (from) => [
      { transform: turnOf(from), easing: slower },
      { transform: turnOf(from + way) },
    ])
    // A movement that was replaced or stopped has no end.
    await animation?.finished.catch(() => new Promise(() => {}))
    place(target)
  }

  return {
    begin() {
      const risen = waiting(rise).turned
      follow(waiting, longest, (from) => [
        { transform: turnOf(from), easing: faster },
        { transform: turnOf(from + risen), offset: rise / longest },
        { transform: turnOf(from + waiting(longest).turned) },
      ])
    },
    land(arc) {
      const { turns, duration } = landing(Math.random)
      const { angle } = now()
      return slowDown(restingAngle(angle, { arc, turns, luck: Math.random() }) - angle, duration)
    },
    async rest() {
      const { speed } = now()
      if (speed > 0) await slowDown(fadingWay(speed), fading)
    },
    place,
    angle: () => now().angle,
    stop() {
      cancelAnimationFrame(frame)
      moving?.animation.cancel()
    },
  }
}
