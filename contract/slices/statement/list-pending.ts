import { type Answer, Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { Outcome } from '../outcome/outcome.ts'

/** Money of the member that is under way or may still arrive. */
export const Pending = Type.Object({
  kind: Type.Enum(['slip', 'qr', 'gift', 'announcement', 'withdrawal', 'transfer']),
  /**
   * The id in the answer of the call that began it (slipId, qrcodeId, withdrawalId, transferId …), by which
   * support finds it.
   */
  id: Type.String(),
  /** Unique in the list, while two payments of one code share an id; a deposit is followed by it. */
  key: Type.String(),
  /** Null until it is known, as for a slip or a gift that has not been read yet. */
  amount: Nullable(Money()),
  currency: Currency,
  createdAt: Timestamp(),
  /**
   * OPEN: a QR code that can be paid until `expireIn`. CHECKING: the server is checking it. WITH_TEAM: it
   * waits for an operator. AT_BANK: approved, and the bank has not confirmed it. IN_TRANSIT: the game
   * provider has not answered. GOING_BACK: a payment, or the money of a slip, is being returned to the payer.
   */
  state: Type.Enum(['OPEN', 'CHECKING', 'WITH_TEAM', 'AT_BANK', 'IN_TRANSIT', 'GOING_BACK']),
  expireIn: Nullable(Timestamp()),
  /** As in the statement: WALLET, a game code, a bank or gateway code, GIFT; empty if it is not known. */
  from: Type.String(),
  to: Type.String(),
})

export const listPending = endpoint({
  method: 'GET',
  path: '/api/wallet/pending',
  summary:
    'Money under way: slips, QR codes, gifts, announcements, withdrawals, transfers; newest first, at most 50. And the outcomes that are not read',
  access: 'member',
  answer: Type.Object({
    pending: Type.Array(Pending),
    /** What ended in the last 24 hours and was not read, newest first, at most 20. */
    ended: Type.Array(Outcome),
    /** How many outcomes of the last days are not read, at most 100. */
    unread: Type.Integer(),
  }),
  errors: [],
})

export type PendingMoney = Answer<typeof listPending>['pending'][number]
