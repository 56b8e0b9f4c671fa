import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { isQuicklyGuessed } from '../account/public.ts'

/** Longer than a member's, because it protects everybody's money. */
export const operatorPassword = { min: 12, max: 128 }

/** The fault of an operator's new password, as a code; undefined if there is none. */
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
 * By what the audit log is searched where an address was typed: the network address of a login, or an item by
 * its address in the console, of which somebody may paste the whole link. A text that is neither finds
 * nothing.
 */
export function addressIn(typed: string): { ip: string } | { subject: string } {
  const text = typed.trim()
  if (isIP(text) !== 0) return { ip: text }
  const path = text
    .replace(/^https?:\/\/[^/]+/i, '')
    .replace(/^\/?console(?=\/)/, '')
    .replace(/[?#].*$/, '')
  const [, kind = '', id = ''] = /^\/?([a-z-]+)[/:](.+)$/.exec(path) ?? []
  const [first = kind, its = id] =
    kind === 'chats' ? ['chat'] : kind === 'campaigns' ? ['campaign', id.replace(/\/edit$/, '')] : []
  return { subject: `${first}:${decoded(its)}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * An email as it is stored and compared. A text that is no email reaches the database only as a hash, because
 * it may contain anything.
 */
export function emailOf(typed: string): string {
  const email = typed.trim().toLowerCase()
  return isEmail(email) ? email : createHash('sha256').update(typed).digest('hex')
}

export const isEmail = (text: string): boolean => /^[\x21-\x3f\x41-\x7e]{1,64}@[a-z0-9.-]{1,190}$/.test(text)

/** How much a role may decide: of two roles the one with more is a promotion from the other. */
const rank: Record<Role, number> = { owner: 2, cashier: 1, support: 0, auditor: 0 }

/**
 * The effect of a change of role or activity on an operator, and whether it takes two owners (rules.md
 * §17.8).
 */
export function weighChange(
  before: { role: Role; isActive: boolean },
  after: { role: Role; isActive: boolean },
): { isPromotion: boolean; isLetIn: boolean; takesTwo: boolean } {
  const isPromotion = rank[after.role] > rank[before.role]
  const isLetIn = !before.isActive && after.isActive
  return { isPromotion, isLetIn, takesTwo: isPromotion || (isLetIn && rank[after.role] > 0) }
}
