import Type, { type Static } from 'typebox'
import { inEachLanguage } from './languages.ts'
import { forGatewaysOfBrand } from './qr-gateways.ts'

const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })
/** A file beside the brand file; empty: our own. */
const Drawing = Type.String({ pattern: '^([\\w-]+/)*[\\w-]+\\.svg$|^$' })
const Line = Type.String({ minLength: 1, maxLength: 160 })

const Colours = Type.Object({
  accent: Colour,
  onAccent: Colour,
  ink: Colour,
  surface: Colour,
  card: Colour,
  sunken: Colour,
  line: Colour,
  link: Colour,
  /** The two ends of the dark ground of the balance card. */
  night: Colour,
  nightDeep: Colour,
})
export type Colours = Static<typeof Colours>

/**
 * The operator's brand and build options (product.md §9); values that the operator's brand file leaves out
 * are those of `ownBrand`.
 */
export const Brand = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40 }),
    /** Below the icon of the installed app, where a longer name is cut off; empty: the name. */
    shortName: Type.String({ maxLength: 12 }),
    /** Who a text message is from, in its first words; empty: the name. */
    smsName: Type.String({ maxLength: 20 }),
    /** What the app is, for previews of links and where it is installed from, by `variant`. */
    descriptions: Type.Object({ th: Line, la: Line, en: Line }),
    variant: Type.Union([Type.Literal('th'), Type.Literal('la')]),
    /** Auto-login links open in a new tab rather than navigating (product.md §9). */
    iframeMode: Type.Boolean(),
    /** The address of sport providers without auto-login; empty: the provider's own page. */
    sportUrl: Type.String({ pattern: '^(https?://\\S+)?$' }),
    /** The same on the Lao build; empty: as `sportUrl`. */
    sportUrlLaos: Type.String({ pattern: '^(https?://\\S+)?$' }),
    /** A notice shown with the games of PG, for all languages or for each; empty for none. */
    pgSlotNotice: Type.Union([Type.String(), Type.Partial(Type.Object(inEachLanguage(() => Type.String())))]),
    /** Minimum amount of a QR code, in baht, at the gateways that have none of their own (qr-gateways.ts). */
    qrMinimum: Type.Object(forGatewaysOfBrand(() => Type.Number({ minimum: 1 }))),
    /** Encrypts gift links in transit but protects nothing, because every browser has it (rules.md §5.4). */
    truelinkSecret: Type.String({ minLength: 8 }),
    /** Of both themes; all other colours are design tokens. */
    colours: Type.Object({ light: Colours, dark: Colours }),
    art: Type.Object({
      /** The mark in the bar, on transparent ground. */
      mark: Drawing,
      /**
       * The app's icon: a full square, with what matters in the middle four fifths, since phones cut it to
       * shapes.
       */
      icon: Drawing,
      /** The picture of the login page and behind the balance, wider than high. */
      hero: Drawing,
      /** Pictures of the app that browsers show before it is installed. */
      screenshots: Type.Array(Type.String({ pattern: '^([\\w-]+/)*[\\w-]+\\.(png|jpg|webp)$' }), {
        maxItems: 8,
      }),
    }),
  },
  { additionalProperties: false },
)
export type Brand = Static<typeof Brand>

/** How this server differs from others of the same brand. */
export interface BuildOptions {
  /** The money and the outside world are made up, and the page says so. */
  demo: boolean
  /** Whether browsers may keep the app (rules.md §16). */
  worker: boolean
}

/** The data in a page. */
export type PageBrand = Omit<Brand, 'descriptions' | 'art' | 'smsName' | 'shortName'> & BuildOptions
