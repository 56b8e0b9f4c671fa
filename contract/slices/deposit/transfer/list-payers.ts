import { endpoint, Money, Nullable, Timestamp, Type } from '../../../endpoint.ts'
import { PersonalNumber } from '../../../personal-number.ts'
import { RememberedPayer } from './payer.ts'

export const listPayers = endpoint({
  method: 'GET',
  path: '/api/console/members/:id/payers',
  summary:
    'Accounts of others that paid for a member: the remembered ones first, then the last ones that were credited',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: Type.Object({ id: Type.String({ pattern: '^[a-z2-7]{12}$' }) }),
  answer: Type.Object({
    payers: Type.Array(
      Type.Object({
        /** As the bank shows them: the number may be masked, the name cut off. */
        bankCode: Type.String(),
        accountNo: PersonalNumber(),
        accountName: Type.String(),
        /** Credits among the member's latest transfers, in the member's currency. */
        count: Type.Integer(),
        amount: Money(),
        /** Null where none of them counts any more. */
        lastAt: Nullable(Timestamp()),
        remembered: Nullable(RememberedPayer),
      }),
    ),
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
