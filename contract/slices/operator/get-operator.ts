import { endpoint, Type } from '../../endpoint.ts'
import { Operator, OperatorTie } from './operator.ts'

export const getOperator = endpoint({
  method: 'GET',
  path: '/api/console/me',
  summary: 'The operator who is logged in, and the operators who cannot be the other person of a decision',
  access: 'operator',
  answer: Type.Object({
    ...Operator.properties,
    ties: Type.Array(OperatorTie),
    /** Which there are; and whether one has to be given in this session, or set up, before anything else. */
    secondFactor: Type.Object({
      hasCode: Type.Boolean(),
      hasPasskey: Type.Boolean(),
      mustGive: Type.Boolean(),
      mustSet: Type.Boolean(),
    }),
    /** Minutes after which the session ends if nobody does anything. */
    idleMinutes: Type.Integer(),
  }),
  errors: [],
})
