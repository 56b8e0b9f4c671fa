import { type Answer, Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import type { SlipNote } from '../deposit/slip/list-slips.ts'
import type { StatementReason } from './statement.ts'

/** One end of a deposit or withdrawal. */
const End = Type.Object({
  /** As in the statement: WALLET, a bank or gateway code, GIFT; empty if it is not known. */
  code: Type.String(),
  /**
   * The account's number, of which at most the last four digits are shown; null if it is not known or there
   * is none.
   */
  account: Nullable(Type.String()),
})

/**
 * Of a row in the statement, the number on its receipt, or of a slip, QR code, gift, announcement or
 * withdrawal.
 */
export const ReceiptId = Type.String({ pattern: '^(?:(?:tx)?\\d{1,15}|(?:sl|qr|gf|md|wd)[a-z0-9]{8,58})$' })

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/statement/receipt/:id',
  summary:
    'The receipt of a deposit or withdrawal of the member. By its row in the statement, by the number on the receipt, or by the id of a slip, QR code, gift, announcement or withdrawal',
  access: 'member',
  params: Type.Object({ id: ReceiptId }),
  answer: Type.Object({
    /**
     * The number on the receipt: the same each time that it is asked for, and no other one's. Operators find
     * the member by it.
     */
    number: Type.String(),
    kind: Type.Enum(['deposit', 'withdraw']),
    /** How a deposit comes in; null for a withdrawal. */
    method: Nullable(Type.Enum(['BANK', 'QR', 'GIFT', 'WALLET'])),
    /** PENDING: nobody knows yet whether it will be done. */
    status: Type.Enum(['PENDING', 'SUCCESS', 'FAILED']),
    /**
     * Why it failed: one of `statementReasons` or, of a slip, of `slipNotes`; null if it did not or nobody
     * knows why.
     */
    reason: Nullable(Type.Unsafe<StatementReason | SlipNote>(Type.String())),
    /** Null until it is known. */
    amount: Nullable(Money()),
    currency: Currency,
    /** When the member asked for it, or the money came in. */
    createdAt: Timestamp(),
    /** When it was done or refused; null while it waits, and where it came in at once. */
    settledAt: Nullable(Timestamp()),
    from: End,
    to: End,
    /** The bank's own number of the transfer; null if there is none. */
    reference: Nullable(Type.String()),
    /** Until when a link to it works that anybody may open; null if there is none. */
    linkUntil: Nullable(Timestamp()),
  }),
  errors: ['NO_DATA'],
})

/** The content of a receipt, the same for every reader. */
export type Receipt = Omit<Answer<typeof getReceipt>, 'linkUntil'>
