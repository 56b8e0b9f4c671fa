import Type, { type Static } from 'typebox'

const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** The operator's brand and build options (product.md §9): a file of the operator's gives them, over `ownBrand`. */
export const Brand = Type.Object(
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
    /** Least amount of a QR code at these gateways, in baht; the other gateways' own are in limits.ts. */
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
export type Brand = Static<typeof Brand>

/** What a page gets beside the brand. `demo`: the money and the outside world are made up, and the page says so. */
export type PageBrand = Brand & { demo: boolean }
