import { createHash } from 'node:crypto'
import { lettersOf, randomLetters } from '../../platform/random-letters.ts'

/** A random id of 100 bits that says what it names: `qr` a QR code, `gf` a gift, `md` an announced deposit. */
export const newDepositId = (kind: 'qr' | 'gf' | 'md'): string => kind + randomLetters(20)

/** The same id each time that a member wishes for something under one `Idempotency-Key`. */
export const depositIdOf = (kind: 'gf', memberId: string, key: string): string =>
  kind + lettersOf(createHash('sha256').update(`${kind}:${memberId}:${key}`).digest().subarray(0, 20))
