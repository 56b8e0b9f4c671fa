import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** Letters and digits of base32, five random bits each: what ids that nobody may guess are made of. */
export const randomLetters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => letters[byte & 31]).join('')
