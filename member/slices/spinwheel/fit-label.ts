/** The space of a label along the radius of its slice. Lengths in pixels. */
export interface LabelSpace {
  /** Distances from the wheel's middle between which a label may be. */
  inner: number
  outer: number
  /** The slice's angle in degrees. */
  arc: number
}

export interface FittedLabel {
  lines: string[]
  /** Of the letters, in pixels. */
  size: number
}

const sizes = [16, 15, 14, 13, 12, 11, 10, 9] as const
const maxLines = 3
/** Thai and Lao have marks above and below their letters. */
export const lineHeight = 1.4

/**
 * The largest form in which a label stays within its slice: on up to three lines, broken between words. A
 * slice gets narrower towards the middle, so more lines leave less length. What does not fit even at the
 * smallest size is cut, with an ellipsis.
 * @param words the label in pieces that may be parted
 * @param widthOf the width of a text at a size
 */
export function fitLabel(
  words: readonly string[],
  space: LabelSpace,
  widthOf: (text: string, size: number) => number,
): FittedLabel {
  for (const size of sizes) {
    for (let count = 1; count <= maxLines; count++) {
      const length = lengthFor(count, size, space)
      const lines = broken(words, (text) => widthOf(text, size) <= length)
      if (lines && lines.length <= count) return { lines, size }
    }
  }
  const size = sizes[sizes.length - 1] ?? 9
  const length = lengthFor(1, size, space)
  const letters = [...words.join('').trim()]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, size) > length) letters.pop()
  return { lines: [`${letters.join('')}…`], size }
}

/** The length that so many lines have before the slice gets too narrow for them. */
function lengthFor(count: number, size: number, { inner, outer, arc }: LabelSpace): number {
  const half = (count * size * lineHeight) / 2
  const narrow = arc < 180 ? half / Math.tan((arc / 2) * (Math.PI / 180)) : 0
  return outer - Math.max(inner, narrow)
}

/** Fills line after line; undefined if a single word does not fit. */
function broken(words: readonly string[], fits: (text: string) => boolean): string[] | undefined {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    if (fits((line + word).trim())) {
      line += word
      continue
    }
    if (line.trim() !== '') lines.push(line.trim())
    line = word.trimStart()
    if (!fits(line.trim())) return undefined
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}

/**
 * The pieces between which a text may be parted; Thai and Lao are written without spaces between words.
 * Browsers without a segmenter part at spaces only.
 */
export function wordsOf(text: string, locale: string): string[] {
  if (!('Segmenter' in Intl)) return text.split(/(?<= )/)
  return [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)].map(({ segment }) => segment)
}
