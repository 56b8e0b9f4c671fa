import { endpoint, Money, Nullable, Timestamp, Type } from '../../../endpoint.ts'

/** Why a slip failed (product.md §8). */
export const slipNotes = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'UNSTABLE_REFNO_ON_SLIP',
  'SLIP_REFNO_DUPLICATED',
  'INVALID_SLIP',
  'DEST_ACC_INVALID',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
  // its money was sent back to the payer
  'RETURNED',
  // the operator found no such payment at the bank
  'NOT_ARRIVED',
  // two operators took its credit back
  'REVERSED',
] as const
export type SlipNote = (typeof slipNotes)[number]

/** An uploaded slip (product.md §3). */
export const Slip = Type.Object({
  _id: Type.String(),
  createdAt: Timestamp(),
  /** 0 until it is known. */
  amount: Money(),
  /** PENDING is shown as in progress, also while an operator reviews it. */
  status: Type.Union([Type.Literal('PENDING'), Type.Literal('SUCCESS'), Type.Literal('FAILED')]),
  /** Why it failed: one of `slipNotes`. */
  note: Nullable(Type.Unsafe<SlipNote>(Type.String())),
  /** Address of the picture, for a new tab; works for ten minutes. */
  link: Nullable(Type.String()),
  reference: Nullable(Type.String()),
  /**
   * While it waits for a person because the verifier cannot be asked about slips of its kind: TRUEMONEY or
   * BCEL, whose it is.
   */
  byStaff: Nullable(Type.String()),
  /**
   * Set for a duplicate if the transfer was credited to this member: the amount and the time of that credit.
   */
  credited: Nullable(Type.Object({ amount: Money(), at: Timestamp() })),
})

export const listSlips = endpoint({
  method: 'POST',
  path: '/api/statement/slip',
  summary: 'The member’s uploaded slips, newest first',
  access: 'member',
  body: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  answer: Type.Object({ total: Type.Integer(), slips: Type.Array(Slip) }),
  errors: [],
})
