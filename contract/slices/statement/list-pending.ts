import { type Answer, Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

/** Money of the member that is on its way, or may still come. */
export const Pending = Type.Object({
  kind: Type.Enum(['slip', 'qr', 'gift', 'announcement', 'withdrawal', 'transfer']),
  /** What the call that began it answered: slipId, qrcodeId, withdrawalId, transferId …; support finds it by this. */
  id: Type.String(),
  /** Names this row alone, since two payments of one code have one id; a deposit is followed by it. */
  key: Type.String(),
  /** Null until it is known: a slip or a gift that has not been read yet. */
  amount: Nullable(Money()),
  currency: Currency,
  createdAt: Timestamp(),
  /**
   * OPEN: a QR code may be paid until `expireIn`. CHECKING: a machine is at it. WITH_TEAM: a person decides. AT_BANK:
   * approved, the bank has not confirmed it. IN_TRANSIT: the game provider has not answered. GOING_BACK: a payment that
   * is being returned to who paid.
   */
  state: Type.Enum(['OPEN', 'CHECKING', 'WITH_TEAM', 'AT_BANK', 'IN_TRANSIT', 'GOING_BACK']),
  expireIn: Nullable(Timestamp()),
  /** As in the statement: WALLET, a game code, a bank or gateway code, GIFT; empty where it is not known. */
  from: Type.String(),
  to: Type.String(),
})

export const listPending = endpoint({
  method: 'GET',
  path: '/api/wallet/pending',
  summary:
    'Money under way: slips, QR codes, gifts, announcements, withdrawals, transfers; newest first, at most 50',
  access: 'member',
  answer: Type.Object({ pending: Type.Array(Pending) }),
  errors: [],
})

export type PendingMoney = Answer<typeof listPending>['pending'][number]
