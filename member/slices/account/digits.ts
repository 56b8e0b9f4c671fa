import { latinDigits } from '@krapao/contract/digits.ts'

/** Typed text with Thai and Lao digits replaced by Latin ones. */
export const digitsOf = (text: string, max: number): string =>
  latinDigits(text).replace(/\D/g, '').slice(0, max)
