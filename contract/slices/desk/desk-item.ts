import { Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

/** What waits for an operator's decision, by what it is. */
export const DeskQueueName = Type.Union([
  Type.Literal('slip'),
  Type.Literal('manual-deposit'),
  Type.Literal('bank-transfer'),
  Type.Literal('qr-payment'),
  Type.Literal('gift'),
  Type.Literal('withdrawal'),
  Type.Literal('payout'),
  Type.Literal('transfer'),
])

/** The member an item is about, as the desk shows them. */
export const DeskMember = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  username: Type.String(),
  bankCode: Type.String(),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String(),
})

export const DeskItem = Type.Object({
  id: Type.String(),
  queue: DeskQueueName,
  createdAt: Timestamp(),
  /** Null: the operator has to say whose it is. */
  member: Nullable(DeskMember),
  /** Null: not known; the operator has to say it with an approval. */
  amount: Nullable(Money()),
  currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
  /** Why a person has to decide, a code such as NAME_UNCLEAR or LATE. */
  reason: Type.String(),
  /** Facts to decide by, in reading order; `label` is a code with a text in the console. */
  evidence: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  /** Address of a picture, for ten minutes. */
  picture: Nullable(Type.String()),
  /** Who has approved so far, and how many different operators must. */
  approvals: Type.Array(
    Type.Object({
      operatorId: Type.String(),
      name: Type.String(),
      at: Timestamp(),
      reason: Type.String(),
      /** What the approval said where the item has no member, no amount; the next one has to say the same. */
      member: Nullable(DeskMember),
      amount: Nullable(Money()),
    }),
  ),
  approvalsNeeded: Type.Integer(),
})

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
