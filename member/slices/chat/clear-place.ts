/** A box on the screen, in pixels. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** Pixels by which the button is lifted at a time, and how often at most. */
const step = 14
const steps = 18
/** Where nothing else helps the button shrinks to so many of its 56 pixels and moves over the margin to the edge. */
const small = 44
export const shrinking = small / 56
export const margin = 16
/** A word under the button is worse than the rest of what one can press. */
const worse = 8
/** Pixels at the edges that may lie over each other. */
const edge = 4

export interface Place {
  /** Pixels that the button is lifted. */
  lift: number
  /** There is room for the button alone, without the invitation beside it. */
  isTight: boolean
  /** Every place covers something, so it is small and at the edge of the window, where it covers least. */
  isTucked: boolean
}

/**
 * Where the button is in nobody's way.
 * @param controls what can be pressed, as far as it is in sight; @param words lines of text
 * @param button the button at its own place; @param whole with the invitation beside it, undefined if that is too wide
 */
export function clearPlace(
  controls: readonly Box[],
  words: readonly Box[],
  button: Box,
  whole: Box | undefined,
): Place {
  const lifts = Array.from({ length: steps + 1 }, (_, i) => i * step)
  // Words may be covered, but not an amount where a little higher is nothing.
  const freeFor = (box: Box) =>
    least(
      lifts.filter((by) => covered(controls, lifted(box, by)) === 0),
      (by) => covered(words, lifted(box, by)) + by,
    )
  const forAll = whole && freeFor(whole)
  if (forAll !== undefined) return { lift: forAll, isTight: false, isTucked: false }
  const alone = freeFor(button)
  if (alone !== undefined) return { lift: alone, isTight: true, isTucked: false }
  const right = button.right + margin
  const tucked = { left: right - small, right, top: button.bottom - small, bottom: button.bottom }
  const lift = least(lifts, (by) => {
    const box = lifted(tucked, by)
    return covered(controls, box) + worse * covered(words, box)
  })
  return { lift: lift ?? 0, isTight: true, isTucked: true }
}

/** Which of some numbers has the least of something; the first of equals. */
const least = (all: number[], of: (one: number) => number): number | undefined => {
  const sizes = all.map(of)
  return all[sizes.indexOf(Math.min(...sizes))]
}

const lifted = (box: Box, by: number): Box => ({ ...box, top: box.top - by, bottom: box.bottom - by })

/** Square pixels of controls under a box. */
const covered = (controls: readonly Box[], box: Box): number =>
  controls
    .map((one) => {
      const width = Math.min(one.right, box.right) - Math.max(one.left, box.left) - edge
      const height = Math.min(one.bottom, box.bottom) - Math.max(one.top, box.top) - edge
      return width > 0 && height > 0 ? width * height : 0
    })
    .reduce((sum, area) => sum + area, 0)
