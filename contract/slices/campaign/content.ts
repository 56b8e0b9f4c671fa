import type { Static } from 'typebox'
import { Amount, Currency, Nullable, Type } from '../../endpoint.ts'
import { inEachLanguage } from '../../languages.ts'
import { kinds, longest, maxBanners, maxSlices } from './kinds.ts'

/**
 * What a campaign says and gives, as an operator writes it (rules.md §19). Amounts are in the campaign's own
 * currency. The limits whose violation an operator has to read about are in problems.ts; the shapes are here,
 * and sizes against misuse.
 */

export const CampaignKind = Type.Enum(kinds)

/** Unknown fields are refused: they would be stored without having been sanitised or looked at. */
const Strict = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** A text in each language. */
const Words = (maxLength: number) => {
  // PostgreSQL's texts have no zero byte.
  const text = Type.String({ maxLength, pattern: '^[^\\u0000]*$' })
  return Strict(inEachLanguage(() => text))
}
export type Words = Static<ReturnType<typeof Words>>

const Title = Words(longest.title)
const Html = Words(longest.html)

/** `image` is what `POST /api/console/campaigns/pictures` answered; it is served under `/files/campaign/`. */
export const Banner = Strict({ image: Type.String({ pattern: '^[0-9a-f]{32}\\.webp$' }), html: Html })
export type Banner = Static<typeof Banner>
const Banners = Type.Array(Banner, { maxItems: maxBanners })

const ofEveryCondition = {
  percentFail: Type.Number(),
  /** Null: the member keeps everything. */
  maxCashOut: Nullable(Amount()),
  mayForfeit: Type.Boolean(),
  days: Type.Integer(),
}

/**
 * The condition to be reached before bonus money is the member's own; the words are those of the terms that
 * are kept with it.
 */
export const Condition = Type.Union([
  Strict({
    mode: Type.Literal('turnover'),
    multiplePercent: Type.Integer(),
    /** In percent by product. */
    weights: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]{0,29}$' }), Type.Integer(), {
      maxProperties: 50,
      additionalProperties: false,
    }),
    /** In percent, of all other products. Old versions lack it; new ones have to say it (problems.ts). */
    otherWeight: Type.Optional(Type.Integer()),
    ...ofEveryCondition,
  }),
  Strict({ mode: Type.Literal('balance'), percentSuccess: Type.Number(), ...ofEveryCondition }),
])
export type Condition = Static<typeof Condition>

/** What counts of a stake, in percent, where a version without `otherWeight` does not name the product. */
export const wholeStake = 100

/** The code of a bonus, promotion or slice. */
const Code = Type.String({ pattern: '^[A-Z0-9][A-Z0-9-]{0,19}$' })

export const BonusContent = Strict({
  kind: Type.Literal('bonus'),
  currency: Currency,
  title: Title,
  description: Html,
  banners: Banners,
  /** How often a member may have it: ever, on one Bangkok day, in one week from Monday. */
  type: Type.Enum(['limit', 'day', 'week']),
  maxReceived: Type.Integer(),
  credit: Type.Union([
    Strict({
      kind: Type.Literal('deposit'),
      minDeposit: Amount(),
      percent: Type.Number(),
      maxBonus: Amount(),
    }),
    Strict({ kind: Type.Literal('free'), amount: Amount() }),
  ]),
  /** What the house gives in all; null: without end. */
  budget: Nullable(Amount()),
  /** Only a member with this or less in all may take it. */
  maxTotal: Amount(),
  condition: Condition,
})

export const PromotionContent = Strict({
  kind: Type.Literal('promotion'),
  currency: Currency,
  title: Title,
  description: Html,
  amount: Amount(),
  /** How often the code may be used by all members together. */
  uses: Type.Integer(),
  /** The same on one Bangkok day; null: as often as `uses` says. */
  usesPerDay: Nullable(Type.Integer()),
  condition: Condition,
})

const ofLoss = {
  currency: Currency,
  /** Of a day's net loss. */
  percent: Type.Number(),
  /** Least and most that one day brings. */
  min: Amount(),
  max: Amount(),
  banners: Banners,
  info: Html,
  condition: Condition,
}
export const InviteContent = Strict({ kind: Type.Literal('invite'), ...ofLoss })
export const RefundContent = Strict({ kind: Type.Literal('refund'), ...ofLoss })

export const Prize = Type.Union([
  Strict({ kind: Type.Literal('CREDIT'), amount: Amount(), condition: Condition }),
  Strict({ kind: Type.Literal('COIN'), coins: Type.Integer() }),
  /** A bonus by its code. */
  Strict({ kind: Type.Literal('BONUS'), code: Code }),
  /** What the operator delivers; `value` is what one costs the house, which members are not told. */
  Strict({ kind: Type.Literal('ITEM'), value: Type.Optional(Amount()) }),
  Strict({ kind: Type.Literal('NONE') }),
])
export type Prize = Static<typeof Prize>

const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$' })
export const WheelSlice = Strict({
  code: Code,
  label: Words(longest.label),
  bgColor: Colour,
  textColor: Colour,
  htmlDescription: Words(longest.sliceHtml),
  /** Its share of the draw; published. */
  weight: Type.Integer(),
  /** How often it can be won; null: without end. */
  stock: Nullable(Type.Integer()),
  prize: Prize,
})
export type WheelSlice = Static<typeof WheelSlice>

export const WheelContent = Strict({
  kind: Type.Literal('wheel'),
  currency: Currency,
  name: Title,
  description: Html,
  slices: Type.Array(WheelSlice, { maxItems: maxSlices }),
  /** The code of the slice that takes the place of one whose stock is used up. */
  fallback: Type.String({ maxLength: 20 }),
  couponDays: Type.Integer(),
})

export const CampaignContent = Type.Union([
  BonusContent,
  PromotionContent,
  InviteContent,
  RefundContent,
  WheelContent,
])
export type CampaignContent = Static<typeof CampaignContent>
/** The content of one kind. */
export type ContentOf<K extends CampaignContent['kind']> = Extract<CampaignContent, { kind: K }>

/**
 * A content in an answer. Its shape is that of `CampaignContent`, but it is written out as it is stored: an
 * old version may have fields that today's shape does not know.
 */
export const StoredContent = Type.Unsafe<CampaignContent>(
  Type.Object({ kind: CampaignKind, currency: Currency }, { additionalProperties: true }),
)
