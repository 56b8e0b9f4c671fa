import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** A random id of 100 bits that says what it names: `qr` a QR code, `gf` a gift, `md` an announced deposit. */
export const newDepositId = (kind: 'qr' | 'gf' | 'md'): string =>
  kind + Array.from(randomBytes(20), (byte) => letters[byte & 31]).join('')
