import { Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { DeviceFacts, LoginWay } from '../account/history/login-facts.ts'
import type { BonusSource } from '../bonus/bonus.ts'
import { DeskMember } from './desk-item.ts'
import type { TieReason } from './ties.ts'

/** What speaks against paying a withdrawal without a look at it (rules.md §17.12). */
export const withdrawalSigns = [
  // no deposit was ever credited and kept
  'NO_DEPOSIT',
  // what was paid in lately was not staked as often as `withdraw.clearTurnover` says
  'NOT_PLAYED',
  // money of a bonus, code, prize, invite or cashback is in it
  'BONUS_MONEY',
  // something in common with a member who is suspended
  'TIED_TO_BLOCKED',
  // a login on a new device, or a new password, shortly before it
  'NEW_LOGIN',
  // the bank account is new or was changed
  'NEW_BANK_ACCOUNT',
  // the member is new
  'NEW_MEMBER',
  // one person may have several accounts
  'TIED',
] as const
export type WithdrawalSign = (typeof withdrawalSigns)[number]

/**
 * Where the money of a withdrawal comes from, and what speaks against paying it. Amounts in the withdrawal's
 * currency.
 */
export const DeskOrigin = Type.Object({
  /** 0: nothing speaks against it; 100: as much as can. The sum of the weights of its signs. */
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  /** The heaviest first: `sign` is one of `withdrawalSigns`. */
  signs: Type.Array(
    Type.Object({
      sign: Type.Unsafe<WithdrawalSign>(Type.String()),
      weight: Type.Integer(),
      /** Whether it alone keeps the withdrawal from being clear. */
      keepsFromClear: Type.Boolean(),
    }),
  ),
  /** The last deposits before it, newest first. */
  deposits: Type.Array(Type.Object({ at: Timestamp(), amount: Money() })),
  /** The valid stakes since a deposit, and what they should come to; null without a deposit. */
  turnover: Nullable(Type.Object({ since: Timestamp(), staked: Money(), required: Money() })),
  /** Settled bets of the last 30 days by game. */
  play: Type.Array(
    Type.Object({
      game: Type.String(),
      name: Type.String(),
      bets: Type.Integer(),
      stake: Money(),
      win: Money(),
    }),
  ),
  /** Bonuses, codes, prizes, invite money and cashback that are in it, newest first. */
  bonuses: Type.Array(
    Type.Object({
      source: Type.Unsafe<BonusSource>(Type.String()),
      campaign: Type.String(),
      amount: Money(),
      creditedAt: Timestamp(),
      /** Null: it is still running. */
      endedAt: Nullable(Timestamp()),
    }),
  ),
  memberSince: Timestamp(),
  /** When the bank account was registered or changed last. */
  bankAccountSince: Timestamp(),
  /** Members who have something in common with this one; suspended ones first. */
  ties: Type.Array(
    Type.Object({
      member: DeskMember,
      /** Of `tieReasons`. */
      reasons: Type.Array(Type.Unsafe<TieReason>(Type.String())),
      isStrong: Type.Boolean(),
      isActive: Type.Boolean(),
    }),
  ),
  /** The last logins, newest first, refused ones too. */
  logins: Type.Array(
    Type.Object({
      at: Timestamp(),
      way: LoginWay,
      succeeded: Type.Boolean(),
      ...DeviceFacts,
      address: Type.String(),
      isNew: Type.Boolean(),
    }),
  ),
  /** What operators refused this member last. */
  refusals: Type.Array(
    Type.Object({
      queue: Type.String(),
      id: Type.String(),
      at: Timestamp(),
      operator: Type.String(),
      reason: Type.String(),
    }),
  ),
  /** Paid in and paid out in all, without reversed amounts. */
  ever: Type.Object({ in: Money(), out: Money() }),
})
