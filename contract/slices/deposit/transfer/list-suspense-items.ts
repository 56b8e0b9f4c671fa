import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../../endpoint.ts'
import { PersonalNumber } from '../../../personal-number.ts'
import { DeskQueueName } from '../../desk/desk-item.ts'

export const listSuspenseItems = endpoint({
  method: 'GET',
  path: '/api/console/suspense/:account',
  summary:
    'The items of one account of `GET /api/console/suspense`, oldest first; `after` is the `next` of the page before',
  access: 'operator',
  params: Type.Object({ account: Type.String({ maxLength: 120, pattern: '^suspense:[\\x21-\\x7e]+$' }) }),
  query: Type.Object({ after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })) }),
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        /** The review item that decides about it. */
        queue: DeskQueueName,
        id: Type.String(),
        amount: Money(),
        currency: Currency,
        /** Since when it is in suspense. */
        since: Timestamp(),
        reference: Type.String(),
        /** The sender as the bank shows it; null where a gateway does not report one. */
        fromBank: Nullable(Type.String()),
        fromAccountNo: Nullable(PersonalNumber()),
        fromName: Nullable(Type.String()),
      }),
    ),
    next: Nullable(Type.String()),
  }),
  errors: [],
})
