import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { BankAccount, Profile } from '../account/profile.ts'
import { bonusSources, MemberCondition } from '../bonus/bonus.ts'
import { GameAccount } from '../game/game-account.ts'

/** Everything the dashboard shows (product.md §3, rules.md §3). */
export const Wallet = Type.Object({
  profile: Profile,
  bankAccount: BankAccount,
  wallet: Type.Object({ amount: Money() }),
  /** amount in baht; success and fail are percentages (rules.md §9). */
  invite: Type.Object({
    amount: Money(),
    success: Type.Number(),
    fail: Type.Number(),
    /** The condition of the money, and the version of the campaign; null: none is active. */
    condition: Nullable(MemberCondition),
    version: Nullable(Type.Integer()),
  }),
  slots: Type.Array(GameAccount),
  /** The sum of the money between wallet and games. */
  inTransit: Money(),
  /**
   * The member's armed or active bonus; `GET /api/bonus/check/active` has its progress. Null: there is none.
   */
  activeBonus: Nullable(
    Type.Object({
      _id: Type.String(),
      source: Type.Enum(bonusSources),
      /** Of the campaign that gave it. */
      code: Type.String(),
      state: Type.Enum(['ARMED', 'ACTIVE']),
      expiresAt: Nullable(Timestamp()),
    }),
  ),
  /** The minimum transfer. */
  transferMinimum: Money(),
  /** The time of the oldest balance among the active games; null before the first refresh. */
  lastRefreshAt: Nullable(Timestamp()),
  currency: Currency,
})

export const getWallet = endpoint({
  method: 'GET',
  path: '/api/wallet',
  summary: 'Profile, bank account, wallet, invite counters, open bonus and all game accounts',
  access: 'member',
  answer: Wallet,
  errors: [],
})
