import { Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

/** What waits for an operator's decision, by what it is. */
export const DeskQueueName = Type.Union([
  Type.Literal('slip'),
  Type.Literal('manual-deposit'),
  Type.Literal('bank-transfer'),
  Type.Literal('bank-twin'),
  Type.Literal('qr-payment'),
  Type.Literal('gift'),
  Type.Literal('withdrawal'),
  Type.Literal('payout'),
  Type.Literal('transfer'),
])

export const DeskVerdict = Type.Union([Type.Literal('approve'), Type.Literal('refuse')])

/** The member an item is about, as the desk shows them. */
export const DeskMember = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  username: Type.String(),
  bankCode: Type.String(),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String(),
})

/** What a fact of the evidence is. */
export const deskLabels = [
  'amount',
  'feedAmount',
  'statedAmount',
  'statedBank',
  'fromBank',
  'fromAccountNo',
  'fromName',
  'toBank',
  'toAccountNo',
  'toName',
  'bankCode',
  'accountNo',
  'accountName',
  'sendingBank',
  'reference',
  'sentAt',
  'twinReference',
  'twinSentAt',
  'twinName',
  'uploadedAt',
  'verifierAnswer',
  'lastAnswer',
  'gateway',
  'paymentId',
  'eventId',
  'paidAt',
  'codeAmount',
  'codeState',
  'codeExpiresAt',
  'codeClosedAt',
  'giftId',
  'walletNo',
  'withdrawalId',
  'transferId',
  'gameCode',
  'direction',
  'providerUsername',
  'settledAs',
] as const
export type DeskLabel = (typeof deskLabels)[number]

/** Why something waits for a person. */
export const deskReasons = [
  'NAME_UNCLEAR',
  'RECEIVER_UNCLEAR',
  'MAYBE_QR',
  'TIME_UNCLEAR',
  'MEMBER_INACTIVE',
  'AMOUNT_DIFFERS',
  'VERIFIER_SILENT',
  'UNMATCHED',
  'MAYBE_CREDITED',
  'ANNOUNCED',
  'LATE',
  'WRONG_AMOUNT',
  'PAID_TWICE',
  'UNKNOWN_PAYMENT',
  'ABOVE_LIMIT',
  'UNCERTAIN',
  'CONTRADICTION',
] as const

export const DeskItem = Type.Object({
  id: Type.String(),
  queue: DeskQueueName,
  createdAt: Timestamp(),
  /** Null: the operator has to say whose it is. */
  member: Nullable(DeskMember),
  /** Null: not known; the operator has to say it with an approval. */
  amount: Nullable(Money()),
  currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
  /** Why a person has to decide: one of `deskReasons`. */
  reason: Type.Unsafe<(typeof deskReasons)[number]>(Type.String()),
  /** Facts to decide by, in reading order; `label` is one of `deskLabels`. */
  evidence: Type.Array(Type.Object({ label: Type.Unsafe<DeskLabel>(Type.String()), value: Type.String() })),
  /** Address of a picture, for ten minutes. */
  picture: Nullable(Type.String()),
  /** Who has given a verdict that does not suffice alone. It counts with the next one that says the same. */
  verdicts: Type.Array(
    Type.Object({
      verdict: DeskVerdict,
      operatorId: Type.String(),
      name: Type.String(),
      at: Timestamp(),
      reason: Type.String(),
      /** What an approval said where the item has no member, no amount. */
      member: Nullable(DeskMember),
      amount: Nullable(Money()),
    }),
  ),
  /** How many different operators must approve, and how many refuse. */
  approvalsNeeded: Type.Integer(),
  refusalsNeeded: Type.Integer(),
})

/** What came of a verdict: it took effect, or it is the first of two. */
export const DeskOutcome = Type.Object({
  status: Type.Union([Type.Literal('DONE'), Type.Literal('SECOND_OPERATOR_NEEDED')]),
})

/**
 * Why an approval had no effect and yet closed the item (`overtaken` beside `ALREADY_DECIDED`): the money had been credited
 * by another way, or sent back to its sender; or may have been credited, which is asked in another queue now.
 */
export const DeskOvertaken = Type.Union([
  Type.Literal('CREDITED'),
  Type.Literal('SENT_BACK'),
  Type.Literal('IN_DOUBT'),
])

export const DeskParams = Type.Object({ queue: DeskQueueName })
/** An item's id as its queue made it; nothing that a database would not take. */
export const DeskItemId = Type.String({ maxLength: 220, pattern: '^[^\\u0000-\\u001f]+$' })
export const DeskItemParams = Type.Object({ queue: DeskQueueName, id: DeskItemId })

/** Why an operator decides so: at least three visible characters. */
export const DeskReason = Type.String({
  minLength: 3,
  maxLength: 500,
  pattern: '^([^\\u0000]*[^\\s\\u0000]){3}[^\\u0000]*$',
})
