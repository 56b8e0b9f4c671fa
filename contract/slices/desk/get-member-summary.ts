import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { OpenBonus } from '../bonus/bonus.ts'
import { Slip } from '../deposit/slip/list-slips.ts'
import { Statement } from '../statement/statement.ts'
import { DeskMember, DeskQueueName } from './desk-item.ts'

const Flow = Type.Object({ in: Money(), out: Money() })

/** What operators need to know of a member at one look. Amounts in the member's currency. */
const MemberSummary = Type.Object({
  member: Type.Intersect([
    DeskMember,
    Type.Object({ createdAt: Timestamp(), isActive: Type.Boolean(), currency: Currency }),
  ]),
  money: Type.Object({
    wallet: Money(),
    /** Held for withdrawals that are neither paid nor returned. */
    withdrawing: Money(),
    /** Between wallet and games. */
    inTransit: Money(),
    games: Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        amount: Money(),
        /** The provider's last report could not be read. */
        isStale: Type.Boolean(),
      }),
    ),
  }),
  /**
   * Deposits and paid withdrawals of the last 24 hours, the last 30 days, and ever; what was taken back does
   * not count.
   */
  flow: Type.Object({ day: Flow, month: Flow, ever: Flow }),
  bonus: Nullable(Type.Pick(OpenBonus, ['title', 'state', 'progress', 'expiresAt'])),
  /** The items at the desk, oldest first. */
  waiting: Type.Array(
    Type.Object({
      queue: DeskQueueName,
      id: Type.String(),
      createdAt: Timestamp(),
      /** Null: not known yet, or no money. */
      amount: Nullable(Money()),
      currency: Currency,
    }),
  ),
  /** The last five of each, newest first. */
  deposits: Type.Array(Statement),
  withdrawals: Type.Array(Statement),
  slips: Type.Array(Type.Pick(Slip, ['_id', 'createdAt', 'amount', 'status', 'note', 'reference'])),
  /** What operators refused. */
  refusals: Type.Array(
    Type.Object({
      queue: Type.String(),
      id: Type.String(),
      at: Timestamp(),
      operator: Type.String(),
      reason: Type.String(),
    }),
  ),
})
export const getMemberSummary = endpoint({
  method: 'GET',
  path: '/api/console/members/:id/summary',
  summary:
    'A member at one look: facts, money, open bonus, waiting items, the last movements, slips and refusals',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: Type.Object({ id: Type.String({ pattern: '^[a-z2-7]{12}$' }) }),
  answer: MemberSummary,
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
