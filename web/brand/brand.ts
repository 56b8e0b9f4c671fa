/** What both apps need of the operator's brand; a page carries more (rules.md §16). */
interface Look {
  name: string
  /** The language of a first visit. */
  variant: 'th' | 'la'
  /** Names and colours by theme. */
  colours: Record<'light' | 'dark', Record<string, string>>
  demo: boolean
}

/** The brand that a page carries. @param absent what stands in its place: only the development server serves a page without */
export const readBrand = <B extends Look>(absent: Omit<B, 'colours'> & Pick<Look, 'colours'>): B =>
  JSON.parse(document.getElementById('brand')?.textContent ?? 'null') ?? absent

/** The brand, as far as both apps know it. */
export const brand = readBrand<Look>({
  name: 'Krapao',
  variant: 'th',
  colours: { light: {}, dark: {} },
  demo: true,
})

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
