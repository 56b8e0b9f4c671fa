import type { Brand } from '../../server/platform/brand.ts'

/** The operator's brand and build options, from the page (rules.md §16). */
export const brand: Brand = JSON.parse(document.getElementById('brand')?.textContent ?? 'null') ?? {
  // Only the development server serves a page without brand settings.
  name: 'Krapao',
  variant: 'th',
  iframeMode: true,
  sportUrl: '',
  pgSlotNotice: '',
  qrMinimum: { PAYTIMZ: 10, FP: 10 },
  truelinkSecret: '',
  colours: { light: {}, dark: {} },
}

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
