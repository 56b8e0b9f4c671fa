import type { PageBrand } from '@krapao/contract/brand.ts'
import { ownBrand } from '@krapao/contract/own-brand.ts'

/**
 * The operator's brand and build options, from the page (rules.md §16). Only the development server serves a page
 * without them.
 */
export const brand: PageBrand =
  JSON.parse(document.getElementById('brand')?.textContent ?? 'null') ??
  (import.meta.env.DEV ? { ...ownBrand, demo: true } : undefined)

/** Sets the brand's colours in the design tokens. */
export function applyBrandColours(): void {
  const style = document.documentElement.style
  for (const [theme, colours] of Object.entries(brand.colours)) {
    for (const [name, colour] of Object.entries(colours)) {
      style.setProperty(
        `--brand-${theme}-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        colour,
      )
    }
  }
}
