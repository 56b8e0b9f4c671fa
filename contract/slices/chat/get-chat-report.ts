import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'

const Seconds = Nullable(Type.Integer({ description: 'Seconds; null: there was none' }))

const figures = {
  /** Sessions in which a customer asked for the staff, or the staff wrote. */
  conversations: Type.Integer(),
  answered: Type.Integer(),
  ended: Type.Integer(),
  /** From the customer's asking to the first answer: half and nine tenths were answered sooner. */
  firstAnswerMedian: Seconds,
  firstAnswerP90: Seconds,
  /** From the beginning with the staff to the end by the staff. */
  resolutionMedian: Seconds,
}

/** Who answered first; null: nobody did. */
const FirstOperator = Nullable(Type.Object({ _id: Type.String(), name: Type.String() }))

const ChatReport = Type.Object({
  total: Type.Object(figures),
  operators: Type.Array(Type.Object({ operator: FirstOperator, ...figures })),
  /** By Bangkok day and operator, the newest day first. */
  days: Type.Array(Type.Object({ day: Type.String(), operator: FirstOperator, ...figures })),
})
const Day = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })

export const getChatReport = endpoint({
  method: 'GET',
  path: '/api/console/chats/report',
  summary:
    'Times until the staff answered, by day and operator, from one Bangkok day to another, at most 92 days',
  access: 'operator',
  roles: rights.readChatReport,
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  query: Type.Object({ from: Day, to: Day }),
  answer: ChatReport,
  errors: ['FORBIDDEN', 'REQUEST_LIMIT_1MIN'],
})
