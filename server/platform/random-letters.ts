import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** Letters and digits of base32, five random bits each: what ids that nobody may guess are made of. */
export const randomLetters = (count: number): string => lettersOf(randomBytes(count))

/** One letter or digit of base32 for each byte. */
export const lettersOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => letters[byte & 31]).join('')
