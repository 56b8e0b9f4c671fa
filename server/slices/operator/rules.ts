import { createHash } from 'node:crypto'
import { isQuicklyGuessed } from '../account/public.ts'

/** Longer than a member's, because it protects everybody's money. */
export const operatorPassword = { min: 12, max: 128 }

/** What is wrong with an operator's new password, as a code; undefined if nothing is. */
export function operatorPasswordProblem(password: string, email: string): 'LENGTH' | 'COMMON' | undefined {
  const { min, max } = operatorPassword
  if (password.length < min || password.length > max) return 'LENGTH'
  const lower = password.toLowerCase()
  if (lower === email || isQuicklyGuessed(password)) return 'COMMON'
  return undefined
}

/** The number of audit events on one page. */
export const auditPage = 50

/**
 * An email as it is stored and compared. A text that is no email reaches the database only as a hash, because it may
 * contain anything.
 */
export function emailOf(typed: string): string {
  const email = typed.trim().toLowerCase()
  return isEmail(email) ? email : createHash('sha256').update(typed).digest('hex')
}

export const isEmail = (text: string): boolean => /^[\x21-\x3f\x41-\x7e]{1,64}@[a-z0-9.-]{1,190}$/.test(text)
