import { Nullable, Timestamp, Type } from '../../endpoint.ts'
import { roles } from './roles.ts'

export const OperatorRole = Type.Enum(roles)

export const Operator = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: OperatorRole,
  /** Whether the password is a one-time password: until it is changed, no other call is possible. */
  mustChangePassword: Type.Boolean(),
})

/** An operator as the owner sees them. */
export const Staff = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: OperatorRole,
  isActive: Type.Boolean(),
  createdAt: Timestamp(),
  /** Null: never, or longer ago than sessions are stored. */
  lastLoginAt: Nullable(Timestamp()),
  /** Until when the one-time password works; null if the operator has set an own password. */
  oneTimeUntil: Nullable(Timestamp()),
})

/** A name with at least one visible character. */
export const StaffName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '^[^\\u0000-\\u001f]*[^\\s\\u0000-\\u001f][^\\u0000-\\u001f]*$',
})

export const StaffParams = Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,60}$' }) })

/** A one-time password; it is shown once and must be changed at the first login. */
export const OneTimePassword = Type.Object({ password: Type.String(), until: Timestamp() })
