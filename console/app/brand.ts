import type { Brand } from '../../server/platform/brand.ts'

/** The operator's brand, from the page (rules.md §16); only the development server serves a page without it. */
export const brand: Pick<Brand, 'name' | 'variant' | 'colours'> = JSON.parse(
  document.getElementById('brand')?.textContent ?? 'null',
) ?? { name: 'Krapao', variant: 'th', colours: { light: {}, dark: {} } }

/** Hands the brand's colours to the design tokens. */
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
