import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** Random characters of base32 with five bits each, for ids that cannot be guessed. */
export const randomLetters = (count: number): string => lettersOf(randomBytes(count))

/** One character of base32 for each byte, from its lowest five bits. */
export const lettersOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => letters[byte & 31]).join('')
