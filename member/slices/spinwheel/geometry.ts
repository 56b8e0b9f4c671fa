import type { Arc } from '@krapao/web/ui/wheel-arcs.ts'

/**
 * What is under the pointer and how the wheel moves (product.md §9). Angles are degrees, clockwise. At angle
 * 0 the first slice begins under the pointer, which is at the top, and the others follow clockwise.
 */

const round = 360

/** The remainder that is never negative. */
const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** Pixels: the smaller of 350 and 85 % of the window's width. */
export const wheelSize = (windowWidth: number): number => Math.floor(Math.min(350, windowWidth * 0.85))

/** Index of the slice under the pointer. */
export function sliceUnder(angle: number, arcs: readonly Arc[]): number {
  const at = modulo(-angle, round)
  // Less than nothing under a full turn, by the rounding of numbers, is the first slice.
  return Math.max(0, at < round ? arcs.findLastIndex(({ from }) => from <= at) : 0)
}

/**
 * Whether a label that runs outwards from the middle would stand on its head while the wheel rests at this
 * angle.
 */
export function isUpsideDown({ from, width }: Arc, angle: number): boolean {
  // Clockwise from the top: the left half lies beyond half a round. What stands upright either way is not
  // turned.
  const middle = modulo(from + width / 2 + angle, round)
  return middle > round / 2 + 0.5 && middle < round - 0.5
}

/** How much of a slice, at either edge, the pointer never rests on: what it shows must be in no doubt. */
export const edge = 0.15

/**
 * The angle at which a slice rests under the pointer after at least so many full turns more.
 * @param luck from 0 to 1: where within the slice, its edges left out
 */
export function restingAngle(
  from: number,
  { arc, turns, luck }: { arc: Arc; turns: number; luck: number },
): number {
  const share = edge + (1 - 2 * edge) * luck
  const target = -(arc.from + share * arc.width)
  return from + turns * round + modulo(target - from, round)
}

/**
 * Two or three full turns, and the milliseconds that they take: a factor of 4000 to 5000 times the turns
 * times 0.1.
 */
export function landing(random: () => number): { turns: number; duration: number } {
  const turns = random() < 0.5 ? 2 : 3
  return { turns, duration: (4000 + 1000 * random()) * turns * 0.1 }
}

/** Share of the way after a share of the time: fast first, at rest at the end. */
export const easeOut = (time: number): number => 1 - (1 - Math.min(1, Math.max(0, time))) ** 2

/** Degrees in a millisecond while the answer is awaited: about as fast as a landing begins. */
const speed = 1.6
/** Milliseconds in which it gets that fast. */
export const rise = 220

/** Degrees turned, and degrees in a millisecond, after so many milliseconds of waiting for the answer. */
export const waiting = (passed: number): { turned: number; speed: number } =>
  passed < rise
    ? { turned: (speed * passed ** 2) / (2 * rise), speed: (speed * passed) / rise }
    : { turned: speed * (passed - rise / 2), speed }

/** Milliseconds in which the wheel comes to rest when it wins nothing, because the spin failed. */
export const fading = 700

/** Degrees that it still turns then: as fast at first as it was. */
export const fadingWay = (speed: number): number => (speed * fading) / 2
