import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import type { SlipNote } from '../deposit/slip/list-slips.ts'
import { type PayerRefusal, RememberedPayer } from '../deposit/transfer/payer.ts'
import { DeskCompared, DeskItemParams, DeskMember } from './desk-item.ts'
import { DeskOrigin } from './origin.ts'
import type { TieReason } from './ties.ts'

/** Signs that money may be a member’s, beside the comparison with the member's registered account. */
export const memberSigns = [
  // money of this sender was credited to the member before: `count` times, last at `at`
  'PAID_BEFORE',
  // the member uploaded a slip of this very transfer, at `at`
  'SENT_SLIP',
  // the member announced this amount, at `at`, and it has not come yet
  'ANNOUNCED',
  // a QR code of this amount, made at `at`, was open when the money was sent
  'QR_OPEN',
  // the sending wallet's number is the member's phone number
  'SAME_PHONE',
  // the member is suspended
  'INACTIVE',
] as const
export type MemberSign = (typeof memberSigns)[number]

/** A member whose money it may be, and why. */
export const DeskPossibleMember = Type.Object({
  member: DeskMember,
  /** The comparison with the item's facts; missing where the numbers are answered whole. */
  compared: Type.Optional(DeskCompared),
  /** How much speaks for it, 0 to 100. It orders the list and decides nothing. */
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Whether bank, account or name differs: choosing this member takes two people (rules.md §17.5). */
  differs: Type.Boolean(),
  /**
   * Whether nothing contradicts another one either, who has as many points or nearly so: choosing this member
   * takes two people, and each names what proves it (rules.md §17.5).
   */
  rivalled: Type.Boolean(),
  /** Besides the comparison: `sign` is one of `memberSigns`. */
  signs: Type.Array(
    Type.Object({
      sign: Type.Unsafe<MemberSign>(Type.String()),
      at: Nullable(Timestamp()),
      /** How often; null where that says nothing. */
      count: Nullable(Type.Integer()),
    }),
  ),
  /** That a person said that this very sender pays for the member; null where nobody did. */
  remembered: Nullable(RememberedPayer),
})

/** A member who was credited with money of the item's sender before. */
export const DeskPaidFor = Type.Object({
  member: DeskMember,
  /** Credits among the latest transfers of this sender. */
  count: Type.Integer(),
  amount: Money(),
  lastAt: Timestamp(),
})

/**
 * The answers of the other side: of payouts, transfers and gifts (`found`: the gift link is open), and of the
 * verifier of slips (`found`, `unknown`, `pending`: whether it knows the transfer, or not yet).
 */
export const attemptAnswers = [
  'done',
  'refused',
  'uncertain',
  'unknown-id',
  'found',
  'redeemed',
  'unknown',
  'pending',
] as const

/** One question to the other side, and its answer. */
export const DeskAttempt = Type.Object({
  at: Timestamp(),
  /** To carry it out, to ask how it ended, to ask for its facts. */
  question: Type.Union([Type.Literal('send'), Type.Literal('status'), Type.Literal('inspect')]),
  /** One of `attemptAnswers`, or another name of a newer port's. */
  answer: Type.String(),
  /** The other side's reason, or ours for taking the answer for none; null where there is none. */
  reason: Nullable(Type.String()),
  /** The other side's own number of this answer; null where it gives none. */
  reference: Nullable(Type.String()),
  milliseconds: Type.Integer(),
})

/**
 * Where a transfer is that the bank's feed reported: it waits for a person, was credited, is on its way back
 * …
 */
export const reportPlaces = [
  'WAITING',
  'CREDITED',
  'SAME',
  'RETURNING',
  'RETURNED',
  'INTERNAL',
  'NO_MONEY',
] as const

/** What the bank's feed reported under the reference of a slip. */
export const DeskReport = Type.Object({
  reportedAt: Timestamp(),
  /** The house's account that it came to. */
  bankCode: Type.String(),
  accountNo: Type.String(),
  amount: Money(),
  currency: Currency,
  sentAt: Timestamp(),
  /** As the bank shows it; empty where it shows none. */
  fromName: Type.String(),
  /** One of `reportPlaces`. */
  place: Type.Unsafe<(typeof reportPlaces)[number]>(Type.String()),
  /** Whose it is; null where it is nobody's. */
  member: Nullable(Type.Pick(DeskMember, ['_id', 'name', 'username'])),
  /** Its own item at the desk, waiting or settled. */
  item: DeskItemParams,
})

/** Another slip of the same transfer, by its mini-QR: the member's own or somebody else's. */
export const DeskEqualSlip = Type.Object({
  _id: Type.String(),
  member: DeskMember,
  uploadedAt: Timestamp(),
  status: Type.Union([Type.Literal('PENDING'), Type.Literal('SUCCESS'), Type.Literal('FAILED')]),
  /** Why it failed: one of `slipNotes`. */
  note: Nullable(Type.Unsafe<SlipNote>(Type.String())),
  /** Address of its picture, for ten minutes. */
  picture: Nullable(Type.String()),
})

/**
 * A member who has something in common with an item's (rules.md §2.10), and whether they have had what it is
 * about.
 */
export const DeskSharer = Type.Object({
  member: DeskMember,
  /** Whether they may log in; false: suspended. */
  isActive: Type.Boolean(),
  /** Of `tieReasons`. */
  reasons: Type.Array(Type.Unsafe<TieReason>(Type.String())),
  /** When they received it last or, where it waits for a person, asked for it; null: they have not had it. */
  received: Nullable(Type.Object({ at: Timestamp(), isWaiting: Type.Boolean() })),
})

/** What a decision needs beyond the item's own facts. A part is missing where its queue has none. */
export const DeskEvidence = Type.Object({
  /**
   * Whose money it may be: those whom nothing contradicts first, the likeliest first among them. Where the
   * sender is remembered: the member whose account it is, those for whom it is remembered, then the others.
   */
  members: Type.Optional(Type.Array(DeskPossibleMember)),
  /** Whom the sender paid for before, the last one first. */
  paidFor: Type.Optional(Type.Array(DeskPaidFor)),
  /**
   * What the bank's feed reported under the item's reference, the first one first; empty: it has not come
   * there.
   */
  reports: Type.Optional(Type.Array(DeskReport)),
  /** Other slips of the same transfer, the last one first. */
  slips: Type.Optional(Type.Array(DeskEqualSlip)),
  /**
   * Where an approval may remember the sender: why it cannot this one, of `payerRefusals`; null where it can.
   */
  payer: Type.Optional(Type.Object({ refusal: Nullable(Type.Unsafe<PayerRefusal>(Type.String())) })),
  /** Of a withdrawal: where its money comes from, and what speaks against paying it. */
  origin: Type.Optional(DeskOrigin),
  /** Of a free credit or code: whom the member is tied to, those who have had it first. */
  sharers: Type.Optional(Type.Array(DeskSharer)),
  /**
   * What the other side was asked: how often, the last 20, newest first, and the first three where those are
   * not among them.
   */
  attempts: Type.Optional(
    Type.Object({
      count: Type.Integer(),
      latest: Type.Array(DeskAttempt),
      first: Type.Array(DeskAttempt),
      /** Whether it may be asked at once: not where it contradicts itself, because no answer settles that. */
      mayAsk: Type.Boolean(),
    }),
  ),
})
