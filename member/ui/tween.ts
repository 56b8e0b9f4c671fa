/** The pose of a card in the 3D carousel, by its distance from the middle in cards (right is positive). */
export interface Stance {
  /** Degrees around the vertical axis: outer edges turn away, as on a drum seen from outside. */
  turn: number
  /** The distance behind the middle card, as a share of the card's width. */
  depth: number
  opacity: number
  /** Opacity of the shade over the card. */
  shade: number
  /**
   * Opacity of the words that are read at the side; they come when the card's own words go behind the middle
   * one.
   */
  side: number
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Three cards are visible, the middle one and one on either side; the next ones fade in as they approach. */
export function stanceOf(offset: number): Stance {
  const away = Math.abs(offset)
  return {
    turn: clamp(offset, -1.5, 1.5) * 36,
    depth: Math.min(away, 1.5) * 0.36,
    opacity: clamp((1.9 - away) / 0.6, 0, 1),
    shade: Math.min(away, 1) * 0.4,
    side: clamp((away - 0.4) / 0.5, 0, 1),
  }
}

/**
 * Distance of a card from the middle, in cards.
 * @param location the strip's scroll position, in pixels
 * @param snap the scroll position with this card in the middle
 * @param size width of one card's place
 * @param round length of the strip if it is endless, else 0
 */
export function offsetOf(location: number, snap: number, size: number, round: number): number {
  let distance = location - snap
  if (round > 0) distance -= Math.round(distance / round) * round
  return size > 0 ? distance / size : 0
}
