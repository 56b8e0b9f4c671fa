import { Type } from '../../endpoint.ts'

/** By this a test finds every call that takes a phone number (server/slices/account/phones.test.ts). */
export const phoneNumberNote = 'a phone number, in any spelling (rules.md §2.1)'

/**
 * A phone number as somebody typed it. The server brings it into its form (`phoneOf`) before it does anything
 * with it.
 */
export const PhoneNumber = (options: { minLength?: number } = {}) =>
  Type.String({ maxLength: 40, description: phoneNumberNote, ...options })
