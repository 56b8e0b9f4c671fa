import type { Static } from 'typebox'
import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { inEachLanguage } from '../../languages.ts'
import { DeskReason } from '../desk/desk-item.ts'
import { CampaignContent, CampaignKind, StoredContent } from './content.ts'
import { memberSpans } from './cost.ts'
import { campaignStates, versionStates } from './kinds.ts'

/** The shapes that several calls about campaigns share. */

export const KindParams = Type.Object({ kind: CampaignKind })
export const CampaignParams = Type.Object({
  kind: CampaignKind,
  code: Type.String({ pattern: '^[A-Z0-9][A-Z0-9-]{1,19}$' }),
})
export const VersionParams = Type.Object({
  ...CampaignParams.properties,
  version: Type.String({ pattern: '^[1-9]\\d{0,5}$' }),
})

/** A body with a content: texts in three languages, up to 24 slices. */
export const contentSize = { bytes: 524_288, values: 10_000 }

/** Null: it begins when it is approved, and goes on until it is stopped. */
const ofSchedule = { startsAt: Nullable(Timestamp()), endsAt: Nullable(Timestamp()) }

export const NewVersion = Type.Object({
  content: CampaignContent,
  ...ofSchedule,
  reason: DeskReason,
  /**
   * The number of the latest version that its author saw; 0: none. Another one meanwhile: CAMPAIGN_CHANGED.
   */
  basedOn: Type.Integer({ minimum: 0 }),
})

/** A campaign as a list shows it: by its active version, or else its latest. */
export const Campaign = Type.Object({
  kind: CampaignKind,
  code: Type.String(),
  currency: Currency,
  title: Type.Object(inEachLanguage(() => Type.String())),
  state: Type.Enum(campaignStates),
  /** The version that members have now. */
  active: Nullable(Type.Integer()),
  /** An approved version that begins later. */
  scheduled: Nullable(Type.Integer()),
  /** The version that waits for a second person. */
  waiting: Nullable(Type.Integer()),
  latest: Type.Integer(),
  ...ofSchedule,
  /** What the house gives in all; null: without end, or of a kind that has none. */
  budget: Nullable(Money()),
  /** What was given so far. */
  cost: Money(),
  stopped: Nullable(Type.Object({ at: Timestamp(), by: Type.String() })),
})
export type Campaign = Static<typeof Campaign>

/** The most that a version may cost (cost.ts); amounts in the campaign's currency. */
export const Exposure = Type.Object({
  /** Of all members together; null: nothing limits it. */
  inAll: Nullable(Money()),
  /** Of one member, and in which time; null: it gives no money. */
  member: Nullable(Type.Object({ amount: Money(), per: Type.Enum(memberSpans) })),
  /** Of a wheel what a spin costs on average, in money and in per cent of a coin's price. */
  spin: Nullable(
    Type.Object({
      /** Null: spins bring a coin or more on average, so that they never end. */
      cost: Nullable(Money()),
      /** Null: it has no end, or deposits bring no coins. */
      percent: Nullable(Type.Number()),
    }),
  ),
})

const Person = Type.Object({ _id: Type.String(), name: Type.String() })

export const CampaignVersion = Type.Object({
  version: Type.Integer(),
  state: Type.Enum(versionStates),
  content: StoredContent,
  ...ofSchedule,
  reason: Type.String(),
  madeBy: Person,
  madeAt: Timestamp(),
  /** Who approved, refused or withdrew it. */
  decidedBy: Nullable(Person),
  decidedAt: Nullable(Timestamp()),
  decidedReason: Nullable(Type.String()),
  /** The version that was approved last before this one; null: there was none, and nothing is compared. */
  comparedWith: Nullable(Type.Integer()),
  changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
  /** By the prices, bonuses and stocks of now. */
  exposure: Exposure,
})
export type CampaignVersion = Static<typeof CampaignVersion>

/** What would have become of the last days' members under a condition. Amounts in the campaign's currency. */
export const WhatIf = Type.Object({
  /** The first and the last of the Bangkok days that were looked at, YYYY-MM-DD, and how many they are. */
  from: Type.String(),
  to: Type.String(),
  days: Type.Integer(),
  /** How many would have received it, and how it would have ended for them. */
  members: Type.Integer(),
  met: Type.Integer(),
  failed: Type.Integer(),
  open: Type.Integer(),
  /**
   * The sum that the house would have given, and the part of it and its winnings that members would have
   * kept.
   */
  given: Money(),
  kept: Money(),
})
export type WhatIf = Static<typeof WhatIf>
