import { latinDigits } from '@krapao/contract/digits.ts'

/** Typed text with Thai and Lao digits replaced by Latin ones. */
export const digitsOf = (text: string, max: number): string =>
  latinDigits(text).replace(/\D/g, '').slice(0, max)

/**
 * An account number as it is typed or pasted, digits only. Nothing is cut off: a number of the wrong length
 * is refused.
 */
export const accountTyped = (text: string): string => latinDigits(text).replace(/\D/g, '')
