import { Amount, endpoint, Type } from '../../endpoint.ts'
import { PayerNote } from '../deposit/transfer/payer.ts'
import { rights } from '../operator/roles.ts'
import { DeskItemParams, DeskOutcome, DeskQuestion, DeskReason, DeskReference } from './desk-item.ts'
import { DeskReasonCode } from './said-reason.ts'

export const approveDeskItem = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/approve',
  summary:
    'Approves an item; where two approvals are needed, the one of the second, different operator takes effect. ALREADY_DECIDED has decidedBy, choice, at and reference',
  access: 'operator',
  roles: rights.decide,
  params: DeskItemParams,
  body: Type.Object({
    /** In the operator's own words; required without a code. */
    reason: Type.Optional(DeskReason),
    reasonCode: Type.Optional(DeskReasonCode),
    /** As the item had it; required if it has one. */
    question: Type.Optional(DeskQuestion),
    /** The member, if the item has none. */
    memberId: Type.Optional(Type.String({ pattern: '^[a-z2-7]{12}$' })),
    /** The amount, if the item has none. */
    amount: Type.Optional(Amount({ minimum: 0.01 })),
    /** The chosen transfer of the bank; required if the item has candidates. */
    transferId: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })),
    /** The bank's or provider's reference, if the item requires one (`referenceNeeded`). */
    reference: Type.Optional(DeskReference),
    /**
     * In `bank-transfer`: that the sender pays for the chosen member is remembered when the credit is carried
     * out. Of two people the deciding one says it.
     */
    rememberPayer: Type.Optional(Type.Object({ note: Type.Optional(PayerNote) })),
  }),
  answer: DeskOutcome,
  errors: [
    'FORBIDDEN',
    'NO_DATA',
    'ALREADY_DECIDED',
    'SECOND_OPERATOR',
    'OPERATORS_TIED',
    'CONFIRM_IDENTITY',
    'AUTHOR_INACTIVE',
    'INVALID_CAMPAIGN',
    'DAY_NOT_WAITING',
    'EARLIER_DAY_WAITS',
    'PROVIDERS_CHANGED',
    'NO_USER',
    'NO_BANK',
    'INVALID_AMOUNT',
    'TRANSFER_TAKEN',
    'OTHER_REFERENCE',
    'PAYER_UNCLEAR',
    'MONEY_NOT_ENOUGH',
    'INACTIVE_USER',
    'MEMBER_SUSPENDED',
    'BONUS_ALREADY_ACTIVE',
    'BONUS_REMAINING',
    'FIGURES_CHANGED',
    'BONUS_HINDERED',
    'IDEMPOTENCY_CONFLICT',
  ],
})
