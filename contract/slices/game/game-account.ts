import { Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { gameCategories, gameCodes } from '../../game.ts'

export const GameCode = Type.Enum([...gameCodes])
export const GameParams = Type.Object({ code: Type.String({ maxLength: 16 }) })

/** A member's account at one provider, or the offer to open one (product.md §3). */
export const GameAccount = Type.Object({
  code: GameCode,
  name: Type.String(),
  logo: Type.String(),
  background: Type.String(),
  category: Type.Enum([...gameCategories]),
  isActive: Type.Boolean(),
  /** An earlier call is still opening it. */
  isBeingOpened: Type.Boolean(),
  amount: Money(),
  /** Moved out of the wallet or the game and not yet confirmed by the provider. */
  inTransit: Money(),
  /** The provider did not answer the last refresh: `amount` is the last known balance. */
  isStale: Type.Boolean(),
  refreshedAt: Nullable(Timestamp()),
  /** The member's mark. */
  isFavourite: Type.Boolean(),
  /** When the member entered it last from here; null: never. */
  playedAt: Nullable(Timestamp()),
  /** Ratio of the card's second figure: balance × ratio. */
  ftWalletSlot: Type.Number(),
  web: Nullable(Type.String()),
  android: Nullable(Type.String()),
  ios: Nullable(Type.String()),
  /** Form of the provider's auto-login call, null where there is none. */
  autoLogin: Nullable(Type.Object({ provider: Type.String(), withPassword: Type.Boolean() })),
})

/** The member's login at the provider. */
export const GameLoginAccount = Type.Object({
  username: Type.String(),
  password: Type.String(),
  /** State fields of one provider; empty for the others. */
  event: Type.Record(Type.String(), Type.String()),
})
