import { readFileSync } from 'node:fs'
import { Brand } from '@krapao/contract/brand.ts'
import { ownBrand } from '@krapao/contract/own-brand.ts'
import Value from 'typebox/value'

/**
 * Reads a brand file, whose values replace those of our own brand, and checks it, including the contrast of
 * text (at least 4.5:1).
 * @throws Error naming the file and everything that is wrong in it
 */
export function readBrand(file: string | undefined): Brand {
  if (!file) return ownBrand
  const problems: string[] = []
  let brand: Brand = ownBrand
  try {
    const given = JSON.parse(readFileSync(file, 'utf8'))
    brand = { ...ownBrand, ...given, colours: { ...ownBrand.colours, ...given.colours } }
    for (const error of Value.Errors(Brand, brand)) {
      problems.push(`${error.instancePath || 'brand'}: ${error.message}`)
    }
  } catch (error) {
    problems.push((error as Error).message)
  }
  if (problems.length === 0) {
    for (const [theme, colours] of Object.entries(brand.colours)) {
      for (const [text, ground] of [
        ['ink', 'surface'],
        ['onAccent', 'accent'],
      ] as const) {
        const ratio = contrast(colours[text], colours[ground])
        if (ratio < 4.5)
          problems.push(`${theme}: ${text} on ${ground} has contrast ${ratio.toFixed(2)}, needs 4.5`)
      }
    }
  }
  if (problems.length > 0) throw new Error(`BRAND_FILE ${file}:\n  ${problems.join('\n  ')}`)
  return brand
}

/** WCAG contrast ratio of two #rrggbb colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const luminance = (colour: string): number => {
    const [r = 0, g = 0, bl = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl
  }
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
