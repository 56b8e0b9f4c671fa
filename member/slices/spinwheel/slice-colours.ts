type Rgb = [red: number, green: number, blue: number]

const rgbOf = (colour: string): Rgb | undefined => {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(colour) ?? []
  return red && green && blue ? [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)] : undefined
}

/** Shares of black or white in the colours that a slice may have instead of its own. */
const shades = [0, 0.28, 0.5]
const others = [0.12, 0.24]
/** Below it, as a sum over red, green and blue, two colours look like one. */
const least = 30

function shaded(colour: Rgb, share: number, towards: number): Rgb {
  const [red, green, blue] = colour.map((one) => Math.round(one + (towards - one) * share))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

const isAlike = (one: Rgb, other: Rgb): boolean =>
  one.reduce((sum, part, at) => sum + Math.abs(part - (other[at] ?? 0)), 0) < least

/**
 * The colours in which slices are drawn: each its own, unless an earlier slice has that colour already, for
 * which it would be taken, on the wheel and in the list of prizes. Then it gets a shade of it, away from the
 * colour of its letters, so that they are read as well as before. Where all shades are taken, it is at least
 * not that of a slice beside it; the last slice is beside the first.
 */
export function sliceColours(slices: readonly { bgColor: string; textColor: string }[]): string[] {
  const drawn: (Rgb | undefined)[] = []
  slices.forEach(({ bgColor, textColor }, at) => {
    const own = rgbOf(bgColor)
    const letters = rgbOf(textColor) ?? [255, 255, 255]
    const towards = letters[0] + letters[1] + letters[2] > 380 ? 0 : 255
    const beside = [drawn[at - 1], at > 1 && at === slices.length - 1 ? drawn[0] : undefined]
    // Black has no darker shade: then the other way, a little.
    const choices = own
      ? [
          ...shades.map((share) => shaded(own, share, towards)),
          ...others.map((share) => shaded(own, share, 255 - towards)),
        ]
      : []
    const isFree = (one: Rgb, taken: (Rgb | undefined)[]) =>
      taken.every((other) => !other || !isAlike(one, other))
    drawn.push(choices.find((one) => isFree(one, drawn)) ?? choices.find((one) => isFree(one, beside)) ?? own)
  })
  return slices.map(({ bgColor }, at) => {
    const colour = drawn[at]
    return colour ? `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}` : bgColor
  })
}
