import type { Static } from 'typebox'
import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { marked, PersonalNumber } from '../../personal-number.ts'
import type { DeskLabel } from './desk-labels.ts'

/** The queues of items that wait for an operator's decision, by kind. */
export const DeskQueueName = Type.Union([
  Type.Literal('slip'),
  Type.Literal('manual-deposit'),
  Type.Literal('bank-transfer'),
  Type.Literal('bank-twin'),
  Type.Literal('qr-payment'),
  Type.Literal('return'),
  Type.Literal('gift'),
  Type.Literal('withdrawal'),
  Type.Literal('payout'),
  Type.Literal('transfer'),
  Type.Literal('reversal'),
  Type.Literal('prize'),
  Type.Literal('bet-review'),
  Type.Literal('bonus-review'),
  Type.Literal('bonus-end'),
  Type.Literal('campaign'),
  Type.Literal('bet-day'),
])

export const DeskChoice = Type.Union([Type.Literal('approve'), Type.Literal('refuse')])

/** The member an item is about, as the desk shows them. */
export const DeskMember = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  /** The phone number. */
  username: PersonalNumber(),
  bankCode: Type.String(),
  bankAccountName: Type.String(),
  bankAccountNo: PersonalNumber(),
})

/** Why something waits for a person. */
export const deskReasons = [
  'NAME_UNCLEAR',
  'RECEIVER_UNCLEAR',
  'MAYBE_QR',
  'TIME_UNCLEAR',
  'MEMBER_INACTIVE',
  'AMOUNT_DIFFERS',
  'VERIFIER_SILENT',
  'NOT_VERIFIABLE',
  'UNMATCHED',
  'MAYBE_CREDITED',
  'ANNOUNCED',
  'LATE',
  'WRONG_AMOUNT',
  'PAID_TWICE',
  'UNKNOWN_PAYMENT',
  'TO_RETURN',
  'ABOVE_LIMIT',
  'UNCERTAIN',
  'CONTRADICTION',
  'REVERSED',
  'TO_REVERSE',
  'PRIZE_REQUESTED',
  'STAKE_UNLIKELY',
  'TIME_UNLIKELY',
  'TIED_RECEIVED',
  'CAMPAIGN_MADE',
  'DAY_WAITS',
  'BONUS_HINDERED',
  'BONUS_END_ASKED',
] as const

/** Facts, in reading order; `label` is one of `deskLabels`. */
const DeskFacts = Type.Array(
  Type.Object({ label: Type.Unsafe<DeskLabel>(Type.String()), value: Type.String() }, marked('fact')),
)

/**
 * What a comparison of a fact with the member's registered data finds; `fits`: it agrees as far as the bank
 * shows it.
 */
export const comparisonResults = ['same', 'fits', 'differs', 'unclear'] as const

/**
 * The comparison of an item's facts with a member, made by the server: answered to those to whom the numbers
 * are masked, who cannot make it themselves.
 */
export const DeskCompared = Type.Array(
  Type.Object({ label: Type.Unsafe<DeskLabel>(Type.String()), result: Type.Enum(comparisonResults) }),
)

/** A transfer that an approval may choose: one that the bank reported and that is nobody's yet. */
export const DeskCandidate = Type.Object({
  transferId: Type.String(),
  /** What is credited when it is chosen. */
  amount: Money(),
  evidence: DeskFacts,
  /** Its sender compared with the item's member, where the numbers are masked to the reader. */
  compared: Type.Optional(DeskCompared),
})

/** The source of a report: a member's slip, the bank's feed, the gateway of a QR code. */
export const deskSources = ['SLIP', 'BANK', 'GATEWAY'] as const
export type DeskSource = (typeof deskSources)[number]
const DeskSources = Type.Array(Type.Unsafe<DeskSource>(Type.String()))

/** Where settled money is: with a member, on its way back to its sender, or there. */
export const deskPlaces = ['CREDITED', 'RETURNING', 'RETURNED'] as const

/** A report of the same amount under another reference that may be the same money. */
export const DeskCounterpart = Type.Object({
  /** Who reported it: of `deskSources`. */
  reportedBy: DeskSources,
  /** The gateway of a QR payment, else the house's bank. */
  at: Type.String(),
  amount: Money(),
  paidAt: Timestamp(),
  /** The bank's reference, or the gateway's of its payment. */
  reference: Type.String(),
  /** As the bank shows it; empty where it is not reported. */
  fromName: Type.String(),
  /** One of `deskPlaces`. */
  place: Type.Unsafe<(typeof deskPlaces)[number]>(Type.String()),
  /** Whose it is; null where it is nobody's. */
  member: Nullable(Type.Pick(DeskMember, ['_id', 'name', 'username'])),
})

/** Why an item takes a second person. */
export const deskSeconds = [
  // the amount is above the limit
  'AMOUNT',
  // with the member's other withdrawals of 24 hours it is
  'MEMBER_SUM',
  // with what the asking operator has decided alone on this day it is above the limit for that
  'OPERATOR_SUM',
  // bank, account or name of the evidence differs from what the member registered
  'DIFFERS',
  // another member is as likely as the one who was chosen
  'RIVALLED',
  // money goes back to its sender by the refusal
  'RETURN',
  // money may have left, and the refusal says that it did not
  'NOT_CARRIED_OUT',
  // a credit or a payment is taken back by the approval
  'REVERSAL',
  // a member's bonus ends by the approval
  'BONUS_END',
] as const

/** Opaque: equal ones ask the same. */
export const DeskQuestion = Type.String({ maxLength: 1000 })

export const DeskItem = Type.Object({
  id: Type.String(),
  queue: DeskQueueName,
  createdAt: Timestamp(),
  /** Null: the operator has to say whose it is. */
  member: Nullable(DeskMember),
  /** Null: not known; the operator has to say it with an approval. */
  amount: Nullable(Money()),
  currency: Currency,
  /** Why a person has to decide: one of `deskReasons`. */
  reason: Type.Unsafe<(typeof deskReasons)[number]>(Type.String()),
  /** Facts to decide by. */
  evidence: DeskFacts,
  /** The comparison with `member`; missing where the numbers are answered whole, or without a member. */
  compared: Type.Optional(DeskCompared),
  /** Who reported the money, where it has come: of `deskSources`. */
  reportedBy: Type.Optional(DeskSources),
  /** Settled reports that may be the same money, nearest in time first. */
  counterparts: Type.Optional(Type.Array(DeskCounterpart)),
  /**
   * What a decision answers, where that may change while the item waits: an approval and a refusal send it
   * back as it was shown, and another one than the present is refused. Opaque.
   */
  question: Type.Optional(DeskQuestion),
  /** Where an approval has to choose a transfer: the likeliest ones, best first. */
  candidates: Type.Optional(Type.Array(DeskCandidate)),
  /** Address of a picture, for ten minutes. */
  picture: Nullable(Type.String()),
  /** Votes that do not suffice alone. A vote counts together with the next one that agrees. */
  votes: Type.Array(
    Type.Object({
      choice: DeskChoice,
      operatorId: Type.String(),
      name: Type.String(),
      at: Timestamp(),
      /** The operator's own words; empty beside a code. */
      reason: Type.String(),
      /** One of `reasonCodes`; null where the words are the reason. */
      reasonCode: Nullable(Type.String()),
      /** What an approval said where the item has no member, no amount. */
      member: Nullable(DeskMember),
      amount: Nullable(Money()),
      transferId: Nullable(Type.String()),
      /** Whether it wants the sender to be remembered, with which note; null where it does not. */
      rememberPayer: Nullable(Type.Object({ note: Type.String() })),
      /** False: its operator was shut out or may no longer decide, or the item shows other facts by now. */
      counts: Type.Boolean(),
    }),
  ),
  /** How many different operators must approve, and how many refuse, if the asking one decides now. */
  approvalsNeeded: Type.Integer(),
  refusalsNeeded: Type.Integer(),
  /** Why it takes a second one: one of `deskSeconds`; null where one suffices. */
  secondBecause: Nullable(Type.Unsafe<(typeof deskSeconds)[number]>(Type.String())),
  /** Whether an approval has to name the other side's reference. */
  referenceNeeded: Type.Boolean(),
  /** The asking operator made the waiting thing, and is not its second person. */
  isOwn: Type.Optional(Type.Literal(true)),
  /** Whether the asking one may approve it together with others (rules.md §17.3). */
  isClear: Type.Boolean(),
})

/**
 * Why an approval had no effect and yet closed the item (`superseded` beside `ALREADY_DECIDED`): the money
 * had been credited by another way, or sent back to its sender; or may have been credited, which is asked in
 * another queue now. `YIELDED`, without an approval: its place went to a member who need not wait, and nobody
 * refused it (rules.md §7.5). `WITHDRAWN`: a newer version took its place, or the campaign was stopped (§19).
 * `DAY_CLOSED`: the day was closed as always, because its providers had answered or its hours were over.
 * `BONUS_ENDED`: the bonus ended otherwise, or another wish took its place (§7.7).
 */
export const DeskSuperseded = Type.Union([
  Type.Literal('CREDITED'),
  Type.Literal('SENT_BACK'),
  Type.Literal('IN_DOUBT'),
  Type.Literal('YIELDED'),
  Type.Literal('WITHDRAWN'),
  Type.Literal('DAY_CLOSED'),
  Type.Literal('BONUS_ENDED'),
])
export type DeskSupersededBy = Static<typeof DeskSuperseded>

/** The decision about an item: by whom, when, how and why. */
export const DeskDecided = Type.Object({
  /** Null: it is not settled, but the system deals with it and no person is asked. */
  choice: Nullable(DeskChoice),
  /** Null: the system settled it. */
  decidedBy: Nullable(Type.Object({ _id: Type.String(), name: Type.String() })),
  /** Null where that is not known. */
  at: Nullable(Timestamp()),
  /** The operator's own words; empty beside a code, and where the system settled it. */
  reason: Type.String(),
  /** One of `reasonCodes`; null where the words are the reason. */
  reasonCode: Nullable(Type.String()),
  /** Why an approval had no effect, or why it ended without a person. */
  superseded: Nullable(Type.Unsafe<DeskSupersededBy>(Type.String())),
  /** The other side's reference, where the approval named one. */
  reference: Nullable(Type.String()),
  /** Who had said the same before. */
  before: Type.Array(Type.Object({ _id: Type.String(), name: Type.String() })),
  member: Nullable(DeskMember),
  amount: Nullable(Money()),
  currency: Currency,
  /** Why a person had to decide, and what they decided by, as the audit log keeps it. */
  why: Nullable(Type.Unsafe<(typeof deskReasons)[number]>(Type.String())),
  evidence: DeskFacts,
  counterparts: Type.Optional(Type.Array(DeskCounterpart)),
  /** Whether its credit or payment may be taken back (docs/decisions/0020). */
  reversible: Type.Boolean(),
  /**
   * The last wish to take it back, or null: it waits in the queue `reversal` under `_id`, took effect, or was
   * refused.
   */
  reversal: Nullable(
    Type.Object({
      _id: Type.String(),
      state: Type.Union([Type.Literal('WAITING'), Type.Literal('DONE'), Type.Literal('REFUSED')]),
      askedBy: Type.Object({ _id: Type.String(), name: Type.String() }),
      askedAt: Timestamp(),
      reason: Type.String(),
      /** Null while it waits. */
      decidedBy: Nullable(Type.Object({ _id: Type.String(), name: Type.String() })),
      decidedAt: Nullable(Timestamp()),
    }),
  ),
})

/** The outcome of a choice: it took effect, or it is the first of two. */
export const DeskOutcome = Type.Object({
  status: Type.Union([Type.Literal('DONE'), Type.Literal('SECOND_OPERATOR_NEEDED')]),
})

export const DeskParams = Type.Object({ queue: DeskQueueName })
/** An item's id as its queue made it; nothing that a database would not take. */
export const DeskItemId = Type.String({ maxLength: 220, pattern: '^[^\\u0000-\\u001f]+$' })
export const DeskItemParams = Type.Object({ queue: DeskQueueName, id: DeskItemId })

/** Three visible characters at least: neither blanks nor signs of no width. */
const visible = '[^\\s\\u0000-\\u001f\\u00ad\\u200b-\\u200f\\u2060\\ufeff]'

/** Why an operator decides so: at least three visible characters. */
export const DeskReason = Type.String({
  minLength: 3,
  maxLength: 500,
  pattern: `^([^\\u0000]*${visible}){3}[^\\u0000]*$`,
})

/**
 * The other side's own reference of what it carried out, as it is written there: at least three visible
 * characters.
 */
export const DeskReference = Type.String({
  minLength: 3,
  maxLength: 200,
  pattern: `^([^\\u0000-\\u001f]*${visible}){3}[^\\u0000-\\u001f]*$`,
})
