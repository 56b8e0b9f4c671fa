import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

/** Why something ended that is neither in the statement nor a slip. */
export const outcomeReasons = [
  // its money is another member's
  'CREDITED_ELSEWHERE',
  // reasons of the desk for ending a bonus (`reasonCodes`)
  'GAME_SILENT',
  'BET_STUCK',
  'MEMBER_ASKED',
  'GOODWILL',
] as const

/**
 * How something ended that the member waited for, or money that moved without them (rules.md §21). Each
 * ending has one, which changes only by being read. That a code ran out goes again where it turns out to have
 * been paid.
 */
export const Outcome = Type.Object({
  _id: Type.String(),
  /**
   * What ended: a slip, QR code, gift or announced deposit; `bank`: money that the bank reported, and nobody
   * had announced; a withdrawal; a transfer whose answer took long; `bonus`: money under a condition that was
   * credited without a press; `bonus-end`: a bonus that ended without its member; `review`: free credit
   * that waited for a person; a won item.
   */
  kind: Type.Enum([
    'slip',
    'qr',
    'gift',
    'announcement',
    'bank',
    'withdrawal',
    'transfer',
    'bonus',
    'bonus-end',
    'review',
    'prize',
  ]),
  /**
   * DONE: credited, paid, moved, handed over, condition met. REFUSED: it did not happen; money that was held
   * is back. EXPIRED: its time was over, or its place was. FAILED: a bonus whose money is used up. RETURNED:
   * a payment that went back to its sender. TAKEN_BACK: it had been done, and two people took it back.
   * ENDED: a bonus that two people ended.
   */
  result: Type.Enum(['DONE', 'REFUSED', 'EXPIRED', 'FAILED', 'RETURNED', 'TAKEN_BACK', 'ENDED']),
  /**
   * Why, one of `statementReasons`, `slipNotes` or `outcomeReasons`; null if there is nothing to say about
   * it.
   */
  reason: Nullable(Type.String()),
  /**
   * What came, went or did not; of the end of a bonus what went back to the house. Null if it was never
   * known.
   */
  amount: Nullable(Money()),
  currency: Currency,
  /** As in the statement: WALLET, a game code, a bank or gateway code, GIFT; empty if it is not known. */
  from: Type.String(),
  to: Type.String(),
  /**
   * The `key` of the row of money under way that became this; else the id of the bonus, review or prize;
   * null: nothing waited.
   */
  source: Nullable(Type.String()),
  /** What the offer is called, in the caller’s language. */
  description: Nullable(Type.String()),
  at: Timestamp(),
  isRead: Type.Boolean(),
})
