import { randomLetters } from '../../platform/random-letters.ts'

/** A random id of 100 bits that says what it names: `qr` a QR code, `gf` a gift, `md` an announced deposit. */
export const newDepositId = (kind: 'qr' | 'gf' | 'md'): string => kind + randomLetters(20)
