/** A box on the screen, in pixels. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** Pixels by which the button is lifted at a time, and how often at most. */
const step = 14
const steps = 18
/** Pixels at the edges that may lie over each other. */
const edge = 4

export interface Place {
  /** Pixels that the button is lifted. */
  lift: number
  /** There is room for the button alone, without the invitation beside it. */
  isTight: boolean
}

/**
 * The lowest place at which the button lies over nothing; undefined where there is none.
 * @param taken what can be pressed, and lines of text, as far as they are in sight
 * @param button the button at its own place; @param whole with the invitation beside it, undefined if that is too wide
 */
export function clearPlace(taken: readonly Box[], button: Box, whole: Box | undefined): Place | undefined {
  const freeFor = (box: Box) => lifts.find((by) => !taken.some((one) => overlap(one, lifted(box, by))))
  const forAll = whole && freeFor(whole)
  if (forAll !== undefined) return { lift: forAll, isTight: false }
  const alone = freeFor(button)
  return alone === undefined ? undefined : { lift: alone, isTight: true }
}

const lifts = Array.from({ length: steps + 1 }, (_, i) => i * step)

const lifted = (box: Box, by: number): Box => ({ ...box, top: box.top - by, bottom: box.bottom - by })

const overlap = (one: Box, other: Box): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > edge &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > edge
