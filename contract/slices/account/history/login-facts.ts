import { Nullable, Timestamp, Type } from '../../../endpoint.ts'

/**
 * What is known of the device at the other end of a session, login or passkey; names of products, or null.
 */
export const DeviceFacts = {
  /** e.g. Chrome, LINE */
  browser: Nullable(Type.String()),
  /** e.g. Android, iPhone */
  system: Nullable(Type.String()),
}

export const LoginWay = Type.Union([Type.Literal('password'), Type.Literal('passkey'), Type.Literal('reset')])

/** A login from a device that had never logged in to the account. */
export const NewLogin = Type.Object({
  _id: Type.String(),
  at: Timestamp(),
  way: LoginWay,
  ...DeviceFacts,
  /** The network's part of the IP address. */
  address: Type.String(),
})
