import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'

const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

const BrandFile = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40 }),
    variant: Type.Union([Type.Literal('th'), Type.Literal('la')]),
    /** Auto-login links open in a new tab rather than navigating (product.md §9). */
    iframeMode: Type.Boolean(),
    /** Where sport providers without an auto-login are played; empty: at the provider's own page. */
    sportUrl: Type.String({ pattern: '^(https?://\\S+)?$' }),
    /** The same on the Lao build; empty: as `sportUrl`. */
    sportUrlLaos: Type.String({ pattern: '^(https?://\\S+)?$' }),
    /** Notice shown with the PG game; empty for none. */
    pgSlotNotice: Type.String(),
    qrMinimum: Type.Object({ PAYTIMZ: Type.Number({ minimum: 1 }), FP: Type.Number({ minimum: 1 }) }),
    /** Hides gift links in transit, protects nothing: it ships to every browser (rules.md §5.4). */
    truelinkSecret: Type.String({ minLength: 8 }),
    /** Accent and ink of both themes; the rest follows from the design tokens. */
    colours: Type.Object({
      light: Type.Object({ accent: Colour, onAccent: Colour, ink: Colour, surface: Colour }),
      dark: Type.Object({ accent: Colour, onAccent: Colour, ink: Colour, surface: Colour }),
    }),
  },
  { additionalProperties: false },
)

/** The operator's brand and build options, as they travel in the page. */
export type Brand = Static<typeof BrandFile>

/** What a page is told beside the brand. `demo`: the money and the outside world are made up, and the page says so. */
export type PageBrand = Brand & { demo: boolean }

const ownBrand: Brand = {
  name: 'Krapao',
  variant: 'th',
  iframeMode: true,
  sportUrl: '',
  sportUrlLaos: '',
  pgSlotNotice: '',
  qrMinimum: { PAYTIMZ: 10, FP: 10 },
  truelinkSecret: 'krapao-gift-link',
  colours: {
    light: { accent: '#e0a526', onAccent: '#1c1a3a', ink: '#1c1a3a', surface: '#f6f5fa' },
    dark: { accent: '#f0bb45', onAccent: '#16142e', ink: '#f1eff8', surface: '#121026' },
  },
}

/**
 * Reads a brand file over our own brand and checks it, contrast included (≥ 4.5:1 for text).
 * @throws Error naming the file and each thing that is wrong
 */
export function readBrand(file: string | undefined): Brand {
  if (!file) return ownBrand
  const problems: string[] = []
  let brand: Brand = ownBrand
  try {
    const given = JSON.parse(readFileSync(file, 'utf8'))
    brand = { ...ownBrand, ...given, colours: { ...ownBrand.colours, ...given.colours } }
    for (const error of Value.Errors(BrandFile, brand)) {
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
