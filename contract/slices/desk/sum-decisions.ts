import { Currency, endpoint, Money, Type } from '../../endpoint.ts'
import { DeskQueueName } from './desk-item.ts'

export const sumDecisions = endpoint({
  method: 'GET',
  path: '/api/console/decisions',
  summary:
    'Number and sums of the decisions in each queue on a Bangkok day, of all people or of one operator',
  access: 'operator',
  query: Type.Object({
    day: Type.String({ format: 'date' }),
    operatorId: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '^[\\w-]+$' })),
  }),
  answer: Type.Object({
    sums: Type.Array(
      Type.Object({
        queue: DeskQueueName,
        /** `noEffect`: an approval that closed its item without an effect. */
        end: Type.Enum(['approve', 'refuse', 'noEffect']),
        currency: Currency,
        count: Type.Integer(),
        sum: Money(),
      }),
    ),
  }),
  errors: [],
})
