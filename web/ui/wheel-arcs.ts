/** A slice of a wheel that rests at angle 0, in degrees, clockwise from the top. */
export interface Arc {
  from: number
  width: number
}

/** The least width of a slice in degrees: a short label can be read in it. */
const readable = 18
/** Where there are many slices, the part of an equal width that each of them has at least. */
const leastShare = 0.8

/**
 * The slices of a wheel, one behind the other, as wide as they are likely: a wheel looks as it is drawn from
 * (product.md §2 Spin). A slice that would be too narrow for its label has the least width, and the others
 * share the rest by their weights.
 * @param weights a weight that is no number, or below 0, as while it is typed, counts as 0
 */
export function arcsOf(weights: readonly number[]): Arc[] {
  const sure = weights.map((weight) => (weight > 0 && Number.isFinite(weight) ? weight : 0))
  const least = Math.min(readable, (leastShare * 360) / sure.length)
  const narrow = new Set<number>()
  let perWeight = 0
  for (;;) {
    const sum = sure.reduce((all, weight, at) => (narrow.has(at) ? all : all + weight), 0)
    perWeight = (360 - narrow.size * least) / sum
    const found = sure.findIndex((weight, at) => !narrow.has(at) && weight * perWeight < least)
    if (found < 0 || sum === 0) break
    narrow.add(found)
  }
  // Nothing can be drawn: all alike.
  const isEmpty = sure.every((weight) => weight === 0)
  let from = 0
  return sure.map((weight, at) => {
    const width = isEmpty ? 360 / sure.length : narrow.has(at) ? least : weight * perWeight
    const arc = { from, width }
    from += width
    return arc
  })
}
