import { Type } from '../../endpoint.ts'

/** Who works in the console. owner: everything; cashier: decides about money; support: looks and helps; auditor: looks. */
export const OperatorRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('cashier'),
  Type.Literal('support'),
  Type.Literal('auditor'),
])

export const Operator = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: OperatorRole,
})
