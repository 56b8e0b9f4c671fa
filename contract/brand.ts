import Type, { type Static } from 'typebox'

const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/**
 * The operator's brand and build options (product.md §9); values that the operator's brand file leaves out are those of
 * `ownBrand`.
 */
export const Brand = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40 }),
    variant: Type.Union([Type.Literal('th'), Type.Literal('la')]),
    /** Auto-login links open in a new tab rather than navigating (product.md §9). */
    iframeMode: Type.Boolean(),
    /** The address of sport providers without auto-login; empty: the provider's own page. */
    sportUrl: Type.String({ pattern: '^(https?://\\S+)?$' }),
    /** The same on the Lao build; empty: as `sportUrl`. */
    sportUrlLaos: Type.String({ pattern: '^(https?://\\S+)?$' }),
    /** A notice shown with the PG game; empty for none. */
    pgSlotNotice: Type.String(),
    /** Minimum amount of a QR code at these gateways, in baht; the minimums of other gateways are in limits.ts. */
    qrMinimum: Type.Object({ PAYTIMZ: Type.Number({ minimum: 1 }), FP: Type.Number({ minimum: 1 }) }),
    /** Encrypts gift links in transit but protects nothing, because every browser has it (rules.md §5.4). */
    truelinkSecret: Type.String({ minLength: 8 }),
    /** Accent and ink of both themes; all other colours are design tokens. */
    colours: Type.Object({
      light: Type.Object({ accent: Colour, onAccent: Colour, ink: Colour, surface: Colour }),
      dark: Type.Object({ accent: Colour, onAccent: Colour, ink: Colour, surface: Colour }),
    }),
  },
  { additionalProperties: false },
)
export type Brand = Static<typeof Brand>

/** The data in a page. `demo`: the money and the outside world are made up, and the page says so. */
export type PageBrand = Brand & { demo: boolean }
