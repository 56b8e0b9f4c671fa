import { digitsOf } from './digits.ts'

/**
 * A phone number as it was typed or pasted, digits only: "+66 81-234-5678" and "081-234-5678" are the same Thai number.
 * The Lao variant has numbers of 8 to 11 digits of its own (rules.md §2.1).
 */
export function phoneOf(typed: string, variant: 'th' | 'la'): string {
  const digits = digitsOf(typed, 13)
  if (variant === 'th' && /^(0?066|66)[1-9]\d{8}$/.test(digits)) return `0${digits.slice(-9)}`
  return digits.slice(0, 11)
}
