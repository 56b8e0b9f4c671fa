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

/**
 * The act that ties two operators for a while: one of them did it to the other, or one person was shown the
 * one-time passwords of both (rules.md §17.8).
 */
export const tieActs = ['added', 'reset', 'promoted', 'let-in', 'shown'] as const
export type TieAct = (typeof tieActs)[number]

/** Another operator who cannot decide together with the asking one. */
export const OperatorTie = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  act: Type.Enum(tieActs),
  /** Whether the asking one did it to the other, and neither the reverse nor a third person. */
  isOwn: Type.Boolean(),
  until: Timestamp(),
})

/** add: somebody new; reset: a new password; change: a role with more rights, or in again. */
export const staffRequestKinds = ['add', 'reset', 'change'] as const
export type StaffRequestKind = (typeof staffRequestKinds)[number]

/** What an owner asked for about the staff and another owner has to approve. */
export const StaffRequest = Type.Object({
  _id: Type.String(),
  kind: Type.Enum(staffRequestKinds),
  /** As the person is to be; of a reset as they are. */
  person: Type.Object({
    /** Null: to be added. */
    _id: Nullable(Type.String()),
    email: Type.String(),
    name: Type.String(),
    role: OperatorRole,
    isActive: Type.Boolean(),
  }),
  askedBy: Type.Object({ _id: Type.String(), name: Type.String() }),
  askedAt: Timestamp(),
  /** When it is withdrawn by itself. */
  until: Timestamp(),
  /** Days in which who asked and who approves are no second person for the one whom it is about. */
  tieDays: Type.Integer(),
})

export const StaffRequestParams = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) })

/** A code of an authenticator app. */
export const FactorCode = Type.String({ pattern: '^\\d{6}$' })
