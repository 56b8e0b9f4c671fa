/**
 * The Thai ำ and the Lao ຳ: one sign of a text, and two glyphs on paper, of which the ring stands above the
 * consonant before it, under its tone mark. A PDF says for each glyph which text it is. Said for both glyphs,
 * the sign would be there twice when somebody copies, searches or hears the text, and no reader takes a glyph
 * that stands for nothing. So the ring is drawn as an outline, and the other glyph is the whole sign.
 */

interface Sign {
  sign: number
  ring: number
  rest: number
}
const thai: Sign = { sign: 0x0e33, ring: 0x0e4d, rest: 0x0e32 }
const lao: Sign = { sign: 0x0eb3, ring: 0x0ecd, rest: 0x0eb2 }

/** Marks above a consonant, which stand above the ring as well. */
const above = '\u0e31\u0e34-\u0e37\u0e47-\u0e4e\u0eb1\u0eb4-\u0eb7\u0ebb\u0ec8-\u0ecd'
const signs = new RegExp(`([${above}]*)([\u0e33\u0eb3])`, 'g')
const isAbove = new RegExp(`^[${above}]$`)

/** A text with these signs in two parts, in the order in which they are shaped. */
export const inParts = (text: string): string =>
  text.replace(signs, (_, marks: string, sign: string) => {
    const { ring, rest } = sign.codePointAt(0) === thai.sign ? thai : lao
    return `${String.fromCodePoint(ring)}${marks}${String.fromCodePoint(rest)}`
  })

/** An outline of fontkit, in units of its font. */
interface Outline {
  transform(a: number, b: number, c: number, d: number, e: number, f: number): Outline
  toSVG(): string
}
interface Glyph {
  id: number
  advanceWidth: number
  codePoints: number[]
  path: Outline
}
/** In thousandths of the size. */
interface Position {
  xAdvance: number
  advanceWidth: number
  xOffset: number
  yOffset: number
}

/** A font of pdfkit, as far as it is used here; pdfkit declares no type for it. */
interface Font {
  font: { unitsPerEm: number }
  scale: number
  subset: { glyphs: number[]; includeGlyph(id: number): number }
  widths: number[]
  unicode: number[][]
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: Position[] }
  encode(text: string, features?: unknown): [codes: string[], positions: Position[]]
}

/** A ring, and where it is from the beginning of its text, in thousandths of the size; up is positive. */
export interface Ring {
  path: Outline
  unitsPerEm: number
  x: number
  y: number
}

interface Placed {
  glyph: Glyph
  position: Position
  /** The text that the glyph stands for. */
  codes: number[]
}

/** The glyphs of a text in the order in which it is read, and the rings, which are none of them. */
function placeAll(font: Font, text: string, features?: unknown): { placed: Placed[]; rings: Ring[] } {
  const { glyphs, positions } = font.layout(text, features)
  const whole = glyphs.map((glyph, i): Placed => {
    return { glyph, position: positions[i] as Position, codes: glyph.codePoints }
  })
  const placed: Placed[] = []
  const rings: Ring[] = []
  let x = 0
  for (let i = 0; i < whole.length; i++) {
    const { glyph, position, codes } = whole[i] as Placed
    const found = [thai, lao].find(({ ring }) => codes[0] === ring)
    const end = found ? endOf(whole, i + 1) : i
    const rest = whole[end]
    const before = placed.at(-1)
    if (found && before && rest && String(rest.codes) === String(found.rest)) {
      whole[end] = { ...rest, codes: [found.sign] }
      // Where the font joins the ring and the tone mark above it, the glyph is the mark.
      if (codes.length > 1) placed.push({ glyph, position, codes: codes.slice(1) })
      else {
        const { unitsPerEm } = font.font
        rings.push({ path: glyph.path, unitsPerEm, x: x + position.xOffset, y: position.yOffset })
        before.position = { ...before.position, xAdvance: before.position.xAdvance + position.xAdvance }
      }
    } else placed.push(whole[i] as Placed)
    x += position.xAdvance
  }
  return { placed, rings }
}

/** The place behind the marks above a consonant. */
function endOf(glyphs: Placed[], from: number): number {
  let at = from
  while (glyphs[at]?.codes.every((code) => isAbove.test(String.fromCodePoint(code)))) at++
  return at
}

/**
 * Makes a font of a document write each such sign as one glyph.
 * @returns the rings of a text, which are to be drawn beside it
 */
export function writeOnce(pdfFont: unknown): (text: string) => Ring[] {
  const font = pdfFont as Font
  /** The numbers in the file of glyphs that stand for this and for something else. */
  const numbers = new Map<string, number>()

  function numberOf({ glyph, codes }: Placed): number {
    const usual = font.subset.includeGlyph(glyph.id)
    font.unicode[usual] ??= codes
    if (String(font.unicode[usual]) === String(codes)) return usual
    const key = `${glyph.id} ${codes}`
    const number = numbers.get(key) ?? font.subset.glyphs.push(glyph.id) - 1
    numbers.set(key, number)
    font.unicode[number] = codes
    return number
  }

  font.encode = (text, features) => {
    const { placed } = placeAll(font, text, features)
    const codes = placed.map((place) => {
      const number = numberOf(place)
      font.widths[number] ??= place.glyph.advanceWidth * font.scale
      return number.toString(16).padStart(4, '0')
    })
    return [codes, placed.map(({ position }) => position)]
  }
  return (text) => placeAll(font, text).rings
}
