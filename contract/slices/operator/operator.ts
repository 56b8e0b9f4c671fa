import { Nullable, Timestamp, Type } from '../../endpoint.ts'
import { roles } from './roles.ts'

export const OperatorRole = Type.Enum(roles)

export const Operator = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: OperatorRole,
  /** Whether the password was given out by somebody else: nothing but changing it is possible until then. */
  mustChangePassword: Type.Boolean(),
})

/** Somebody who works in the console, as the owner sees them. */
export const Staff = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: OperatorRole,
  isActive: Type.Boolean(),
  createdAt: Timestamp(),
  /** Null: never, or longer ago than sessions are kept. */
  lastLoginAt: Nullable(Timestamp()),
  /** Until when a password that was given out opens the console; null: it is the person's own. */
  oneTimeUntil: Nullable(Timestamp()),
})

/** A name with at least one visible character. */
export const StaffName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '^[^\\u0000-\\u001f]*[^\\s\\u0000-\\u001f][^\\u0000-\\u001f]*$',
})

export const StaffParams = Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,60}$' }) })

/** A password that is shown this once: it has to be changed at the first login. */
export const OneTimePassword = Type.Object({ password: Type.String(), until: Timestamp() })
