/** Bytes of the head of a file, before the first colours. */
const headLength = 13

/**
 * Counts the pictures of a GIF by the lengths of its blocks, without decoding any. A file that breaks off
 * counts as far as it goes.
 * @param most it counts no further than to one more
 */
export function countFrames(gif: Uint8Array, most: number): number {
  /** Bytes of a table of colours that the flags before it announce. */
  const coloursOf = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  /** The position behind a chain of blocks that each begin with their length, the last with 0. */
  const skip = (at: number): number => {
    let end = at
    while (gif[end]) end += (gif[end] ?? 0) + 1
    return end + 1
  }
  let frames = 0
  let at = headLength + coloursOf(gif[10])
  while (at < gif.length && frames <= most) {
    const kind = gif[at]
    if (kind === 0x21) {
      at = skip(at + 2)
    } else if (kind === 0x2c) {
      frames++
      at = skip(at + 10 + coloursOf(gif[at + 9]) + 1)
    } else if (kind === 0x3b) {
      break
    } else {
      // The library passes over what it does not know, to the next block.
      at++
    }
  }
  return frames
}
